import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { line, readValues } from '../../testing/print-table.ts';

const ITEMS = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'item_number', type: 'string', description: 'Article or product number.' },
    { name: 'description', type: 'string' },
    { name: 'quantity', type: 'number' },
    { name: 'unit', type: 'string', description: 'What the quantity counts: pcs, hours, kg.' },
    { name: 'unit_price', type: 'money' },
    { name: 'line_total', type: 'money' },
  ],
});

describe('what stands under a heading', () => {
  it.each(['Item', 'Artikel', 'Article', 'Artículo', 'Articolo', 'Artigo'])('says that “%s” names what is billed over names', (title) => {
    const page = [
      ...line(60, [40, title], [330, '>Qty'], [420, '>Price'], [545, '>Amount']),
      ...line(80, [40, 'Window cleaning, May'], [330, '>2'], [420, '>45.00'], [545, '>90.00']),
      ...line(100, [40, 'Ladder hire'], [330, '>1'], [420, '>30.00'], [545, '>30.00']),
    ];
    expect(readValues([page], ITEMS)).toEqual([
      [null, 'Window cleaning, May', 2, null, 45, 90],
      [null, 'Ladder hire', 1, null, 30, 30],
    ]);
  });

  it('says that a count of the lines is what a field of just that name asks for', () => {
    const counted = fieldSchema.parse({
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'position', type: 'string' },
        { name: 'bezeichnung', type: 'string' },
        { name: 'menge', type: 'number' },
        { name: 'gesamtpreis', type: 'money' },
      ],
    });
    const page = [
      ...line(60, [40, 'Pos.'], [80, 'Bezeichnung'], [330, '>Menge'], [545, '>Gesamtpreis']),
      ...line(80, [40, '1'], [80, 'Umzugskarton'], [330, '>40'], [545, '>84,00']),
      ...line(100, [40, '2'], [80, 'Packseide, Bogen'], [330, '>24'], [545, '>12,50']),
    ];
    expect(readValues([page], counted)).toEqual([
      ['1', 'Umzugskarton', 40, 84],
      ['2', 'Packseide, Bogen', 24, 12.5],
    ]);
  });

  it('says that such a heading means the number over codes, also in a table with a tax column and sums below', () => {
    const page = [
      ...line(60, [40, 'Artigo'], [100, 'Designação'], [330, '>Qtd.'], [400, '>Preço unit.'], [460, '>IVA'], [545, '>Valor']),
      ...line(80, [40, '003'], [100, 'Vassoura'], [330, '>20'], [400, '>3,50'], [460, '>23%'], [545, '>70,00']),
      ...line(100, [40, '011'], [100, 'Balde azul'], [330, '>4'], [400, '>6,00'], [460, '>23%'], [545, '>24,00']),
      ...line(130, [440, 'Total ilíquido'], [545, '>94,00']),
      ...line(150, [440, 'Total do IVA'], [545, '>21,62']),
      ...line(170, [440, 'Total a pagar'], [545, '>115,62']),
    ];
    expect(readValues([page], ITEMS)).toEqual([
      ['003', 'Vassoura', 20, null, 3.5, 70],
      ['011', 'Balde azul', 4, null, 6, 24],
    ]);
  });

  it('tells the count of the lines from an article number, and a price headed “Einzel” from a unit', () => {
    const page = [
      ...line(60, [40, 'Pos.'], [90, 'Bezeichnung'], [330, '>Menge'], [360, 'ME'], [460, '>Einzel'], [545, '>Gesamt']),
      ...line(80, [40, '1'], [90, 'Estrich legen'], [330, '>12'], [360, 'm²'], [460, '>30,00'], [545, '>360,00']),
      ...line(100, [40, '2'], [90, 'Sockelleisten'], [330, '>8'], [360, 'm'], [460, '>5,50'], [545, '>44,00']),
    ];
    expect(readValues([page], ITEMS)).toEqual([
      [null, 'Estrich legen', 12, 'm²', 30, 360],
      [null, 'Sockelleisten', 8, 'm', 5.5, 44],
    ]);
  });

  it('takes a column of units by what it is called in Polish, and prices over two lines of headings', () => {
    const page = [
      ...line(60, [40, 'Lp.'], [70, 'Nazwa'], [300, '>Ilość'], [330, 'J.m.'], [430, '>Cena jedn.'], [545, '>Wartość']),
      ...line(71, [430, '>netto'], [545, '>netto']),
      ...line(90, [40, '1'], [70, 'Rura miedziana'], [300, '>10'], [330, 'mb'], [430, '>18,00'], [545, '>180,00']),
      ...line(110, [40, '2'], [70, 'Montaż pieca'], [300, '>1'], [330, 'usł.'], [430, '>400,00'], [545, '>400,00']),
    ];
    expect(readValues([page], ITEMS)).toEqual([
      [null, 'Rura miedziana', 10, 'mb', 18, 180],
      [null, 'Montaż pieca', 1, 'usł.', 400, 400],
    ]);
  });

  it('gives the unit that stands behind a quantity', () => {
    const page = [
      ...line(60, [40, 'Leistung'], [330, '>Anzahl'], [430, '>Einzelpreis'], [545, '>Gesamtpreis']),
      ...line(80, [40, 'Hecke schneiden'], [330, '>2,5 Std.'], [430, '>40,00 €'], [545, '>100,00 €']),
      ...line(100, [40, 'Grüngut abfahren'], [330, '>3 Säcke'], [430, '>8,00 €'], [545, '>24,00 €']),
    ];
    expect(readValues([page], ITEMS).map((row) => row.slice(2, 4))).toEqual([
      [2.5, 'Std.'],
      [3, 'Säcke'],
    ]);
  });
});
