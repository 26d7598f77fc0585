import { expect, test } from 'vitest';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { leastWidths, listColumns } from './value-columns.tsx';

const WINDOWS = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 };
const REM = 16;
/** Pixels of the selection's column and of the widest words of a state with the space around them. */
const [SELECTION, WIDEST_STATE] = [36, 168];

/** What is left for the name in a table of this width, and the width of the state, by the classes of the columns. */
function widthsAt(count: number, window: number) {
  const columns = listColumns(
    INVOICE_SCHEMA.fields,
    INVOICE_SCHEMA.fields.slice(0, count).map(({ name }) => name),
    undefined,
  );
  const least = leastWidths(columns)!;
  const table = Math.max(window, window < WINDOWS.md ? least.narrow : least.wide + (window < WINDOWS['2xl'] ? 0 : 8 * REM));
  const widths = columns.map(({ id, className }) => ({ id, width: widthOf(className, window, table) }));
  const fixed = widths.reduce((sum, { id, width }) => sum + (id === 'name' ? 0 : width), SELECTION);
  return { name: table - fixed, state: widths.find(({ id }) => id === 'state')!.width, isScrolled: table > window };
}

function widthOf(className: string, window: number, table: number): number {
  let width = 0;
  for (const one of className.split(' ')) {
    const [what = '', when = ''] = one.split(':').toReversed();
    const isMax = when.startsWith('max-');
    const edge = WINDOWS[when.replace('max-', '') as keyof typeof WINDOWS] ?? 0;
    if (isMax ? window >= edge : window < edge) continue;
    if (what === 'hidden') return 0;
    if (/^w-\d/.test(what)) width = (Number(what.slice(2)) / 4) * REM;
    if (what.startsWith('w-[')) width = (Number.parseFloat(what.slice(3)) / 100) * table;
  }
  return width;
}

test('beside any number of values the state keeps room for its words and the name for some of it, in every window', () => {
  for (const window of [390, 640, 768, 1024, 1280, 1440, 1536, 1920]) {
    for (let count = 1; count <= INVOICE_SCHEMA.fields.length; count += 1) {
      const { name, state } = widthsAt(count, window);
      expect([window, count, state >= WIDEST_STATE]).toEqual([window, count, true]);
      expect([window, count, name >= 120, name]).toEqual([window, count, true, name]);
    }
  }
});

test('two columns of values need no scrolling sideways on a small laptop, six none on a large one', () => {
  expect(widthsAt(2, 1024).isScrolled).toBe(false);
  expect(widthsAt(3, 1024).isScrolled).toBe(false);
  expect(widthsAt(6, 1440).isScrolled).toBe(false);
});
