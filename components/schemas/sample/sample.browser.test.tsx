import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { SchemaEditor } from '#components/schemas/schema-editor.tsx';
import { drawPage } from '#components/testing/draw-page.ts';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA, placeOf } from '#components/testing/made-invoice.ts';
import { json, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { listDocumentsSchema } from '#lib/contract/desk/desk-document.ts';
import { type PreviewDocument, previewDocumentSchema, previewedDocumentSchema } from '#lib/contract/desk/schemas/schema-preview.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { type Page, pageSchema } from '#lib/contract/service/reading.ts';
import { cellAddress } from '#lib/document/geometry/cell-address.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';

const DOCUMENT = documentWith({ name: 'larch-117.pdf', schema_name: 'Invoice', page_count: 2, pages_read: 2 });

/** The editor with a sample chosen. @returns what the sample is extracted by, each time */
async function open(
  schema: Schema | null,
  answer = () => json(previewedDocumentSchema, { result: INVOICE_RESULT }),
  shown: readonly Page[] = INVOICE_PAGES,
) {
  const asked: PreviewDocument[] = [];
  onRequest('GET /api/documents', () => json(listDocumentsSchema, { items: [DOCUMENT], total: 1, counts: {}, change: 1 }));
  onRequest('GET /api/documents/:id/pages', () =>
    json(z.object({ pages: z.array(pageSchema), page_count: z.number() }), { pages: [...shown], page_count: 2 }),
  );
  onRequest('GET /api/documents/:id/pages/:number/image', ({ parameters }) =>
    text(drawPage(INVOICE_PAGES[Number(parameters.number) - 1]), 'image/svg+xml'),
  );
  onRequest('POST /api/documents/:id/preview', (request) => {
    asked.push(request.json(previewDocumentSchema));
    return answer();
  });
  await renderInApp(<SchemaEditor schema={schema} />);
  await page.getByRole('button', { name: 'Sample' }).click();
  await page.getByRole('button', { name: /larch-117\.pdf/ }).click();
  return asked;
}
const row = (name: string | RegExp) => page.getByRole('grid', { name: 'Fields' }).getByRole('row', { name });
const pageShown = (number: number) => page.getByRole('region', { name: `Page ${number} of larch-117.pdf` });

test('fields show what they find in the sample, anew after each change, and lead to its page', async () => {
  const asked = await open(INVOICE_SCHEMA);
  await expect.element(row('Invoice number')).toHaveTextContent('2026-117 · 97 %');
  await expect.element(row('Supplier')).toHaveTextContent('nothing found');
  await expect.element(row('Lines')).toHaveTextContent('3 rows');
  expect(asked).toMatchObject([{ schema_id: INVOICE_SCHEMA.id, draft: { name: 'Invoice' } }]);
  await row('Total').click();
  await expect.element(pageShown(2)).toBeVisible();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Grand total');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]!.draft.fields.find(({ name }) => name === 'total')?.label).toBe('Grand total');
  expect(await commands.axeInPage()).toEqual([]);
});

test('a chosen field scrolls the page to its place', async () => {
  await page.viewport(1024, 600);
  await open(INVOICE_SCHEMA);
  await row('Total').click();
  const paper = pageShown(2);
  await expect.element(paper).toBeVisible();
  const mark = page.getByRole('button', { name: 'Go to the field of “170.00”' });
  await expect.element(mark).toBeInTheDocument();
  const isInView = () => {
    const [at, frame] = [mark.element().getBoundingClientRect(), paper.element().getBoundingClientRect()];
    return paper.element().scrollTop > 0 && at.top >= frame.top && at.bottom <= frame.bottom;
  };
  await expect.poll(isInView).toBe(true);
});

test('a value marked on the page becomes a field with its label and type, also in a schema that has neither name nor fields', async () => {
  const asked = await open(null);
  await expect.element(page.getByText('Mark a value on the page to add a field for it.')).toBeVisible();
  await expect.element(pageShown(1)).toBeVisible();
  expect(asked).toEqual([]);
  const paper = pageShown(1).element().firstElementChild as HTMLElement;
  const [left, top, right, bottom] = placeOf('03/04/2026').box!;
  await expect.poll(() => paper.getBoundingClientRect().width).toBeGreaterThan(100);
  const { width, height } = paper.getBoundingClientRect();
  await userEvent.click(paper, { position: { x: ((left + right) / 2) * width, y: ((top + bottom) / 2) * height } });
  await expect.element(page.getByText('Added “Invoice date” for “03/04/2026”.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('Invoice date');
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toMatchObject({ schema_id: null, draft: { fields: [{ name: 'invoice_date', label: 'Invoice date', type: 'date' }] } });
  await page.getByRole('button', { name: 'Add field' }).click();
  await expect.element(page.getByText('These values are from before this fault: enter a label.')).toBeVisible();
});

const SHEET_ROWS = [
  ['Invoice no.', 'Date', 'Total'],
  ['R-1001', '2026-03-01', '1,240.00 EUR'],
];
const SHEET_WORDS = SHEET_ROWS.flatMap((texts, row) =>
  texts.map((text, column) => ({
    text,
    box: [column / 3, row / 2, (column + 1) / 3, (row + 1) / 2] as Box,
    address: cellAddress(row, column),
  })),
);
/** As the desk sends it: without tables. */
const SHEET: Page = {
  ...emptyPage({
    ...{ number: 1, width: 300, height: 40, source: 'layout', display: 'grid' },
    words: SHEET_WORDS.map(({ text, box }) => ({ text, box })),
  }),
  cell_addresses: SHEET_WORDS.map(({ address }) => address),
  grid: { sheet: 'Open items', rows: [0, 1], columns: [0, 1, 2], row_edges: [0, 20, 40], column_edges: [0, 100, 200, 300], merges: [] },
};

test('the headings of a sheet become fields, each once, or the columns of a table', async () => {
  await open(null, undefined, [SHEET]);
  const use = async (item: string) => {
    await page.getByRole('button', { name: 'Use the headings' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await use('A field for each heading');
  await expect.element(page.getByText('Added 3 fields.')).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Fields' }).getByRole('row');
  expect(rows.elements()).toHaveLength(3);
  await expect.element(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('Invoice no.');
  await use('A field for each heading');
  await expect.element(page.getByText('No new headings stand in the first row.')).toBeVisible();
  expect(rows.elements()).toHaveLength(3);
  await use('A table with these columns');
  await expect.element(page.getByText('Added 3 columns.')).toBeVisible();
  await expect.element(row(/^Open items/)).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
});

test('a page that is no sheet has no headings to use', async () => {
  await open(null);
  await expect.element(pageShown(1)).toBeVisible();
  expect(page.getByRole('button', { name: 'Use the headings' }).query()).toBeNull();
});

test('a service that cannot try drafts is told with the way to try again', async () => {
  const detail = 'The document is at “Elsewhere”. This document service cannot extract with a draft.';
  await open(INVOICE_SCHEMA, () => json(problemSchema, { type: 'about:blank', title: 'x', status: 409, code: 'conflict', detail }, 409));
  await expect.element(page.getByRole('alert')).toHaveTextContent(detail);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(page.getByRole('searchbox', { name: 'Search documents' })).toBeVisible();
});
