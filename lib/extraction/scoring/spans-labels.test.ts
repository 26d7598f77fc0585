import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { line } from '../testing/print-table.ts';
import { setScene } from './scene.ts';
import { shortList } from './short-list.ts';

function addresses(page: Print[]): string[] {
  const scene = setScene(buildReading([page]), [fieldSchema.parse({ name: 'property_address', type: 'string', format: 'address' })]);
  return shortList(scene, 0).map((index) => scene.pool.candidates[index]?.text ?? '');
}

it('makes no address of values that have labels of their own', () => {
  const listed = addresses([
    ...line(60, [40, 'Address:'], [160, '14 Wheel Close, Hembury LH7 2RT']),
    ...line(72, [40, 'Price:'], [160, '290,000.00']),
    ...line(84, [40, 'Term:'], [160, '25 years']),
  ]);
  expect(listed).toContain('14 Wheel Close, Hembury LH7 2RT');
  expect(listed.filter((text) => /Wheel.*290,000|290,000.*25/.test(text))).toEqual([]);
});

it('keeps the lines of an address beside one label, and beside those of another address', () => {
  const page = [
    ...line(60, [40, 'Ship to'], [300, 'Bill to']),
    ...line(72, [40, '14 Wheel Close'], [300, '3 Quay Road']),
    ...line(84, [40, 'Hembury LH7 2RT'], [300, 'Marlow SL7 2AB']),
  ];
  expect(addresses(page)).toEqual(expect.arrayContaining(['14 Wheel Close Hembury LH7 2RT', '3 Quay Road Marlow SL7 2AB']));
});

it('takes a name over an address for no address', () => {
  const listed = addresses([
    ...line(60, [40, 'Ship to']),
    ...line(72, [40, 'Rosen Hall Receiving']),
    ...line(84, [40, '315 Quarry Street, Marlow MN 55979']),
  ]);
  expect(listed).not.toContain('Rosen Hall Receiving');
  expect(listed).toContain('315 Quarry Street, Marlow MN 55979');
});
