import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { changedDocumentsSchema, type FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { FieldsTable } from './fields-table.tsx';

const counts = { values: 200, right: 180, corrected: 14, missed: 4, invented: 2, absent: 3, flagged: 30, needless: 24, unflagged: 6 };
const FIELD: FieldInsight = {
  ...{ schema_id: 'invoice', schema_name: 'Invoice', field: 'due_date', label: 'Due date' },
  ...{ counts, seconds: 4.2, timed: 40, keys: 2, confidence: [] },
};
const REVIEW = { approved: 40, unchanged: 28, rejected: 2, automatic: 0, timed: 40, seconds: 480, keys: 200 };

async function open(fields: readonly FieldInsight[] = [FIELD], search = '') {
  onRequest('GET /api/insights/documents', () =>
    json(changedDocumentsSchema, {
      items: [
        {
          document_id: '00000000-0000-4000-8000-000000000001',
          name: 'late.pdf',
          at: '2026-03-12T10:00:00.000Z',
          corrected: 1,
          missed: 0,
          invented: 0,
          changes: [{ pointer: '/due_date', row: null, type: 'date', extracted: '2026-03-01', approved: '2026-04-01' }],
        },
        {
          document_id: '00000000-0000-4000-8000-000000000002',
          name: 'rows.pdf',
          at: '2026-03-12T10:00:00.000Z',
          ...{ corrected: 0, missed: 3, invented: 0 },
          changes: [{ pointer: '/lines/1/item', row: 2, type: 'string', extracted: null, approved: 'Nails '.repeat(30) }],
        },
      ],
    }),
  );
  let query = search;
  const { screen } = await renderInApp(
    <NuqsTestingAdapter searchParams={query} onUrlUpdate={({ queryString }) => (query = queryString)} hasMemory>
      <div className="overflow-auto">
        <FieldsTable fields={fields} review={REVIEW} hasSchema={false} />
      </div>
    </NuqsTestingAdapter>,
  );
  return { screen, address: () => query };
}

test('fields are sorted by what they cost with the heading pressed, which the address keeps, and the foot has them all', async () => {
  const quick = { ...FIELD, field: 'number', label: 'Number', seconds: 6, timed: 10, counts: { ...counts, right: 100, corrected: 94 } };
  const { screen, address } = await open([quick, FIELD]);
  const table = screen.getByRole('table', { name: 'Fields' });
  const rows = table.getByRole('row');
  const heading = (name: string) => table.getByRole('columnheader', { name });
  await expect.element(rows.nth(1)).toHaveTextContent('Number');
  await expect.element(heading('Changed').first()).toHaveAttribute('aria-sort', 'descending');
  await expect.element(rows.nth(3)).toHaveTextContent('All fields together30 %26–35 %400');
  await expect.element(screen.getByText(/Of 8\.0 minutes of work on 40 documents, 3\.8 were spent in a field\./)).toBeVisible();
  heading('Minutes').getByRole('button').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(1)).toHaveTextContent(/Due date.*2\.84\.2 s2\.0$/);
  await expect.element(heading('Minutes')).toHaveAttribute('aria-sort', 'descending');
  expect(heading('Changed').first()).not.toHaveAttribute('aria-sort');
  await expect.element(screen.getByRole('heading', { name: 'Fields, those that took most minutes first' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows.nth(1)).toHaveTextContent('Number');
  await expect.poll(address).toBe('?sort=minutes&order=asc');
});

test('each field says how well confidence does in it, with its interval, and which keys it takes, and can be sorted by both', async () => {
  const told = {
    ...{ ...FIELD, field: 'number', label: 'Number', keys: 7.25 },
    confidence: [
      { from: 0.5, to: 0.6, values: 20, right: 8 },
      { from: 0.98, to: 0.99, values: 80, right: 80 },
    ],
  };
  const { screen, address } = await open([FIELD, told]);
  const rows = screen.getByRole('table', { name: 'Fields' }).getByRole('row');
  const heading = (name: string) => screen.getByRole('columnheader', { name });
  await expect.element(rows.nth(2)).toHaveTextContent(/0\.950\.91–0\.992\.84\.2 s7\.3$/);
  await expect.element(rows.nth(1)).toHaveTextContent(/– not enough evidence yet2\.84\.2 s2\.0$/);
  await userEvent.click(heading('Keys each').getByRole('button'));
  await expect.element(rows.nth(1)).toHaveTextContent('Number');
  await userEvent.click(heading('AUROC').getByRole('button'));
  await expect.element(heading('AUROC')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(address).toBe('?sort=auroc&order=asc');
  await expect.element(rows.nth(1)).toHaveTextContent('Number');
});

test('the columns are explained by a press on the button below the table, also by keyboard', async () => {
  const { screen } = await open();
  const button = screen.getByRole('button', { name: 'What the columns say' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Nothing was extracted, and people gave a value.')).toBeVisible();
  expect(screen.container.querySelectorAll('th[title]')).toHaveLength(0);
});

test('a field opens to the documents in which people changed it, with what was extracted and what was approved', async () => {
  const { screen, address } = await open();
  await userEvent.click(screen.getByRole('button', { name: /Due date/ }));
  await expect
    .element(screen.getByRole('link', { name: 'late.pdf' }))
    .toHaveAttribute('href', '/documents/00000000-0000-4000-8000-000000000001?from=insights&field=%2Fdue_date');
  const items = screen.getByRole('list', { name: 'Documents in which people changed Due date' }).getByRole('listitem');
  await expect.element(items.nth(0)).toHaveTextContent(/2026-03-01 → was extracted, approved is 2026-04-01$/);
  await expect.element(items.nth(1)).toHaveTextContent(/row 2: nothing → was extracted, approved is (Nails ){10}… · 2 more$/);
  await expect.poll(address).toBe('?open=invoice/due_date');
});

test('the field that the address names is open and in view, also far down', async () => {
  const others = Array.from({ length: 30 }, (_, number) => ({ ...FIELD, field: `other_${number}`, label: `Other ${number}` }));
  const last = { ...FIELD, counts: { ...counts, right: 200, corrected: 0, missed: 0, invented: 0 } };
  const { screen } = await open([...others, last], '?open=invoice/due_date');
  const button = screen.getByRole('button', { name: /Due date/ });
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(button).toBeInViewport();
});
