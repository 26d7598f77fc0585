import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { FieldList } from '#components/review/desk/field-list.tsx';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import { type DeskDocumentDetail, deskDocumentDetailSchema } from '#lib/contract/desk/desk-document.ts';
import type { Flag, MergedValue, SecondOpinion } from '#lib/contract/desk/review.ts';

const ANN = {
  document_id: '0198a7c2-1111-7000-8000-00000000000d',
  name: 'invoice-123.pdf',
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T10:00:00.000Z',
};
const opinion = (
  value: SecondOpinion['value'],
  agrees: boolean,
  basis: 'value' | 'place' = 'value',
  evidence: SecondOpinion['evidence'] = [],
): SecondOpinion => ({
  agrees,
  value,
  text: null,
  evidence,
  remembered: { basis, document_ids: ['known'], seen: 2, likeness: 0.9 },
});
const differs = (pointer: string, words: string, proposal: SecondOpinion['value']): Flag => ({
  pointer,
  reason: 'second_opinion',
  message: `Approved documents of this layout say “${words}”.`,
  proposal,
});

/** Opens the invoice, as “Own service” judges its values by its approved documents. */
async function open(opinions: Record<string, SecondOpinion>, flags: Flag[] = []) {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result: INVOICE_RESULT, pages: INVOICE_PAGES });
  const plain = desk.detail();
  const judged = Object.entries(opinions).map(([name, second_opinion]) => [
    name,
    { ...(plain.fields?.[name] as MergedValue), second_opinion },
  ]);
  const detail: DeskDocumentDetail = deskDocumentDetailSchema.parse({
    ...plain,
    fields: { ...plain.fields, ...Object.fromEntries(judged) },
    flags: [...flags, ...plain.flags],
    remembered: { known: ANN },
    second_opinion: { deployment: { id: 'own', name: 'Own service' }, state: 'done' },
  });
  const { screen } = await renderInApp(
    <ReviewFrame detail={detail}>
      <div className="flex h-200 flex-col">
        <FieldList />
      </div>
    </ReviewFrame>,
  );
  await expect.element(screen.getByRole('grid', { name: 'Lines' })).toBeVisible();
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const visit = async (name: string) => {
    await field(name).click();
    await expect.element(field(name)).toHaveFocus();
  };
  const row = (pointer: string) => document.querySelector<HTMLElement>(`[data-home="${pointer}"]`)!;
  return { desk, screen, field, visit, row };
}

test('a value that approved documents bear out says so in its line, and Why names them', async () => {
  const { screen, visit, row } = await open({ number: opinion('2026-117', true) });
  expect(row('/number').innerText).toMatch(/as approved/);
  expect(row('/number').innerText).not.toMatch(/sure|likely/);
  expect(row('/number').textContent).toMatch(/As approved before/);
  expect(row('/number').offsetHeight).toBe(32);
  expect(row('/total').innerText).toMatch(/sure/);
  await visit('Invoice number');
  await userEvent.keyboard('{Alt>}w{/Alt}');
  const why = screen.getByRole('dialog', { name: 'Why this value of Invoice number' });
  await expect
    .element(why)
    .toHaveTextContent(
      '“Own service” says the same. As in invoice-123.pdf, approved by Ann Lee on 12 March 2026 · 2 approved documents of this layout',
    );
  await expect.element(why.getByRole('link', { name: 'invoice-123.pdf' })).toHaveAttribute('href', `/documents/${ANN.document_id}`);
  expect(await commands.axeInPage()).toEqual([]);
});

test('of a value that is new the line says only that it stands where approved documents have theirs', async () => {
  const { row } = await open({ number: opinion('2026-117', true, 'place') });
  expect(row('/number').innerText).toMatch(/same place/);
  expect(row('/number').textContent).toMatch(/In the same place as approved before/);
});

