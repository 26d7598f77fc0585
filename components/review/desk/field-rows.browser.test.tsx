import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument, PERSON } from '#components/testing/stand-in-document.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import { DecisionNote } from '../panels/decision-note.tsx';
import { FieldList } from './field-list.tsx';

const AT = '2026-01-05T10:00:00.000Z';

async function open(change: (detail: DeskDocumentDetail) => DeskDocumentDetail = (detail) => detail) {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result: INVOICE_RESULT, pages: INVOICE_PAGES });
  const detail = change(desk.detail());
  const isOpen = detail.document.state === 'to_review';
  const { screen } = await renderInApp(
    <ReviewFrame detail={detail} canEdit={isOpen}>
      <div className="flex h-200 flex-col">
        <DecisionNote detail={detail} onReopen={() => undefined} />
        <FieldList />
      </div>
    </ReviewFrame>,
  );
  await expect.element(screen.getByRole('grid', { name: 'Lines' })).toBeVisible();
  const row = (pointer: string) => document.querySelector<HTMLElement>(`[data-home="${pointer}"]`)!;
  return { desk, screen, row };
}

const approved = (detail: DeskDocumentDetail): DeskDocumentDetail => ({
  ...detail,
  document: { ...detail.document, state: 'approved' },
  approval: { actor: PERSON, at: AT, signed_off_flags: 3 } as DeskDocumentDetail['approval'],
});

/** Top and height of every field, and of what stands below them. */
const places = () =>
  [...document.querySelectorAll<HTMLElement>('[data-home], [role=status], [role=switch]')].map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return [element.dataset.home ?? element.role, Math.round(top), Math.round(height)];
  });

test('a certain field is one line of 32 pixels, with the piece of the page left of the value; a doubtful one is large', async () => {
  const { screen, row } = await open();
  const crop = screen.getByRole('img', { name: 'On page 1: 2026-117' });
  await expect.element(crop).toBeVisible();
  expect(row('/number').offsetHeight).toBe(32);
  const value = screen.getByLabelText('Invoice number', { exact: true }).element().getBoundingClientRect();
  expect(crop.element().getBoundingClientRect().right).toBeLessThanOrEqual(value.left + 1);
  expect(row('/issued').offsetHeight).toBeGreaterThan(72);
});

test('in a narrow column the piece of the page is scaled, so that its value stands whole', async () => {
  const { screen, row } = await open();
  const crop = screen.getByRole('img', { name: 'On page 1: 2026-117' });
  await expect.element(crop).toBeVisible();
  const column = row('/number').querySelector('[role=img]')!.parentElement!.parentElement!;
  const shown = () => ({ crop: crop.element().getBoundingClientRect(), column: column.getBoundingClientRect() });
  const { width } = shown().crop;
  column.style.width = `${width * 0.8}px`;
  expect(shown().crop.width).toBeCloseTo(width * 0.8, 0);
  expect(shown().crop.right).toBeLessThanOrEqual(shown().column.right + 0.5);
  // below what can be read it is not scaled any more, and fades at the edge of its column
  column.style.width = `${width * 0.4}px`;
  expect(shown().crop.width).toBeCloseTo(width * 0.6, 0);
  expect(shown().crop.left).toBeCloseTo(shown().column.left, 0);
  expect(getComputedStyle(crop.element().parentElement!).maskImage).toContain('linear-gradient');
});

test('how far a value can be trusted is told once, in a word', async () => {
  const { row } = await open();
  const wordsOf = (pointer: string) => row(pointer).innerText.match(/\b(sure|likely|check)\b|\d+ %/g);
  expect(wordsOf('/number')).toEqual(['sure']);
  expect(row('/issued').innerText).toMatch(/check/);
  expect(row('/issued').innerText).not.toMatch(/%/);
});

test('nothing moves when a doubtful value is confirmed, corrected by a candidate, or taken back', async () => {
  const { screen } = await open();
  const date = screen.getByLabelText('Invoice date', { exact: true });
  await expect.element(screen.getByRole('img', { name: 'On page 2: 170.00' })).toBeVisible();
  await date.click();
  await expect.element(date).toHaveFocus();
  const before = places();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Confirmed')).toBeVisible();
  expect(places()).toEqual(before);
  await date.click();
  await userEvent.keyboard('{Alt>}1{/Alt}');
  await expect.element(screen.getByText('Corrected')).toBeVisible();
  expect(places()).toEqual(before);
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  await expect.element(date).toHaveAccessibleDescription('The engine is not sure of this value.');
  expect(places()).toEqual(before);
});

