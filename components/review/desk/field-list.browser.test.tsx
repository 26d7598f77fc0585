import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { z } from 'zod';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA, placeOf } from '#components/testing/made-invoice.ts';
import { json, NO_CONNECTION, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { pageSchema } from '#lib/contract/service/reading.ts';
import { FieldList } from './field-list.tsx';

async function open({ canEdit = true, result = INVOICE_RESULT } = {}) {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result, pages: INVOICE_PAGES });
  const { screen } = await renderInApp(
    <ReviewFrame detail={desk.detail()} canEdit={canEdit}>
      <FieldList />
    </ReviewFrame>,
  );
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const visit = async (name: string) => {
    await field(name).click();
    await expect.element(field(name)).toHaveFocus();
  };
  // The table comes after the fields.
  await expect.element(screen.getByRole('grid', { name: 'Lines' })).toBeVisible();
  return { desk, screen, field, visit };
}

test('shows every field with its value, in the order of the schema', async () => {
  const { screen, field } = await open();
  await expect.element(field('Invoice number')).toHaveValue('2026-117');
  await expect.element(field('Total')).toHaveValue('170.00');
  await expect
    .element(screen.getByRole('list', { name: 'Fields' }))
    .toHaveTextContent(/Invoice number.*Invoice date.*Supplier.*Order number.*Paid.*Kind.*Total.*Lines/);
});

test('shows the piece of the page that a value was read from', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('img', { name: 'On page 1: 2026-117' })).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'On page 2: 170.00' })).toBeVisible();
});

test('says why a value needs a person', async () => {
  const { screen, field } = await open();
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 open flags in 3 fields');
  await expect.element(field('Invoice date')).toHaveAccessibleDescription('The engine is not sure of this value.');
  await expect.element(field('Supplier')).toHaveAccessibleDescription('Required, but nothing was found.');
});

test('calls a value without a confidence likely, with no percentage, and says what bears it out', async () => {
  const { number, total } = INVOICE_RESULT.fields as Record<string, ExtractedValue>;
  const bare = { confidence: 0, candidates: [] };
  const { screen, field, visit } = await open({
    result: {
      ...INVOICE_RESULT,
      fields: {
        ...INVOICE_RESULT.fields,
        number: { ...number!, ...bare, support: 'agrees' },
        total: { ...total!, ...bare, support: 'differs', candidates: [{ value: 107, text: '107.00', confidence: 0.9, evidence: [] }] },
      },
    },
  });
  const list = screen.getByRole('list', { name: 'Fields' });
  await expect.element(list).toHaveTextContent(/Invoice number[^%]*likely[^%]*Invoice date/);
  await expect
    .element(field('Total'))
    .toHaveAccessibleDescription('The document service says “170.00”; the desk’s own engine reads “107.00”.');
  await visit('Invoice number');
  await userEvent.keyboard('{Alt>}w{/Alt}');
  await expect.element(screen.getByText('No confidence given. The desk’s own engine found the same value.')).toBeVisible();
});

test('Enter confirms the value and goes to the next one with a flag', async () => {
  const { desk, field, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Supplier')).toHaveFocus();
  await expect.poll(desk.drafts).toEqual([{ kind: 'confirm', pointer: '/issued' }]);
});

test('Enter passes a required field without a value and leaves its flag open', async () => {
  const { desk, screen, field, visit } = await open();
  await visit('Supplier');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Order number')).toHaveFocus();
  await expect.element(screen.getByText('Required, but nothing was found.')).toBeVisible();
  expect(desk.drafts()).toEqual([]);
});

test('Enter on a doubtful empty field says that it is empty', async () => {
  const { desk, screen, visit } = await open();
  await visit('Order number');
  await userEvent.keyboard('{Enter}');
  await expect.poll(desk.drafts).toEqual([{ kind: 'clear', pointer: '/order' }]);
  await expect.element(screen.getByText('Left empty')).toBeVisible();
});

test('Enter leads to Approve once every flag has been looked at', async () => {
  const { screen, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Approve' })).toHaveFocus();
});

test('typing offers words of the page, and Enter takes the marked ones with their place', async () => {
  const { desk, screen, field, visit } = await open();
  await visit('Supplier');
  await userEvent.keyboard('Lar');
  await expect.element(screen.getByRole('option', { name: /^Larch/ }).first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => desk.drafts().length).toBe(1);
  const [draft] = desk.drafts();
  if (draft?.kind !== 'correct') throw new Error('The value was not corrected.');
  await expect.element(field('Supplier')).toHaveValue(String(draft.value));
  expect(String(draft.value)).toMatch(/^Larch/);
  expect(draft.evidence).toMatchObject([{ page: 1, words: placeOf(String(draft.value)).words }]);
});

test('words of pages that come only after one has typed are offered too', async () => {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result: INVOICE_RESULT, pages: INVOICE_PAGES });
  let send = () => {};
  const isTime = new Promise<void>((resolve) => {
    send = resolve;
  });
  onRequest('GET /api/documents/:id/pages', async () => {
    await isTime;
    return json(z.object({ pages: z.array(pageSchema), page_count: z.number() }), {
      pages: [...INVOICE_PAGES],
      page_count: INVOICE_PAGES.length,
    });
  });
  const { screen } = await renderInApp(
    <ReviewFrame detail={desk.detail()}>
      <FieldList />
    </ReviewFrame>,
  );
  const supplier = screen.getByLabelText('Supplier', { exact: true });
  await supplier.click();
  await expect.element(supplier).toHaveFocus();
  await userEvent.keyboard('Lar');
  await expect.element(supplier).toHaveValue('Lar');
  expect(screen.getByRole('listbox', { name: 'On the page' }).query()).toBeNull();
  send();
  await expect.element(screen.getByRole('option', { name: /^Larch/ }).first()).toBeVisible();
});

