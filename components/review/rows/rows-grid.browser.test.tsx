import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA, placeOf } from '#components/testing/made-invoice.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ReviewFrame } from '#components/testing/review-frame.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import type { ExtractedRow, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { FieldList } from '../desk/field-list.tsx';

async function open({ canEdit = true, result = INVOICE_RESULT }: { canEdit?: boolean; result?: ExtractionResult } = {}) {
  const desk = createStandInDocument({ schema: INVOICE_SCHEMA, result, pages: INVOICE_PAGES });
  const { screen } = await renderInApp(
    <ReviewFrame detail={desk.detail()} canEdit={canEdit}>
      <FieldList />
    </ReviewFrame>,
  );
  const grid = screen.getByRole('grid', { name: 'Lines' });
  const cell = (column: string, row: number) => grid.getByRole('gridcell', { name: `${column}, row ${row}:` });
  const visit = async (column: string, row: number) => {
    await cell(column, row).click();
    await expect.element(cell(column, row)).toHaveFocus();
  };
  /** The table as the desk has it: one line for each row. */
  const rows = () => {
    const lines = desk.detail().fields?.lines;
    return Array.isArray(lines)
      ? lines.map(({ cells }) => ['text', 'count', 'amount'].map((name) => cells[name]?.value ?? '').join(' | '))
      : [];
  };
  await expect.element(cell('Description', 1)).toBeVisible();
  return { desk, screen, grid, cell, visit, rows };
}

const BEFORE = ['Oak board | 4 | 120', 'Brass hinge | 12 | 36', 'Wood glue | 2 | 14'];
const press = (keys: string) => userEvent.keyboard(keys);

test('arrow keys, Home and End go from cell to cell', async () => {
  const { cell, visit } = await open();
  await visit('Description', 1);
  await press('{ArrowDown}{ArrowRight}');
  await expect.element(cell('Quantity', 2)).toHaveFocus();
  await press('{End}');
  await expect.element(cell('Amount', 2)).toHaveFocus();
  await press('{Control>}{Home}{/Control}');
  await expect.element(cell('Description', 1)).toHaveFocus();
});

test('a letter begins to type over the cell, and Tab saves it and goes to the next one', async () => {
  const { cell, visit, rows } = await open();
  await visit('Quantity', 2);
  await press('24{Tab}');
  await expect.element(cell('Amount', 2)).toHaveFocus();
  await expect.poll(rows).toEqual([BEFORE[0], 'Brass hinge | 24 | 36', BEFORE[2]]);
});

test('F2 edits what is there, and Escape takes the typing back', async () => {
  const { cell, grid, visit, rows } = await open();
  await visit('Description', 1);
  await press('{F2}');
  await expect.element(grid.getByRole('combobox')).toHaveValue('Oak board');
  await press('Ash{Escape}');
  await expect.element(cell('Description', 1)).toHaveFocus();
  await expect.element(cell('Description', 1)).toHaveTextContent('Oak board');
  expect(rows()).toEqual(BEFORE);
});

test('a double click edits the cell', async () => {
  const { cell, grid, rows } = await open();
  await cell('Description', 3).dblClick();
  await expect.element(grid.getByRole('combobox')).toHaveFocus();
  await press('{Control>}a{/Control}Hide glue{Shift>}{Enter}{/Shift}');
  await expect.element(cell('Description', 2)).toHaveFocus();
  await expect.poll(rows).toEqual([BEFORE[0], BEFORE[1], 'Hide glue | 2 | 14']);
});

test('what does not fit the column stays in the cell and says so', async () => {
  const { screen, grid, visit, rows } = await open();
  await visit('Quantity', 1);
  await press('some{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This is not a whole number');
  await expect.element(grid.getByRole('combobox')).toHaveFocus();
  await press('{Escape}');
  expect(rows()).toEqual(BEFORE);
});

test('Shift and arrows select a block, Delete empties it, and one undo brings all of it back', async () => {
  const { visit, rows } = await open();
  await visit('Quantity', 1);
  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Delete}');
  await expect.poll(rows).toEqual(['Oak board |  | ', 'Brass hinge |  | ', BEFORE[2]]);
  await press('{Control>}z{/Control}');
  await expect.poll(rows).toEqual(BEFORE);
});

test('a block that is copied can be pasted into other rows', async () => {
  const { visit, rows } = await open();
  await visit('Quantity', 1);
  await press('{Shift>}{ArrowRight}{/Shift}{Control>}c{/Control}');
  await visit('Quantity', 3);
  await press('{Control>}v{/Control}');
  await expect.poll(rows).toEqual([BEFORE[0], BEFORE[1], 'Wood glue | 4 | 120']);
});

test('cells that are cut come back where they are pasted', async () => {
  const { visit, rows } = await open();
  await visit('Description', 1);
  await press('{Control>}x{/Control}');
  await expect.poll(rows).toEqual([' | 4 | 120', BEFORE[1], BEFORE[2]]);
  await visit('Description', 2);
  await press('{Control>}v{/Control}');
  await expect.poll(rows).toEqual([' | 4 | 120', 'Oak board | 12 | 36', BEFORE[2]]);
});

