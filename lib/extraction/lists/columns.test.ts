import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildPage, buildReading, type Print } from '../testing/build-reading.ts';
import { drawGrid, line } from '../testing/print-table.ts';

/** Reads one list field of made-up pages. */
function readList(
  pages: (Print[] | ReturnType<typeof buildPage>)[],
  name: string,
  description = '',
  others: string[] = [],
): ExtractedValue {
  const fields = [
    fieldSchema.parse({ name, type: 'list', description }),
    ...others.map((other) => fieldSchema.parse({ name: other, type: 'string' })),
  ];
  const drawn = pages.flatMap((page) => (Array.isArray(page) ? [] : [page]));
  const printed = buildReading(pages.flatMap((page) => (Array.isArray(page) ? [page] : [])));
  return extract({ schema: { fields }, reading: drawn.length ? { ...printed, pages: drawn } : printed }).fields[name] as ExtractedValue;
}

const KEEPERS = [
  ...line(60, [40, 'Lighthouse'], [220, 'Keeper'], [400, 'Since']),
  ...line(80, [40, 'Skarvik'], [220, 'Edda Holm'], [400, '2019']),
  ...line(100, [40, 'Tornholm'], [220, 'Tomas Vik'], [400, '2024']),
];

describe('lists that are a column of a table', () => {
  it('are its cells, each with its place', () => {
    const keepers = readList([KEEPERS], 'keepers');
    expect(keepers.value).toEqual(['Edda Holm', 'Tomas Vik']);
    expect(keepers.reason).toBe('stands in the column “Keeper”');
    expect(keepers.evidence.map(({ text }) => text)).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('keep commas within a cell and cells of several lines together', () => {
    const page = [
      ...line(60, [40, 'Keeper'], [220, 'Tools'], [400, 'Since']),
      ...line(80, [40, 'Edda Holm'], [220, 'Lamp, brass'], [400, '2019']),
      ...line(91, [220, 'and tin']),
      ...line(110, [40, 'Tomas Vik'], [220, 'Rope, 20 m'], [400, '2024']),
    ];
    expect(readList([page], 'tools').value).toEqual(['Lamp, brass and tin', 'Rope, 20 m']);
  });

  it('end at running text under the table', () => {
    const page = [
      ...KEEPERS,
      ...line(118, [40, 'Keepers are appointed by the harbour office for a term of six years and may be appointed again.']),
    ];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('go on on the next page under the same heading', () => {
    const next = [
      ...line(60, [40, 'Lighthouse'], [220, 'Keeper'], [400, 'Since']),
      ...line(80, [40, 'Grindholm'], [220, 'Ann Berg'], [400, '2030']),
    ];
    expect(readList([KEEPERS, next], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik', 'Ann Berg']);
  });

  it('are read by the grid where lines are drawn', () => {
    const prints = [
      ...line(64, [44, 'Lighthouse'], [204, 'Keeper'], [404, 'Since']),
      ...line(84, [44, 'Skarvik'], [204, 'Edda Holm'], [404, '2019']),
      ...line(104, [44, 'Tornholm'], [204, 'Tomas Vik'], [404, '2024']),
    ];
    const page = drawGrid(buildPage(1, prints), [40, 200, 400, 560], [60, 80, 100, 120]);
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('are the first column of words under a heading over the whole table', () => {
    const page = [
      { text: 'Keepers', x: 40, y: 40, bold: true, size: 12 },
      ...line(60, [40, 'No.'], [120, 'Full name'], [400, 'Since']),
      ...line(80, [40, '1'], [120, 'Edda Holm'], [400, '2019']),
      ...line(100, [40, '2'], [120, 'Tomas Vik'], [400, '2024']),
    ];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('leave a column to the field that its heading names better', () => {
    const fields = ['keepers', 'crew'].map((name) => fieldSchema.parse({ name, type: 'list', description: 'Keepers of lighthouses' }));
    const found = extract({ schema: { fields }, reading: buildReading([KEEPERS]) }).fields;
    const [keepers, crew] = fields.map(({ name }) => found[name] as ExtractedValue);
    expect(keepers?.value).toEqual(['Edda Holm', 'Tomas Vik']);
    expect(crew?.reason ?? '').not.toMatch(/column/);
  });

  it('end at a sum, whether lines are drawn or not', () => {
    const rows = [
      ...line(64, [44, 'Keeper'], [204, 'Tower'], [404, 'Fee']),
      ...line(84, [44, 'Edda Holm'], [204, 'Skarvik'], [404, '200.00']),
    ];
    const page = [...rows, ...line(104, [44, 'Total'], [404, '200.00'])];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm']);
    const drawn = drawGrid(buildPage(1, page), [40, 200, 400, 560], [60, 80, 100, 120]);
    expect(readList([drawn], 'keepers').value).toEqual(['Edda Holm']);
  });

  it('pass over empty cells and dashes', () => {
    const page = [
      ...line(64, [44, 'Tower'], [204, 'Keeper'], [404, 'Since']),
      ...line(84, [44, 'Skarvik'], [204, 'Edda Holm'], [404, '2019']),
      ...line(104, [44, 'Tornholm'], [404, '2024']),
      ...line(124, [44, 'Lysholm'], [204, '–'], [404, '2025']),
      ...line(144, [44, 'Grindholm'], [204, 'Ann Berg'], [404, '2030']),
    ];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Ann Berg']);
    const drawn = drawGrid(buildPage(1, page), [40, 200, 400, 560], [60, 80, 100, 120, 140, 160]);
    expect(readList([drawn], 'keepers').value).toEqual(['Edda Holm', 'Ann Berg']);
  });

  it('take a row that fills no other column as an entry of its own', () => {
    const page = [
      ...line(60, [40, 'Tower'], [220, 'Keeper'], [400, 'Since']),
      ...line(80, [40, 'Skarvik'], [220, 'Edda Holm'], [400, '2019']),
      ...line(100, [40, 'Tornholm'], [220, 'Tomas Vik'], [400, '2024']),
      ...line(120, [220, 'Ann Berg']),
    ];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik', 'Ann Berg']);
  });

  it('end before a line far below that is set otherwise', () => {
    const page = [...KEEPERS, ...line(132, [300, 'Harbour office'], [470, 'Page 1 of 2'])];
    expect(readList([page], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('do not go on on the next page under other headings', () => {
    const next = [...line(60, [40, 'Keeper'], [220, 'Boat'], [400, 'Fee']), ...line(80, [40, 'Ann Berg'], [220, 'Ran'], [400, '90'])];
    expect(readList([KEEPERS, next], 'keepers').value).toEqual(['Edda Holm', 'Tomas Vik']);
  });

  it('are doubted where the line of headings may be one of a form', () => {
    const page = [
      ...line(60, [40, 'Lighthouse'], [140, 'Skarvik'], [300, 'Height'], [400, '31 m']),
      ...line(80, [40, 'Keeper'], [140, 'Edda Holm'], [300, 'Colour'], [400, 'white']),
      ...line(100, [40, 'Since'], [140, '2019'], [300, 'Range'], [400, '12 nm']),
    ];
    expect(readList([page], 'keepers').confidence).toBeLessThanOrEqual(0.5);
  });

  it('are left to scoring where values are known by their form', () => {
    const page = [
      ...line(60, [40, 'Keeper'], [220, 'Email'], [400, 'Since']),
      ...line(80, [40, 'Edda Holm'], [220, 'see office'], [400, '2019']),
      ...line(100, [40, 'Tomas Vik'], [220, 'tomas@skarvik.example'], [400, '2024']),
    ];
    expect(readList([page], 'emails').value).not.toContain('see office');
  });
});

const GOODS = [
  ...line(60, [40, 'Pos'], [80, 'Art. no.'], [160, 'Description'], [400, '>Qty'], [470, '>Price'], [545, '>Amount']),
  ...line(80, [40, '1'], [80, 'RX-204'], [160, 'Garden hose, 20 m'], [400, '>2'], [470, '>19.90'], [545, '>39.80']),
  ...line(100, [40, '2'], [80, 'RX-377'], [160, 'Bolt M8'], [400, '>40'], [470, '>0.50'], [545, '>20.00']),
  ...line(130, [400, '>Total'], [545, '>59.80']),
];

describe('lists of goods', () => {
  it('are the names in the table of goods, not their positions or numbers', () => {
    const items = readList([GOODS], 'items', 'All goods');
    expect(items.value).toEqual(['Garden hose, 20 m', 'Bolt M8']);
    expect(items.confidence).toBeGreaterThan(0.8);
  });

  it('are their numbers where these are asked for', () => {
    expect(readList([GOODS], 'article_numbers').value).toEqual(['RX-204', 'RX-377']);
  });

  it('are found in tables without prices', () => {
    const page = [
      ...line(60, [40, 'Art. no.'], [160, 'Description'], [400, 'Lot']),
      ...line(80, [40, 'RX-204'], [160, 'Garden hose, 20 m'], [400, 'A118']),
      ...line(100, [40, 'RX-377'], [160, 'Bolt M8'], [400, 'C204']),
    ];
    expect(readList([page], 'items', 'Goods delivered').value).toEqual(['Garden hose, 20 m', 'Bolt M8']);
  });
});