test('the arrow keys mark another offer', async () => {
  const { desk, screen, visit } = await open();
  await visit('Supplier');
  await userEvent.keyboard('Lar');
  const second = screen.getByRole('listbox', { name: 'On the page' }).getByRole('option').nth(1);
  await expect.element(second).toHaveAttribute('aria-selected', 'false');
  const offered = second.element().firstElementChild?.textContent;
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(second).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => desk.valueOf('/supplier')).toBe(offered);
});

test('leaving a field saves what was typed', async () => {
  const { desk, visit } = await open();
  await visit('Invoice number');
  await userEvent.keyboard('{Control>}a{/Control}2026-118{Tab}');
  await expect.poll(() => desk.valueOf('/number')).toBe('2026-118');
});

test('a text that is no date is not saved, which is said until Escape takes it back', async () => {
  const { desk, screen, field, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Control>}a{/Control}soon{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This is not a date');
  await expect.element(field('Invoice date')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Invoice date')).toHaveValue('2026-04-03');
  expect(screen.getByRole('alert').query()).toBeNull();
  expect(desk.drafts()).toEqual([]);
});

test('another notation of the same date is no correction', async () => {
  const { desk, field, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Control>}a{/Control}3.4.2026');
  await visit('Total');
  await expect.element(field('Invoice date')).toHaveValue('2026-04-03');
  expect(desk.drafts()).toEqual([]);
});

test('one press takes the value that was offered for an empty field', async () => {
  const { desk, screen, field } = await open();
  await screen.getByRole('button', { name: 'Use PO-8841' }).click();
  await expect.element(field('Order number')).toHaveValue('PO-8841');
  await expect.element(field('Order number')).toHaveFocus();
  await expect.poll(desk.drafts).toEqual([{ kind: 'correct', pointer: '/order', value: 'PO-8841', evidence: [placeOf('PO-8841')] }]);
});

test('Alt and a number take another candidate of the field', async () => {
  const { desk, field, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Alt>}1{/Alt}');
  await expect.element(field('Invoice date')).toHaveValue('2026-03-04');
  await expect.poll(() => desk.valueOf('/issued')).toBe('2026-03-04');
});

test('undo brings the value back and the focus to it, redo takes it again', async () => {
  const { desk, field, visit } = await open();
  await visit('Invoice number');
  await userEvent.keyboard('{Control>}a{/Control}2026-118');
  await visit('Total');
  await expect.poll(() => desk.valueOf('/number')).toBe('2026-118');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(field('Invoice number')).toHaveValue('2026-117');
  await expect.element(field('Invoice number')).toHaveFocus();
  await expect.poll(() => desk.valueOf('/number')).toBe('2026-117');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(() => desk.valueOf('/number')).toBe('2026-118');
});

test('a correction can be taken back to what the engine read', async () => {
  const { desk, screen, field, visit } = await open();
  await visit('Invoice number');
  await userEvent.keyboard('{Control>}a{/Control}2026-118{Enter}');
  await expect.element(screen.getByText('Corrected')).toBeVisible();
  await visit('Invoice number');
  await screen.getByRole('button', { name: 'Restore the extracted value: 2026-117' }).click();
  await expect.element(field('Invoice number')).toHaveValue('2026-117');
  await expect.poll(() => desk.valueOf('/number')).toBe('2026-117');
});

test('only flagged fields are shown on request', async () => {
  const { screen, field } = await open();
  await screen.getByRole('switch', { name: 'Only flagged fields' }).click({ force: true });
  await expect.element(field('Invoice number')).not.toBeInTheDocument();
  await expect.element(field('Invoice date')).toBeVisible();
  await userEvent.keyboard('{Alt>}o{/Alt}');
  await expect.element(field('Invoice number')).toBeVisible();
});

test('a field with options is chosen from a list', async () => {
  const { desk, field } = await open();
  await field('Kind').selectOptions('Credit note');
  await field('Paid').selectOptions('No');
  await expect.poll(() => [desk.valueOf('/kind'), desk.valueOf('/paid')]).toEqual(['Credit note', false]);
});

test('the reasons of a value open by key, and a digit takes the candidate of that number', async () => {
  const { desk, screen, visit } = await open();
  await visit('Invoice date');
  await userEvent.keyboard('{Alt>}w{/Alt}');
  await expect.element(screen.getByRole('dialog', { name: 'Why this value of Invoice date' })).toHaveTextContent('made for tests');
  await userEvent.keyboard('1');
  await expect.poll(() => desk.valueOf('/issued')).toBe('2026-03-04');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a person who may only look can change nothing', async () => {
  const { desk, screen, field, visit } = await open({ canEdit: false });
  await visit('Invoice number');
  await userEvent.keyboard('9{Enter}{Alt>}1{/Alt}');
  await expect.element(field('Invoice number')).toHaveValue('2026-117');
  expect(screen.getByRole('button', { name: 'Use PO-8841' }).query()).toBeNull();
  await expect.element(field('Kind')).toBeDisabled();
  expect(desk.drafts()).toEqual([]);
});

test('what is done without a network is sent when it is back', async () => {
  const { desk, screen, visit } = await open();
  let isDown = true;
  onRequest(`POST ${desk.path}/actions`, (request) => (isDown ? NO_CONNECTION : desk.save(request)));
  await visit('Invoice date');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Confirmed')).toBeVisible();
  await expect.element(screen.getByLabelText('Saving')).toHaveTextContent('waiting');
  expect(desk.drafts()).toEqual([]);
  isDown = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(desk.drafts).toEqual([{ kind: 'confirm', pointer: '/issued' }]);
});