/** Pastes a text as if it came from another program. */
function paste(text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

test('rows from a spreadsheet that reach over the end add rows', async () => {
  const { visit, rows } = await open();
  await visit('Description', 3);
  paste('Sandpaper\t5\t9.50\nVarnish\t1\t22.00\n');
  await expect.poll(rows).toEqual([BEFORE[0], BEFORE[1], 'Sandpaper | 5 | 9.5', 'Varnish | 1 | 22']);
});

test('a paste with cells that do not fit asks first, and leaves those as they are', async () => {
  const { screen, visit, rows } = await open();
  await visit('Description', 1);
  paste('Larch board\tmany\t130.00');
  await expect.element(screen.getByRole('dialog', { name: 'One cell does not fit its column' })).toHaveTextContent('many');
  expect(rows()).toEqual(BEFORE);
  await screen.getByRole('button', { name: 'Paste the other 2 cells' }).click();
  await expect.poll(rows).toEqual(['Larch board | 4 | 130', BEFORE[1], BEFORE[2]]);
});

test('Ctrl D fills the selected cells with the first one', async () => {
  const { visit, rows } = await open();
  await visit('Quantity', 1);
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await expect.poll(rows).toEqual(['Oak board | 4 | 120', 'Brass hinge | 4 | 36', 'Wood glue | 4 | 14']);
});

test('Alt Shift Enter adds a row below, ready to be typed into', async () => {
  const { cell, visit, rows } = await open();
  await visit('Amount', 1);
  await press('{Alt>}{Shift>}{Enter}{/Shift}{/Alt}');
  await expect.element(cell('Description', 2)).toHaveFocus();
  await press('Screws{Tab}');
  await expect.element(cell('Quantity', 2)).toHaveFocus();
  await expect.poll(rows).toEqual([BEFORE[0], 'Screws |  | ', BEFORE[1], BEFORE[2]]);
});

test('Ctrl Delete removes the selected rows, and undo brings them back with the focus on them', async () => {
  const { cell, visit, rows } = await open();
  await visit('Amount', 2);
  await press('{Shift>}{ArrowDown}{/Shift}{Control>}{Delete}{/Control}');
  await expect.poll(rows).toEqual([BEFORE[0]]);
  await expect.element(cell('Amount', 1)).toHaveFocus();
  await press('{Control>}z{/Control}');
  await expect.poll(rows).toEqual(BEFORE);
  await expect.element(cell('Description', 2)).toBeVisible();
});

test('Alt Shift and an arrow move the row, and the focus goes with it', async () => {
  const { cell, visit, rows } = await open();
  await visit('Description', 1);
  await press('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
  await expect.poll(rows).toEqual([BEFORE[1], BEFORE[0], BEFORE[2]]);
  await expect.element(cell('Description', 2)).toHaveFocus();
});

test('the row menu opens by key, and gives the focus back to the table', async () => {
  const { screen, cell, visit, rows } = await open();
  await visit('Description', 2);
  await press('{Shift>}{F10}{/Shift}');
  await screen.getByRole('menuitem', { name: 'Remove row' }).click();
  await expect.poll(rows).toEqual([BEFORE[0], BEFORE[2]]);
  await expect.element(cell('Description', 2)).toHaveFocus();
});

test('typing in a cell offers words of the page and takes their place with them', async () => {
  const { desk, screen, visit } = await open();
  await visit('Description', 1);
  await press('Brass');
  await expect.element(screen.getByRole('listbox', { name: 'On the page' })).toBeVisible();
  await press('{Enter}');
  await expect.poll(() => desk.drafts().length).toBe(1);
  const [draft] = desk.drafts();
  if (draft?.kind !== 'correct') throw new Error('The cell was not corrected.');
  expect(draft).toMatchObject({ pointer: '/lines/0/text', evidence: [{ page: 1 }] });
  expect(placeOf('Brass hinge').words).toEqual(expect.arrayContaining(draft.evidence[0]?.words ?? [-1]));
});

test('a sum that fits has a tick; one that does not says by how much, and mends the likeliest value on request', async () => {
  const { desk, screen, visit } = await open();
  await expect.element(screen.getByRole('img', { name: 'fits' })).toBeVisible();
  await visit('Amount', 2);
  await press('37{Tab}');
  await expect.element(screen.getByText('Amount adds up to 171.00, Total is 170.00: 1.00 too much.')).toBeVisible();
  expect(screen.getByRole('img', { name: 'fits' }).query()).toBeNull();
  await screen.getByRole('button', { name: 'Use 171.00' }).first().click();
  await expect.element(screen.getByRole('img', { name: 'fits' })).toBeVisible();
  await expect.poll(() => desk.detail().flags.filter(({ reason }) => reason === 'rule_broken')).toEqual([]);
});

test('of a thousand rows only those near the view are drawn, and the last one is a key away', async () => {
  const [line] = INVOICE_RESULT.fields.lines as ExtractedRow[];
  const fields = { ...INVOICE_RESULT.fields, lines: Array.from({ length: 1000 }, () => line as ExtractedRow) };
  const { grid, cell, visit } = await open({ result: { ...INVOICE_RESULT, fields } });
  await visit('Description', 1);
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
  await press('{Control>}{End}{/Control}');
  await expect.element(cell('Amount', 1000)).toHaveFocus();
  await expect.element(cell('Amount', 1000)).toBeInViewport();
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
});

test('a person who may only look can go through the cells and change none', async () => {
  const { desk, cell, visit, rows } = await open({ canEdit: false });
  await visit('Quantity', 1);
  await press('9{Delete}{Control>}{Delete}{/Control}{Alt>}{Shift>}{Enter}{/Shift}{/Alt}{ArrowDown}');
  await expect.element(cell('Quantity', 2)).toHaveFocus();
  paste('77');
  expect(rows()).toEqual(BEFORE);
  expect(desk.drafts()).toEqual([]);
});