test('nothing moves while a certain value is typed anew, nor when it is no value', async () => {
  const { screen } = await open();
  const total = screen.getByLabelText('Total', { exact: true });
  await total.click();
  const before = places();
  await userEvent.keyboard('{Control>}a{/Control}nothing{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(places()).toEqual(before);
});

test('the other candidates of a doubtful value stand beside it', async () => {
  const { desk, screen } = await open();
  await screen.getByRole('button', { name: 'Use 2026-03-04' }).click();
  await expect.poll(() => desk.valueOf('/issued')).toBe('2026-03-04');
});

test('a document that is approved shows its values as text, by whom and when, and one way back', async () => {
  const { screen } = await open(approved);
  await expect.element(screen.getByText(/^Approved by Ada Reviewer on .*2026.*, 3 flags signed off$/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Invoice number' })).toHaveTextContent('2026-117');
  expect(document.querySelectorAll('[aria-label=Fields] :is(input, select, textarea)').length).toBe(0);
  expect(document.querySelectorAll('[data-row=doubtful]').length).toBe(0);
  await expect.element(screen.getByText('signed off').first()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reopen' }).elements()).toHaveLength(1);
  expect(screen.getByText(/^(sure|likely|check)$/).elements()).toHaveLength(0);
});

test('the lines of fields and their values as text have no fault that axe finds', async () => {
  await open();
  expect(await commands.axeInPage()).toEqual([]);
});

test('one key confirms the table in focus as one step, and one undo takes it back', async () => {
  const { desk, screen } = await open();
  await screen.getByRole('gridcell', { name: 'Quantity, row 2:' }).click();
  await userEvent.keyboard('{Alt>}{Shift>}c{/Shift}{/Alt}');
  await expect.poll(() => desk.drafts().length).toBe(9);
  expect(new Set(desk.drafts().map(({ kind }) => kind))).toEqual(new Set(['confirm']));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => desk.drafts().filter(({ kind }) => kind === 'revert').length).toBe(9);
});

test('rows with a flag are left out of it, until a person says yes to them', async () => {
  const lines = INVOICE_RESULT.fields.lines as Record<string, { confidence: number }>[];
  const doubted = [{ ...lines[0]!, amount: { ...lines[0]!.amount!, confidence: 0.4 } }, ...lines.slice(1)];
  const result = { ...INVOICE_RESULT, fields: { ...INVOICE_RESULT.fields, lines: doubted } } as unknown as typeof INVOICE_RESULT;
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result, pages: INVOICE_PAGES });
  const { screen } = await renderInApp(
    <ReviewFrame detail={desk.detail()}>
      <FieldList />
    </ReviewFrame>,
  );
  await screen.getByRole('gridcell', { name: 'Quantity, row 2:' }).click();
  await screen.getByRole('button', { name: 'Confirm table' }).click();
  await expect
    .poll(() =>
      desk
        .drafts()
        .map(({ pointer }) => pointer)
        .filter((pointer) => pointer.startsWith('/lines/0')),
    )
    .toEqual([]);
  await expect.poll(() => desk.drafts().length).toBe(6);
  await screen.getByRole('button', { name: 'Confirm table' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Confirm 1 row with a flag too?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Confirm 1 row' }).click();
  await expect.poll(() => desk.drafts().length).toBe(9);
});

test('the buttons of a value come with the mouse, and keep the focus after it has left', async () => {
  const { screen, row } = await open();
  expect(row('/number').querySelector('button')).toBeNull();
  await userEvent.hover(screen.getByLabelText('Invoice number', { exact: true }));
  const why = screen.getByRole('button', { name: /^Why this value of Invoice number/ });
  await expect.element(why).toBeVisible();
  (why.element() as HTMLElement).focus();
  await userEvent.hover(row('/issued'));
  await expect.element(why).toBeVisible();
  expect(document.activeElement).toBe(why.element());
});

test('Tab goes from field to field: what has a key of its own does not stand between them', async () => {
  const { screen } = await open();
  const number = screen.getByLabelText('Invoice number', { exact: true });
  await number.click();
  await expect.element(screen.getByRole('button', { name: /^Why this value of Invoice number/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByLabelText('Invoice date', { exact: true })).toHaveFocus();
});

test('that a field was not found is told once, in a word that fits; why stands in its tip', async () => {
  const why = 'Nothing on the pages looks like the number of an order.';
  const { screen, row } = await open((detail) => {
    const order = detail.fields!.order as MergedValue;
    const { flags } = detail;
    return {
      ...detail,
      flags: flags.filter(({ pointer }) => pointer !== '/order'),
      fields: { ...detail.fields, order: { ...order, reason: why } },
    };
  });
  const value = screen.getByLabelText('Order number', { exact: true });
  await expect.element(value).toHaveAttribute('placeholder', 'Not found');
  await expect.element(value).toHaveAttribute('title', why);
  expect(row('/order').innerText).not.toMatch(/not found|Nothing/i);
});
