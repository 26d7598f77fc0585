import { expect, test } from 'vitest';
import { cellAddress, columnLetters, sheetPlace } from './cell-address.ts';

test('columns are counted with letters, and carry over', () => {
  expect([0, 25, 26, 27, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA', 'XFD']);
  expect(cellAddress(3, 27)).toBe('AB4');
});

test('a place names its sheet as spreadsheet programs do', () => {
  expect(sheetPlace({ sheet: 'Orders', range: 'C17' })).toBe('Orders!C17');
  expect(sheetPlace({ sheet: "May '26", range: 'B2:B4' })).toBe("'May ''26'!B2:B4");
  expect(sheetPlace({ range: 'C17' })).toBe('C17');
  expect(sheetPlace({ sheet: 'Orders' })).toBeNull();
});
