import { expect, it } from 'vitest';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { findAlike, LAYOUT_LIKENESS } from './find-alike.ts';
import { searchBeginnings } from './search-beginnings.ts';
import { sketchReading } from './sketch-reading.ts';

const slip = (number: string, day: string, items: string[]) => [
  'Millers of Lindum Ltd',
  'Delivery slip',
  `Slip no. ${number}`,
  `Delivered on ${day}`,
  'Quantity Goods Price',
  ...items,
  'Goods stay ours until paid',
];
const sketchOf = (...pages: string[][]) => sketchReading(readingOfLines(pages));
const first = sketchOf(slip('A-1', '3 May 2026', ['2 sacks of wheat flour 31.00', '1 sack of rye flour 14.50']));

it('finds the next document of a layout again, whatever its figures, days and items', () => {
  const next = sketchOf(slip('A-977', '28 June 2026', ['12 sacks of oats 140.00']));
  const other = sketchOf(['Harbour Office', 'Permit to moor', 'Ship: Ada', 'Berth 12', 'Until 4 July 2026', 'The harbour master']);
  const found = findAlike(next, [
    { id: 'other', sketch: other },
    { id: 'first', sketch: first },
  ]);
  expect(found[0]?.id).toBe('first');
  expect(found[0]?.likeness).toBeGreaterThan(LAYOUT_LIKENESS);
  expect(found[1]?.likeness ?? 0).toBeLessThan(0.1);
});

it('forgives slips of recognition and a second page', () => {
  const scanned = sketchOf(
    [
      'Mil1ers of Lindum Ltd',
      'Delivery slip',
      'Slip no. A-4',
      'Delivercd on 9 May 2026',
      'Quantity Goods Price',
      '1 sack 3.00',
      'Goods stay ours until paid',
    ],
    ['Terms of delivery', 'All goods are checked on arrival.'],
  );
  expect(findAlike(scanned, [{ id: 'first', sketch: first }])[0]?.likeness).toBeGreaterThan(0.3);
});

it('gives the likest first and no more than are asked for; a document is as alike to itself as can be', () => {
  const known = ['a', 'b', 'c'].map((id, at) => ({
    id,
    sketch: sketchOf(slip('1', '1 May 2026', ['wheat', 'rye', 'oats'].slice(0, at + 1))),
  }));
  const found = findAlike(known[2]!.sketch, known, 2);
  expect(found.map(({ id }) => id)).toEqual(['c', 'b']);
  expect(found[0]?.likeness).toBe(1);
});

it('finds nothing for a document without words', () => {
  expect(findAlike(sketchOf([]), [{ id: 'first', sketch: first }])).toEqual([]);
});

it('tells the share that two documents have in common although their sketches hold only a part of them', () => {
  let seed = 1;
  const hash = () => {
    seed = Math.imul(seed, 1664525) + 1013904223;
    return seed >>> 0;
  };
  const shared = Array.from({ length: 480 }, hash);
  const sketchOfSet = (more: number) =>
    Uint32Array.from([...shared, ...Array.from({ length: more }, hash)].sort((a, b) => a - b).slice(0, 400));
  const [short, long] = [sketchOfSet(20), sketchOfSet(420)];
  expect(findAlike(short, [{ id: 'long', sketch: long }])[0]?.likeness).toBeCloseTo(480 / 920, 1);
  expect(findAlike(long, [{ id: 'short', sketch: short }])[0]?.likeness).toBeCloseTo(480 / 920, 1);
});

it('finds for the pages of a stack together the two likest beginnings of each, as like as one by one', () => {
  const ship = (name: string, berth: number) =>
    sketchOf(['Harbour Office', 'Permit to moor', `Ship: ${name}`, `Berth ${berth}`, 'Until 4 July 2026', 'The harbour master']);
  const known = [
    { id: 'menu', sketch: sketchOf(['Menu of the day', 'Soup and bread']) },
    { id: 'slip', sketch: first },
    ...['Ada', 'Bea', 'Cleo', 'Dora'].map((name, at) => ({ id: name, sketch: ship(name, at) })),
    { id: 'blank', sketch: new Uint32Array() },
  ];
  const pages = [ship('Ada', 7), sketchOf(slip('A-5', '1 July 2026', ['3 sacks of bran 9.00'])), sketchOf(['Thank you for your visit'])];
  const search = searchBeginnings(pages);
  for (const one of known) search.look(one);
  const found = search.found();
  expect([...found.keys()].sort()).toEqual(['Ada', 'Bea', 'slip']);
  for (const [page, id] of [[pages[0]!, 'Ada'] as const, [pages[1]!, 'slip'] as const])
    expect(found.get(id)?.likeness).toBe(findAlike(page, known)[0]?.likeness);
});
