import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { line } from '../testing/print-table.ts';
import { createExtractionContext } from './extraction-context.ts';
import { shortList } from './short-list.ts';

function addresses(page: Print[]): string[] {
  const context = createExtractionContext(buildReading([page]), [
    fieldSchema.parse({ name: 'property_address', type: 'string', format: 'address' }),
  ]);
  return shortList(context, 0).map((index) => context.pool.candidates[index]?.text ?? '');
}

it('makes no address of values that have labels of their own', () => {
  const listed = addresses([
    ...line(60, [40, 'Address:'], [160, '7 Cooper Row, Sandwell DY4 8QT']),
    ...line(72, [40, 'Price:'], [160, '185,000.00']),
    ...line(84, [40, 'Term:'], [160, '25 years']),
  ]);
  expect(listed).toContain('7 Cooper Row, Sandwell DY4 8QT');
  expect(listed.filter((text) => /Cooper.*185,000|185,000.*25/.test(text))).toEqual([]);
});

it('keeps the lines of an address beside one label, and beside those of another address', () => {
  const page = [
    ...line(60, [40, 'Ship to'], [300, 'Bill to']),
    ...line(72, [40, '7 Cooper Row'], [300, '3 Quay Road']),
    ...line(84, [40, 'Sandwell DY4 8QT'], [300, 'Marlow SL7 2AB']),
  ];
  expect(addresses(page)).toEqual(expect.arrayContaining(['7 Cooper Row Sandwell DY4 8QT', '3 Quay Road Marlow SL7 2AB']));
});

it('takes a name over an address for no address', () => {
  const listed = addresses([
    ...line(60, [40, 'Ship to']),
    ...line(72, [40, 'Larch Works Stores']),
    ...line(84, [40, '82 Mill Street, Tilden NE 68781']),
  ]);
  expect(listed).not.toContain('Larch Works Stores');
  expect(listed).toContain('82 Mill Street, Tilden NE 68781');
});
