import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { layOut } from './lay-out.ts';
import type { LayoutBlock } from './layout-block.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('12.50', '請求書番号', 'Überweisung', 'x'.repeat(300), '株式会社。', '☐', 'a\tb', '\n'),
);
const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(' '));
const run = fc.record({ text, bold: fc.boolean() });
const cell = fc.record({
  runs: fc.array(run, { maxLength: 2 }),
  rowSpan: fc.integer({ min: 1, max: 3 }),
  columnSpan: fc.integer({ min: 1, max: 3 }),
});
const block: fc.Arbitrary<LayoutBlock> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('paragraph' as const, 'heading' as const, 'list_item' as const),
    level: fc.integer({ min: 1, max: 9 }),
    runs: fc.array(run, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('monospace' as const),
    blockKind: fc.constant('paragraph' as const),
    lines: fc.array(text, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('table' as const), rows: fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 5 }) }),
  fc.constant({ kind: 'page_break' as const }),
);

const squeeze = (value: string) => value.replace(/\s+/g, '');

function sources(blocks: LayoutBlock[]): string {
  return blocks
    .map((each) => {
      if (each.kind === 'page_break' || each.kind === 'picture') return '';
      if (each.kind === 'monospace') return each.lines.join('');
      if (each.kind === 'table')
        return each.rows
          .flat()
          .flatMap((one) => one.runs.map((part) => part.text))
          .join('');
      return each.runs.map((part) => part.text).join('');
    })
    .join('');
}

/** Characters in any order: cells that go over a page break are told in two places. */
function letters(value: string): string {
  return [...squeeze(value)].sort().join('');
}

function check(page: Page): void {
  let next = 0;
  for (const { words } of page.lines) {
    expect(words[0]).toBe(next);
    next = words[1];
  }
  expect(next).toBe(page.words.length);
  for (const { box } of [...page.words, ...page.blocks, ...page.tables, ...page.tables.flatMap((table) => table.cells)]) {
    expect(box[0]).toBeLessThanOrEqual(box[2]);
    expect(box[1]).toBeLessThanOrEqual(box[3]);
  }
  for (const table of page.tables) {
    for (const each of table.cells) {
      expect(each.row + each.row_span).toBeLessThanOrEqual(table.row_count);
      expect(each.column + each.column_span).toBeLessThanOrEqual(table.column_count);
      expect(squeeze(each.text)).toBe(squeeze(each.words.map((index) => page.words[index]?.text).join('')));
    }
  }
}

describe('layOut', () => {
  test('no character is lost or doubled, lines follow each other, boxes and cells are in order', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const { pages } = layOut(blocks, { maxPages: 1000 });
        expect(letters(pages.flatMap((page) => page.words.map((each) => each.text)).join(''))).toBe(letters(sources(blocks)));
        pages.forEach(check);
      }),
      { numRuns: 150 },
    );
  });
});
