import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import type { SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';
import { SchemasTable } from './schemas-table.tsx';

const confidence = [
  { from: 0.5, to: 0.6, values: 20, right: 8 },
  { from: 0.98, to: 0.99, values: 80, right: 80 },
];
const INVOICE: SchemaInsight = {
  ...{ schema_id: 'invoice', schema_name: 'Invoice', values: 400, changed: 60, confidence, samples: { values: 120, wrong: 3 } },
  review: { ...NO_REVIEWS, approved: 80, unchanged: 30, automatic: 20, timed: 80, seconds: 4000 },
};
const RECEIPT: SchemaInsight = {
  ...{ schema_id: 'receipt', schema_name: 'Receipt', values: 500, changed: 5, confidence: [], samples: { values: 0, wrong: 0 } },
  review: { ...NO_REVIEWS, approved: 50, unchanged: 48 },
};
const GONE: SchemaInsight = {
  ...{ schema_id: 'gone', schema_name: '', values: 12, changed: 12, confidence: [], samples: { values: 0, wrong: 0 } },
  review: { ...NO_REVIEWS, approved: 1 },
};

async function open(schemas: readonly SchemaInsight[] = [RECEIPT, GONE, INVOICE], search = '') {
  let query = search;
  const { screen } = await renderInApp(
    <NuqsTestingAdapter searchParams={query} onUrlUpdate={({ queryString }) => (query = queryString)} hasMemory>
      <SchemasTable schemas={schemas} addressOf={(schema) => `/insights?schema=${schema}&days=90`} />
    </NuqsTestingAdapter>,
  );
  return { screen, address: () => query };
}

test('schemas stand side by side, those that people change most first and those with too little evidence last', async () => {
  const { screen } = await open();
  const rows = screen.getByRole('table', { name: 'Schemas' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Invoice10015 %12–19 % of 40038 %28–48 %50 s0.950.91–0.993 of 12020 %');
  await expect.element(rows.nth(2)).toHaveTextContent(/^Receipt501\.0 %.* of 50096 %.*–– not enough evidence yet–0 %$/);
  await expect.element(rows.nth(3)).toHaveTextContent('A removed schema1Not enough evidence yet: 12 values');
});

test('a schema leads to its insights, and what approved itself to its thresholds there', async () => {
  const { screen } = await open();
  await expect
    .element(screen.getByRole('link', { name: 'Invoice', exact: true }))
    .toHaveAttribute('href', '/insights?schema=invoice&days=90');
  await expect
    .element(screen.getByRole('link', { name: '20 %: thresholds and automatic approval of Invoice' }))
    .toHaveAttribute('href', '/insights?schema=invoice&days=90#thresholds');
  expect(
    screen
      .getByRole('row', { name: /A removed schema/ })
      .getByRole('link')
      .elements(),
  ).toEqual([]);
});

test('a press on a heading sorts by it, the worst first, which the address keeps beside the order of the fields', async () => {
  const { screen, address } = await open(undefined, '?sort=minutes');
  const rows = screen.getByRole('table', { name: 'Schemas' }).getByRole('row');
  const heading = screen.getByRole('columnheader', { name: 'No correction needed' });
  heading.getByRole('button').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(rows.nth(1)).toHaveTextContent('Invoice');
  await expect.element(screen.getByRole('heading', { name: 'Schemas, those that need most corrections first' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(1)).toHaveTextContent('Receipt');
  await expect.poll(address).toBe('?sort=minutes&schemas=unchanged');
});

test('many schemas are folded, and the table has no fault that axe finds', async () => {
  const many = Array.from({ length: 20 }, (_, number) => ({ ...INVOICE, schema_id: `s${number}`, schema_name: `Schema ${number}` }));
  const { screen } = await open(many);
  await expect.element(screen.getByRole('button', { name: 'All 20 schemas' })).toBeVisible();
  expect(screen.getByRole('row').elements()).toHaveLength(16);
  await userEvent.click(screen.getByRole('button', { name: 'All 20 schemas' }));
  await userEvent.click(screen.getByRole('button', { name: 'What the columns say' }));
  await expect.element(screen.getByText(/below 59 values there is not enough evidence yet/)).toBeVisible();
  expect(screen.getByRole('row').elements()).toHaveLength(21);
  expect(await commands.axeInPage()).toEqual([]);
});