test('the button beside a flag takes the value with its place where that was considered', async () => {
  const { desk, screen } = await open({ issued: opinion('2026-03-04', false) }, [differs('/issued', '2026-03-04', '2026-03-04')]);
  await screen.getByRole('button', { name: 'Use 2026-03-04' }).click();
  await expect.poll(desk.drafts).toMatchObject([{ kind: 'correct', value: '2026-03-04', evidence: [{ page: 1, text: '03/04/2026' }] }]);
});

test('a value that was not considered is taken with the place where approved documents show it', async () => {
  const evidence = [{ page: 1, box: [0.1, 0.1, 0.2, 0.12] as [number, number, number, number], text: '2026-711' }];
  const { desk, screen } = await open({ number: opinion('2026-711', false, 'place', evidence) }, [
    differs('/number', '2026-711', '2026-711'),
  ]);
  await screen.getByRole('button', { name: 'Use 2026-711' }).click();
  await expect.poll(desk.drafts).toEqual([{ kind: 'correct', pointer: '/number', value: '2026-711', evidence }]);
});

test('a value that is flagged for something else says beside the flag that approved documents bear it out', async () => {
  const { field, row } = await open({ issued: opinion('2026-04-03', true) });
  await expect.element(field('Invoice date')).toHaveAccessibleDescription('The engine is not sure of this value. As approved before');
  expect(row('/issued').innerText).toMatch(/check/);
});

test('what approved documents say instead is offered beside the flag, and the first candidate’s key takes it', async () => {
  const { desk, screen, field, visit, row } = await open({ number: opinion('2026-711', false) }, [
    differs('/number', '2026-711', '2026-711'),
  ]);
  await expect.element(field('Invoice number')).toHaveValue('2026-117');
  await expect.element(field('Invoice number')).toHaveAccessibleDescription(/^Approved documents of this layout say “2026-711”\./);
  expect(screen.getByRole('button', { name: 'Use 2026-711' }).elements()).toHaveLength(1);
  await visit('Invoice number');
  await expect.poll(() => row('/number').innerText).toMatch(/Alt\+1/);
  expect(await commands.axeInPage()).toEqual([]);
  await userEvent.keyboard('{Alt>}1{/Alt}');
  await expect.element(field('Invoice number')).toHaveValue('2026-711');
  await expect.poll(desk.drafts).toEqual([{ kind: 'correct', pointer: '/number', value: '2026-711', evidence: [] }]);
});

test('Why tells of a value that differs which documents say so, and its digit takes theirs', async () => {
  const { desk, screen, visit } = await open({ number: opinion('2026-711', false) }, [differs('/number', '2026-711', '2026-711')]);
  await visit('Invoice number');
  await userEvent.keyboard('{Alt>}w{/Alt}');
  const why = screen.getByRole('dialog', { name: 'Why this value of Invoice number' });
  await expect.element(why).toHaveTextContent('“Own service” says “2026-711”. As in invoice-123.pdf, approved by Ann Lee on 12 March 2026');
  await expect.element(why.getByRole('button', { name: /2026-711.*As in approved documents\./ })).toBeVisible();
  await userEvent.keyboard('1');
  await expect.poll(desk.drafts).toMatchObject([{ kind: 'correct', value: '2026-711' }]);
});

test('where nothing was extracted the value of approved documents is offered once', async () => {
  const { desk, screen, field, visit } = await open({ supplier: opinion('Larch & Sons', false) }, [
    differs('/supplier', 'Larch & Sons', 'Larch & Sons'),
  ]);
  expect(screen.getByRole('button', { name: 'Use Larch & Sons' }).elements()).toHaveLength(1);
  await visit('Supplier');
  await userEvent.keyboard('{Alt>}1{/Alt}');
  await expect.element(field('Supplier')).toHaveValue('Larch & Sons');
  await expect.poll(desk.drafts).toMatchObject([{ kind: 'correct', pointer: '/supplier', value: 'Larch & Sons' }]);
});
