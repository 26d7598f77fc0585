import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { buildReading } from '../testing/build-reading.ts';
import { german, PERIOD, SHORT } from '../testing/print-bookings.ts';
import { line, readValues, rowsOf } from '../testing/print-table.ts';
import { completeDay, findYears } from './cells/days.ts';

describe('amounts and days of bank statements', () => {
  it('takes no column of days for an amount, and books on the day of booking rather than that of value', () => {
    const page = german(
      ['Buchung', 'Wert', 'Text', 'Betrag EUR'],
      ['02.04.', '03.04.', 'Miete Werkstatt', '-780,00'],
      ['15.04.', '16.04.', 'Gehalt', '2.640,50'],
    );
    expect(readValues([[...PERIOD, ...page]], SHORT)).toEqual([
      ['2031-04-02', 'Miete Werkstatt', -780],
      ['2031-04-15', 'Gehalt', 2640.5],
    ]);
  });

  it.each([
    ['02/04', '2031-04-02'],
    ['02-04', '2031-04-02'],
    ['3. Apr', '2031-04-03'],
    ['14 avr', '2031-04-14'],
    ['3 abr', '2031-04-03'],
    ['Apr 7', '2031-04-07'],
  ])('gives %s the year of the period', (day, date) => {
    const page = german(['Datum', 'Valuta', 'Text', 'Betrag'], [day, day, 'Miete', '-780,00'], [day, day, 'Gehalt', '20,50']);
    expect(readValues([[...PERIOD, ...page]], SHORT)).toEqual([
      [date, 'Miete', -780],
      [date, 'Gehalt', 20.5],
    ]);
  });

  it('gives days of a period over New Year the year that makes them lie within it', () => {
    const page = german(
      ['Datum', 'Wert', 'Text', 'Betrag'],
      ['28.12.', '28.12.', 'Miete', '-80,00'],
      ['04.01.', '04.01.', 'Gehalt', '20,50'],
    );
    const period = line(30, [40, 'Zeitraum'], [120, '15.12.2030 - 14.01.2031']);
    expect(readValues([[...period, ...page]], SHORT).map(([date]) => date)).toEqual(['2030-12-28', '2031-01-04']);
  });

  it('gives days the year before that of a statement made in January', () => {
    const page = german(
      ['Datum', 'Wert', 'Text', 'Betrag'],
      ['28.12.', '28.12.', 'Miete', '-80,00'],
      ['04.01.', '04.01.', 'Gehalt', '20,50'],
    );
    const made = line(30, [40, 'erstellt am'], [120, '06.01.2031']);
    expect(readValues([[...made, ...page]], SHORT).map(([date]) => date)).toEqual(['2030-12-28', '2031-01-04']);
  });

  it('leaves a day without any year empty, says so, and points at the cell of one that has it', () => {
    const page = german(
      ['Datum', 'Wert', 'Text', 'Betrag'],
      ['02.04.', '02.04.', 'Miete', '-80,00'],
      ['15.04.', '15.04.', 'Gehalt', '20,50'],
    );
    const [bare] = rowsOf([page], SHORT);
    expect(bare?.date).toMatchObject({ value: null, evidence: [] });
    expect(bare?.date?.reason).toContain('02.04.');
    const [dated] = rowsOf([[...PERIOD, ...page]], SHORT);
    expect(dated?.date?.evidence.map(({ text }) => text)).toEqual(['02.04.']);
    expect(dated?.date?.reason).toContain('year');
    expect(dated?.date?.confidence).toBeLessThan(0.75);
    expect(dated?.amount?.confidence).toBeGreaterThan(0.85);
  });

  it('is no surer of a day without its year because the amounts add up to a printed sum', () => {
    const table = fieldSchema.parse({
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'date', type: 'date' },
        { name: 'description', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    });
    const page = (first: string, second: string) => [
      ...line(60, [40, 'Date'], [110, 'Description'], [545, '>Amount']),
      ...line(80, [40, first], [110, 'Taxi'], [545, '>25.00']),
      ...line(100, [40, second], [110, 'Hotel'], [545, '>90.00']),
      ...line(140, [400, 'Total'], [545, '>115.00']),
    ];
    const sure = (days: [string, string]) => rowsOf([[...PERIOD, ...page(...days)]], table).map(({ date }) => date?.confidence ?? 1);
    for (const confidence of sure(['02.04.', '03.04.'])) expect(confidence).toBeLessThan(0.75);
    for (const confidence of sure(['02.04.2031', '03.04.2031'])) expect(confidence).toBeGreaterThan(0.9);
  });

  it('looks for the year of a day once, and makes one span of those that touch', () => {
    const page = german(['Buchung', 'Wert', 'Text', 'Betrag'], ['02.04.', '02.04.', 'Miete', '-80,00']);
    const context = createExtractionContext(buildReading(Array.from({ length: 30 }, () => [...PERIOD, ...page])), SHORT.fields ?? []);
    const years = findYears(context);
    expect(years.choices.map((spans) => spans.length)).toEqual([1, 1, 1, 1]);
    expect(completeDay('02.04.', years, context.pool.locale)).toBe('2031-04-02');
    expect([...years.known]).toEqual([['02.04.', '2031-04-02']]);
  });
});
