import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Print } from './build-reading.ts';
import { line } from './print-table.ts';

/** The rows of a bank statement. */
export const BOOKINGS = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'date', type: 'date', description: 'Day of booking.' },
    { name: 'description', type: 'string', description: 'Who and what for.' },
    { name: 'amount', type: 'money', description: 'Money in (positive) or out (negative).' },
    { name: 'balance', type: 'money', description: 'Balance after the transaction.' },
  ],
});
export const columnsOf = (...names: string[]): Field => ({
  ...BOOKINGS,
  fields: BOOKINGS.fields?.filter(({ name }) => names.includes(name)),
});
export const SHORT = columnsOf('date', 'description', 'amount');

export const PERIOD = line(30, [40, 'Period'], [120, '01.04.2031 - 30.04.2031']);
/** A statement with a day of booking and one of value, and one amount. */
export const german = (titles: [string, string, string, string], ...rows: [string, string, string, string][]): Print[] => [
  ...line(60, [40, titles[0]], [110, titles[1]], [180, titles[2]], [545, `>${titles[3]}`]),
  ...rows.flatMap(([booked, valued, text, amount], at) =>
    line(80 + 20 * at, [40, booked], [110, valued], [180, text], [545, `>${amount}`]),
  ),
];
/** A statement with a column of money out and one of money in. */
export const sided = (titles: [string, string], ...rows: [string, string, string, string, string][]): Print[] => [
  ...line(60, [40, 'Date'], [110, 'Details'], [380, `>${titles[0]}`], [460, `>${titles[1]}`], [545, '>Balance']),
  ...rows.flatMap(([day, text, out, into, balance], at) =>
    line(
      80 + 20 * at,
      [40, day],
      [110, text],
      ...(out ? [[380, `>${out}`] as [number, string]] : []),
      ...(into ? [[460, `>${into}`] as [number, string]] : []),
      ...(balance ? [[545, `>${balance}`] as [number, string]] : []),
    ),
  ),
];
