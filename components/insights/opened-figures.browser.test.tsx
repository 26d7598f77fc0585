import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { countedDocumentsSchema, type KindInsight } from '#lib/contract/desk/insights/insights.ts';
import { KindsPart } from './kinds-part.tsx';
import { ReasonsChart } from './reasons-chart.tsx';

const QUERY = { from: '2026-03-01', to: '2026-03-30' };
const KIND: KindInsight = {
  ...{ schema_id: 'invoice', schema_name: 'Invoice', documents: 50, right: 40, wrong: 2, asked: 8, asked_right: 6 },
  taken_for: [{ schema_id: 'receipt', schema_name: 'Receipt', documents: 2 }],
};
const ITEM = { document_id: '00000000-0000-4000-8000-000000000001', name: 'late.pdf', at: '2026-03-12T10:00:00.000Z' };

async function open(search = '') {
  const asked: Record<string, string>[] = [];
  onRequest('GET /api/insights/counted-documents', ({ query }) => {
    asked.push(Object.fromEntries(query));
    if (query.get('mistaken'))
      return json(countedDocumentsSchema, { items: [{ ...ITEM, fields: [], taken_for: 'Receipt' }], looked_at: null });
    if (query.get('reason') === 'bad_format') return json(countedDocumentsSchema, { items: [], looked_at: 5000 });
    const fields = [
      { pointer: '/total', label: 'Total', flagged: 3, needless: 2 },
      { pointer: '/date', label: 'Date', flagged: 1, needless: 0 },
    ];
    return json(countedDocumentsSchema, { items: [{ ...ITEM, fields, taken_for: null }], looked_at: null });
  });
  let address = search;
  const reasons = [
    { reason: 'low_confidence', flagged: 30, needless: 24 },
    { reason: 'bad_format', flagged: 2, needless: 0 },
  ];
  const { screen } = await renderInApp(
    <NuqsTestingAdapter searchParams={address} onUrlUpdate={({ queryString }) => (address = queryString)} hasMemory>
      <ReasonsChart reasons={reasons} query={QUERY} />
      <KindsPart kinds={[KIND, { ...KIND, schema_id: 'order', schema_name: 'Order', wrong: 0, taken_for: [] }]} query={QUERY} />
    </NuqsTestingAdapter>,
  );
  return { screen, asked, address: () => address };
}

test('a reason of flags opens to its documents by keyboard, each at the field that was flagged, and leads back', async () => {
  const { screen, asked, address } = await open();
  screen.getByRole('button', { name: 'Low confidence' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const item = screen.getByRole('list', { name: 'Documents with flags: Low confidence' }).getByRole('listitem');
  await expect.element(item).toHaveTextContent(/late\.pdf.*Total: 3 values, 2 needless · Date: changed$/);
  await expect.element(item.getByRole('link')).toHaveAttribute('href', `/documents/${ITEM.document_id}?from=insights&field=%2Ftotal`);
  await expect.poll(address).toBe('?open=reason:low_confidence');
  expect(asked).toEqual([{ ...QUERY, reason: 'low_confidence' }]);
  expect(await commands.axeInPage()).toEqual([]);
});

test('where a reason is rare it is said how many documents were looked at', async () => {
  const { screen } = await open('?open=reason:bad_format');
  await expect.element(screen.getByRole('button', { name: 'Wrong format' })).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByText('There is no approved document to look at.')).toBeVisible();
  await expect.element(screen.getByText('Of this time, the 5,000 documents approved last were looked at.')).toBeVisible();
});

test('mistaken kinds open to their documents with what they were taken for, and one figure is open at a time', async () => {
  const { screen, asked } = await open('?open=reason:low_confidence');
  const table = screen.getByRole('table', { name: 'Detected kinds' });
  await userEvent.click(table.getByRole('button', { name: 'Invoice' }));
  await expect
    .element(screen.getByRole('list', { name: 'Documents of Invoice that were taken for another kind' }))
    .toHaveTextContent(/late\.pdf.*taken for Receipt$/);
  await expect.element(screen.getByRole('button', { name: 'Low confidence' })).toHaveAttribute('aria-expanded', 'false');
  expect(asked.at(-1)).toEqual({ ...QUERY, schema_id: 'invoice', mistaken: 'yes' });
  expect(table.getByRole('button', { name: 'Order' }).elements()).toEqual([]);
});
