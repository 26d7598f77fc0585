import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FieldList } from '#components/review/desk/field-list.tsx';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import { type DeskDocumentDetail, deskDocumentDetailSchema } from '#lib/contract/desk/desk-document.ts';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';

const ANN = {
  document_id: '0198a7c2-1111-7000-8000-00000000000d',
  name: 'invoice-123.pdf',
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T10:00:00.000Z',
};

/** Opens the reasons of the invoice number, which was proposed from documents that the service calls `gone` and `known`. */
async function openWhy(remembered: DeskDocumentDetail['remembered'], seen = 4, basis: 'value' | 'place' = 'value') {
  const number = {
    ...(INVOICE_RESULT.fields.number as ExtractedValue),
    remembered: { basis, document_ids: ['gone', 'known'], seen, likeness: 0.93 },
    record: { right: 31, count: 34 },
  };
  const result = { ...INVOICE_RESULT, fields: { ...INVOICE_RESULT.fields, number } };
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result, pages: INVOICE_PAGES });
  const detail = deskDocumentDetailSchema.parse({ ...desk.detail(), ...(remembered ? { remembered } : {}) });
  const { screen } = await renderInApp(
    <ReviewFrame detail={detail}>
      <FieldList />
    </ReviewFrame>,
  );
  const explain = async (name: string) => {
    await screen.getByLabelText(name, { exact: true }).click();
    await expect.element(screen.getByLabelText(name, { exact: true })).toHaveFocus();
    await userEvent.keyboard('{Alt>}w{/Alt}');
    return screen.getByRole('dialog', { name: `Why this value of ${name}` });
  };
  return { screen, explain };
}

test('the reasons of a value name the approved document that it was proposed from, and lead to it', async () => {
  const { explain } = await openWhy({ known: ANN });
  const why = await explain('Invoice number');
  await expect
    .element(why)
    .toHaveTextContent('As in invoice-123.pdf, approved by Ann Lee on 12 March 2026 · 4 approved documents of this layout');
  await expect.element(why.getByRole('link', { name: 'invoice-123.pdf' })).toHaveAttribute('href', `/documents/${ANN.document_id}`);
});

test('an imported document is named with who approved it, as far as that is known, and leads nowhere', async () => {
  const { explain } = await openWhy({ known: { ...ANN, document_id: null } });
  const why = await explain('Invoice number');
  await expect
    .element(why)
    .toHaveTextContent('As in invoice-123.pdf, approved by Ann Lee on 12 March 2026, imported · 4 approved documents of this layout');
  expect(why.getByRole('link').query()).toBeNull();
});

test('an imported document of which nobody knows who approved it is named', async () => {
  const { explain } = await openWhy({ known: { ...ANN, document_id: null, approved_by: null, approved_at: null } });
  await expect.element(await explain('Invoice number')).toHaveTextContent('As in invoice-123.pdf, imported · 4 approved documents');
});

test('one approved document is told as one', async () => {
  const { explain } = await openWhy({ known: ANN }, 1);
  await expect.element(await explain('Invoice number')).toHaveTextContent('· 1 approved document of this layout');
});

test('where the desk has none of them any more the reasons name none', async () => {
  const { explain } = await openWhy(undefined);
  const why = await explain('Invoice number');
  await expect.element(why).toHaveTextContent('As in approved documents of this layout.');
  expect(why.getByRole('link').query()).toBeNull();
});

test('the reasons of a value say how such values turned out in approved documents', async () => {
  const { explain } = await openWhy({ known: ANN });
  await expect
    .element(await explain('Invoice number'))
    .toHaveTextContent('In 34 approved documents the engine by itself found a value for this field. It was right in 31 of them.');
});

test('a value that was learned from nothing says nothing of it', async () => {
  const { explain } = await openWhy({ known: ANN });
  await expect.element(await explain('Invoice date')).not.toHaveTextContent('approved');
});

test('of a document that is less alike only the approved document is told', async () => {
  const { explain } = await openWhy({ known: ANN }, 0);
  const why = await explain('Invoice number');
  await expect.element(why).toHaveTextContent('As in invoice-123.pdf, approved by Ann Lee on 12 March 2026');
  await expect.element(why).not.toHaveTextContent('of this layout');
});

test('a value of which only the place was approved says so, and many documents are not counted', async () => {
  const { explain } = await openWhy({ known: ANN }, 5, 'place');
  await expect
    .element(await explain('Invoice number'))
    .toHaveTextContent(
      'In the same place as in invoice-123.pdf, approved by Ann Lee on 12 March 2026 · 5 approved documents or more of this layout',
    );
});
