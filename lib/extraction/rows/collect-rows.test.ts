import { describe, expect, it } from 'vitest';
import type { Print } from '../testing/build-reading.ts';
import { readValues } from '../testing/print-table.ts';

const read = (prints: Print[]) => readValues([prints]);
const HEAD: Print[] = [
  { text: 'Beschreibung', x: 40, y: 60 },
  { text: 'Menge', x: 264, y: 60 },
  { text: 'Einheit', x: 300, y: 60 },
  { text: 'Einzelpreis', x: 380, y: 60 },
  { text: 'Nettobetrag', x: 545, y: 60, right: true },
];
const row = (y: number, text: string, count: string, price: string, total: string, totalAt = y): Print[] => [
  { text, x: 40, y },
  { text: `${count} Stk`, x: 286, y },
  { text: price, x: 435, y, right: true },
  { text: total, x: 545, y: totalAt, right: true },
];

describe('rows of a table', () => {
  it('parts a quantity from the unit printed close behind it', () => {
    expect(read([...HEAD, ...row(80, 'Rohr', '3', '4,00', '12,00'), ...row(100, 'Muffe', '-2', '1,50', '-3,00')])).toEqual([
      ['Rohr', 3, 4, 12],
      ['Muffe', -2, 1.5, -3],
    ]);
  });

  it('takes a total that was set a little lower into its row', () => {
    expect(read([...HEAD, ...row(80, 'Rohr', '3', '4,00', '12,00', 89), ...row(110, 'Muffe', '2', '1,50', '3,00', 119)])).toEqual([
      ['Rohr', 3, 4, 12],
      ['Muffe', 2, 1.5, 3],
    ]);
  });

  it('joins a name over two lines, and leaves out a remark that stands further below', () => {
    const prints = [
      ...HEAD,
      ...row(80, 'Verbindungsstück-', '3', '4,00', '12,00'),
      { text: 'Messing', x: 40, y: 92 },
      { text: 'Lieferung frei Haus', x: 40, y: 116 },
      ...row(140, 'Muffe', '2', '1,50', '3,00'),
    ];
    expect(read(prints).map(([text]) => text)).toEqual(['Verbindungsstück- Messing', 'Muffe']);
  });

  it('does not take a stray figure under the rows for a row', () => {
    const prints = [
      ...HEAD,
      ...row(80, 'Rohr', '3', '4,00', '12,00'),
      ...row(100, 'Muffe', '2', '1,50', '3,00'),
      { text: '0,10', x: 545, y: 125, right: true },
    ];
    expect(read(prints)).toHaveLength(2);
  });

  it('go on behind what is told of one of them on a line of labels', () => {
    const items = ['Rohr', 'Muffe', 'Bogen', 'Kappe'];
    const told = (y: number): Print[] => [
      { text: 'Farbe: rot', x: 40, y },
      { text: 'Größe: M', x: 200, y },
    ];
    const prints = items.flatMap((text, at) => [...row(80 + at * 30, text, '3', '4,00', '12,00'), ...told(92 + at * 30)]);
    expect(read([...HEAD, ...prints]).map(([, ...figures]) => figures)).toEqual(items.map(() => [3, 4, 12]));
    expect(read([...HEAD, ...prints]).map(([text]) => String(text).split(' ')[0])).toEqual(items);
  });

  it('end at a line of labels behind which no row follows', () => {
    const told: Print[] = [
      { text: 'Gewicht: 21 kg', x: 40, y: 120 },
      { text: 'Siegel: 4471', x: 435, y: 120, right: true },
    ];
    const prints = [...row(80, 'Rohr', '3', '4,00', '12,00'), ...row(100, 'Muffe', '2', '1,50', '3,00'), ...told];
    expect(read([...HEAD, ...prints])).toHaveLength(2);
  });

  it('takes an amount with a full stop behind it for no day', () => {
    expect(read([...HEAD, ...row(80, 'Rohr', '3', '3.35', '10.05.'), ...row(100, 'Muffe', '2', '1.50', '3.00')])).toEqual([
      ['Rohr', 3, 3.35, 10.05],
      ['Muffe', 2, 1.5, 3],
    ]);
  });

  it('ends a till receipt at its shortened sums', () => {
    const line = (y: number, text: string, amount: string): Print[] => [
      { text, x: 40, y },
      { text: amount, x: 300, y, right: true },
    ];
    const rows = read([
      ...line(60, 'LENTIL SOUP', '6.50'),
      ...line(76, 'RYE BREAD', '2.00'),
      ...line(92, 'SUBTTL', '8.50'),
      ...line(108, 'SVC CHG 6%', '0.51'),
    ]);
    expect(rows.map(([text, , , total]) => [text, total])).toEqual([
      ['LENTIL SOUP', 6.5],
      ['RYE BREAD', 2],
    ]);
  });
});
