import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Print } from '../../testing/build-reading.ts';
import { line, readValues } from '../../testing/print-table.ts';

const ROUTE = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Ferries of the crossing',
  fields: [
    { name: 'ship', type: 'string' },
    { name: 'from', type: 'string', description: 'Port of departure' },
    { name: 'to', type: 'string', description: 'Port of arrival' },
    { name: 'date', type: 'date' },
  ],
});
const ONE_TEXT = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Known allergies',
  fields: [{ name: 'substance', type: 'string' }],
});
const NUMBERED = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  description: 'Items of the agenda',
  fields: [
    { name: 'number', type: 'string', description: 'Number of the item' },
    { name: 'title', type: 'string', description: 'What is discussed' },
  ],
});

const record = (top: number, ...lines: [string, string][]): Print[] =>
  lines.flatMap(([label, value], at) => line(top + 14 * at, [40, label], [150, value]));

describe('lists of a section', () => {
  it('give a row for each item, with the lines it goes on over', () => {
    const page = [
      { text: 'Allergies', x: 40, y: 40, size: 13, bold: true },
      ...line(60, [44, '• Penicillin, with a rash on the arms that came on the second']),
      ...line(71, [52, 'day of the treatment']),
      ...line(86, [44, '• Peanuts']),
      { text: 'Family', x: 40, y: 110, size: 13, bold: true },
      ...line(130, [44, '• Two brothers']),
    ];
    expect(readValues([page], ONE_TEXT)).toEqual([
      ['Penicillin, with a rash on the arms that came on the second day of the treatment'],
      ['Peanuts'],
    ]);
  });

  it('give the number of each numbered item, and leave those of a lower level out', () => {
    const page = [
      { text: 'AGENDA', x: 40, y: 40, size: 13, bold: true },
      ...line(60, [40, '1. Opening']),
      ...line(75, [40, '2. Harbour works']),
      ...line(90, [60, 'a. North quay']),
      ...line(105, [40, '3. Closing']),
    ];
    expect(readValues([page], NUMBERED)).toEqual([
      ['1', 'Opening'],
      ['2', 'Harbour works'],
      ['3', 'Closing'],
    ]);
  });
});

describe('records of labelled lines', () => {
  it('begin where a label comes again', () => {
    const page = [
      ...record(60, ['Ship:', 'Nordlys'], ['From:', 'Bodø'], ['To:', 'Moskenes'], ['Date:', '2031-06-02']),
      ...record(140, ['Ship:', 'Havørn'], ['From:', 'Moskenes'], ['To:', 'Værøy'], ['Date:', '2031-06-05']),
    ];
    expect(readValues([page], ROUTE)).toEqual([
      ['Nordlys', 'Bodø', 'Moskenes', '2031-06-02'],
      ['Havørn', 'Moskenes', 'Værøy', '2031-06-05'],
    ]);
  });

  it('are none where every label stands once', () => {
    const page = record(60, ['Ship:', 'Nordlys'], ['From:', 'Bodø'], ['To:', 'Moskenes'], ['Date:', '2031-06-02']);
    expect(readValues([page], ROUTE)).toEqual([]);
  });
});
