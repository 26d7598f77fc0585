import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildPage } from '../testing/build-reading.ts';
import { drawGrid, line, readPages, readValues } from '../testing/print-table.ts';

const LEGS = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Legs of the journey',
  fields: [
    { name: 'date', type: 'date' },
    { name: 'train', type: 'string', description: 'Train number' },
    { name: 'from', type: 'string', description: 'Station of departure' },
    { name: 'to', type: 'string', description: 'Station of arrival' },
  ],
});
const CREW = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'rank', type: 'string' },
    { name: 'nationality', type: 'string' },
  ],
});

describe('tables without figures', () => {
  it('are read by their headings', () => {
    const page = [
      ...line(60, [40, 'Date'], [130, 'Train'], [220, 'From'], [400, 'To']),
      ...line(80, [40, '2031-04-02'], [130, 'IC 2041'], [220, 'Aarhus H'], [400, 'Odense']),
      ...line(100, [40, '2031-04-02'], [130, 'RE 17'], [220, 'Odense'], [400, 'Svendborg Vest']),
      ...line(160, [40, 'Seats are not reserved. Please keep this paper until the end of your journey.']),
    ];
    expect(readValues([page], LEGS)).toEqual([
      ['2031-04-02', 'IC 2041', 'Aarhus H', 'Odense'],
      ['2031-04-02', 'RE 17', 'Odense', 'Svendborg Vest'],
    ]);
  });

  it('have cells of several lines', () => {
    const page = [
      ...line(60, [40, 'Name'], [220, 'Rank'], [400, 'Nationality']),
      ...line(80, [40, 'Edda Holm'], [220, 'Second'], [400, 'Icelandic']),
      ...line(91, [220, 'engineer']),
      ...line(110, [40, 'Tomas Vik'], [220, 'Cook'], [400, 'Norwegian']),
    ];
    expect(readValues([page], CREW)).toEqual([
      ['Edda Holm', 'Second engineer', 'Icelandic'],
      ['Tomas Vik', 'Cook', 'Norwegian'],
    ]);
  });

  it('are read by their drawn grid', () => {
    const page = buildPage(1, [
      ...line(64, [44, 'Name'], [204, 'Rank'], [404, 'Nationality']),
      ...line(84, [44, 'Edda Holm'], [204, 'Engineer'], [404, 'Icelandic']),
      ...line(104, [44, 'Tomas Vik'], [204, 'Cook'], [404, 'Norwegian']),
    ]);
    const rows = readPages([drawGrid(page, [40, 200, 400, 560], [60, 80, 100, 120])], CREW);
    expect(rows.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['Edda Holm', 'Engineer', 'Icelandic'],
      ['Tomas Vik', 'Cook', 'Norwegian'],
    ]);
  });

  it('are not seen in labels with values beside them', () => {
    const page = [
      ...line(60, [40, 'Name'], [220, 'Edda Holm']),
      ...line(80, [40, 'Rank'], [220, 'Engineer']),
      ...line(100, [40, 'Nationality'], [220, 'Icelandic']),
    ];
    expect(readValues([page], CREW)).toEqual([]);
  });
});
