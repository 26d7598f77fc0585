import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

const at = (x: number, y: number, ticked: boolean) => ({
  box: [x / 595, y / 842, (x + 10) / 595, (y + 10) / 842] as [number, number, number, number],
  ticked,
});

function read(prints: Print[], ticks: ReturnType<typeof at>[], names: string[]): unknown[] {
  const reading: Reading = buildReading([prints]);
  reading.pages[0]?.tick_boxes.push(...ticks);
  const fields = names.map((name) =>
    fieldSchema.parse({ name: name.replaceAll(' ', '_'), type: 'boolean', description: `${name} is ticked` }),
  );
  const found = extract({ schema: { fields }, reading }).fields as Record<string, ExtractedValue>;
  return fields.map(({ name }) => found[name]?.value);
}

test('a label that a colon ends names the box behind it, also where the next label stands right of the box', () => {
  const prints = [
    { text: 'By ship:', x: 40, y: 100 },
    { text: 'By rail (express):', x: 120, y: 100 },
    { text: 'By lorry:', x: 240, y: 100 },
  ];
  const ticks = [at(88, 100, false), at(212, 100, true), at(292, 100, false)];
  expect(read(prints, ticks, ['by lorry', 'by rail', 'by ship'])).toEqual([false, true, false]);
});

test('a label without a colon names the box before it', () => {
  const prints = [
    { text: 'By ship', x: 54, y: 100 },
    { text: 'By rail', x: 134, y: 100 },
  ];
  expect(read(prints, [at(40, 100, true), at(120, 100, false)], ['by ship', 'by rail'])).toEqual([true, false]);
});

test('all lines of a label over or left of a box count', () => {
  const prints = [
    { text: 'Harbour customs', x: 40, y: 100, size: 9 },
    { text: 'requirement', x: 46, y: 110, size: 9 },
    { text: 'Goods of this consignment', x: 200, y: 100, size: 9 },
    { text: 'were bought for resale', x: 200, y: 110, size: 9 },
    { text: 'within a year', x: 200, y: 120, size: 9 },
  ];
  const ticks = [at(66, 122, true), at(264, 120, false)];
  expect(read(prints, ticks, ['harbour customs requirement', 'goods bought for resale'])).toEqual([true, false]);
});

test('thousands in a label are one number, however they are parted', () => {
  const prints = [
    { text: 'Bought 5,000 crates', x: 54, y: 100 },
    { text: 'Bought 2.000 crates', x: 254, y: 100 },
  ];
  expect(read(prints, [at(40, 100, true), at(240, 100, false)], ['crates 5000', 'crates 2000'])).toEqual([true, false]);
});
