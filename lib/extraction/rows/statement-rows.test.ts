import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { buildPage, type Print } from '../testing/build-reading.ts';
import { BOOKINGS, german, PERIOD, SHORT, sided } from '../testing/print-bookings.ts';
import { drawGrid, line, readPages, readValues, rowsOf } from '../testing/print-table.ts';

describe('sides of bank statements', () => {
  it.each([
    ['Paid out', 'Paid in'],
    ['Debit', 'Credit'],
    ['Soll', 'Haben'],
    ['Lastschrift EUR', 'Gutschrift EUR'],
    ['Débit', 'Crédit'],
    ['Cargo', 'Abono'],
    ['Dare', 'Avere'],
    ['Withdrawals', 'Deposits'],
    ['Money out (£)', 'Money in (£)'],
    ['Af', 'Bij'],
    ['Wn', 'Ma'],
  ])('reads %s and %s as one amount with its sign', (out, into) => {
    const page = sided(
      [out, into],
      ['03.04.', 'Water works', '38.20', '', '1,165.95'],
      ['14.04.', 'Salary', '', '2,310.00', '3,475.95'],
      ['28.04.', 'Books', '17.49', '0.00', ''],
    );
    expect(readValues([[...PERIOD, ...page]], BOOKINGS)).toEqual([
      ['2031-04-03', 'Water works', -38.2, 1165.95],
      ['2031-04-14', 'Salary', 2310, 3475.95],
      ['2031-04-28', 'Books', -17.49, null],
    ]);
  });

  it('names the column that an amount stands in', () => {
    const page = sided(['Paid out', 'Paid in'], ['03.04.', 'Water', '38.20', '', '9.00'], ['14.04.', 'Salary', '', '2,310.00', '2,319.00']);
    const rows = rowsOf([[...PERIOD, ...page]], BOOKINGS);
    expect(rows.map(({ amount }) => amount?.reason)).toEqual([expect.stringContaining('Paid out'), expect.stringContaining('Paid in')]);
    expect(rows[0]?.amount?.evidence[0]?.text).toBe('38.20');
  });

  it('leaves two columns apart where the row has a field for each', () => {
    const both = fieldSchema.parse({
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'date', type: 'date' },
        { name: 'description', type: 'string' },
        { name: 'debit', type: 'money' },
        { name: 'credit', type: 'money' },
      ],
    });
    const page = sided(['Debit', 'Credit'], ['03.04.', 'Water', '38.20', '', '9.00'], ['14.04.', 'Salary', '', '2,310.00', '2,319.00']);
    expect(readValues([[...PERIOD, ...page]], both)).toEqual([
      ['2031-04-03', 'Water', 38.2, null],
      ['2031-04-14', 'Salary', null, 2310],
    ]);
  });

  it.each([
    ['780,00-', '2.640,50+'],
    ['780,00 S', '2.640,50 H'],
    ['780,00 D', '2.640,50 C'],
    ['780,00 DR', '2.640,50 CR'],
    ['780.00DR', '2,640.50CR'],
    ['780.00D', '2,640.50C'],
    ['780,00S', '2.640,50H'],
  ])('reads the sign behind %s and %s', (out, into) => {
    const page = german(['Datum', 'Wert', 'Text', 'Betrag'], ['02.04.', '02.04.', 'Miete', out], ['15.04.', '15.04.', 'Gehalt', into]);
    expect(readValues([[...PERIOD, ...page]], SHORT).map(([, , amount]) => amount)).toEqual([-780, 2640.5]);
  });

  it('takes a credit among bare charges off, and a credit beside debits or behind a balance on', () => {
    const rows = (...amounts: [string, string]) =>
      german(['Datum', 'Wert', 'Text', 'Betrag'], ['02.04.', '02.04.', 'Shop', amounts[0]], ['15.04.', '15.04.', 'Payment', amounts[1]]);
    const amountsOf = (page: Print[]) => readValues([[...PERIOD, ...page]], SHORT).map(([, , amount]) => amount);
    expect(amountsOf(rows('20,00', '50,00 CR'))).toEqual([20, -50]);
    expect(amountsOf(rows('20,00 DR', '50,00 CR'))).toEqual([-20, 50]);
    const page = sided(['Paid out', 'Paid in'], ['03.04.', 'Water', '38.20', '', '9.00 CR'], ['14.04.', 'Rent', '30.00', '', '21.00 OD']);
    expect(readValues([[...PERIOD, ...page]], BOOKINGS).map((row) => row.at(-1))).toEqual([9, -21]);
  });

  it.each(['25,00 S', '25,00S', '25,00 D'])('takes the single letter of %s, which only some amounts have, for a code', (taxi) => {
    const page = german(['Datum', 'Wert', 'Text', 'Betrag'], ['02.04.', '02.04.', 'Taxi', taxi], ['15.04.', '15.04.', 'Hotel', '90,00 Z']);
    expect(readValues([[...PERIOD, ...page]], SHORT).map(([, , amount]) => amount)).toEqual([25, 90]);
  });

  it.each([
    ['25,00 S', '90,00 D'],
    ['25,00 S', '90,00 S'],
    ['25,00 D', '90,00 D'],
    ['25,00 A', '90,00 B'],
    ['25,00 C', '90,00 C'],
    ['25,00S', '90,00D'],
  ])('takes letters that every amount has for codes where they are not the two sides of a ledger: %s, %s', (taxi, hotel) => {
    const page = german(['Datum', 'Wert', 'Text', 'Betrag'], ['02.04.', '02.04.', 'Taxi', taxi], ['15.04.', '15.04.', 'Hotel', hotel]);
    expect(readValues([[...PERIOD, ...page]], SHORT).map(([, , amount]) => amount)).toEqual([25, 90]);
  });

  it.each([
    ['Betrag Soll/Haben', '25,00 S', -25],
    ['Betrag S/H', '25,00 H', 25],
    ['Amount debit/credit', '25,00 D', -25],
  ])('takes one letter for a side under the heading “%s”', (title, printed, amount) => {
    const page = german(['Datum', 'Wert', 'Text', title], ['02.04.', '02.04.', 'Taxi', printed], ['15.04.', '15.04.', 'Hotel', printed]);
    expect(readValues([[...PERIOD, ...page]], SHORT).map(([, , value]) => value)).toEqual([amount, amount]);
  });

  it.each(['VAT', 'Tax code', 'MwSt', 'TVA'])('takes no letter under the heading %s for a side', (title) => {
    const page = (...codes: [string, string]) => [
      ...line(60, [40, 'Date'], [110, 'Description'], [440, '>Amount'], [500, title]),
      ...line(80, [40, '02/04/2031'], [110, 'Taxi'], [440, '>25.00'], [500, codes[0]]),
      ...line(100, [40, '03/04/2031'], [110, 'Hotel'], [440, '>90.00'], [500, codes[1]]),
    ];
    const expected = [
      ['2031-04-02', 'Taxi', 25],
      ['2031-04-03', 'Hotel', 90],
    ];
    expect(readValues([page('S', 'Z')], SHORT)).toEqual(expected);
    expect(readValues([page('S', 'D')], SHORT)).toEqual(expected);
    const drawn = drawGrid(buildPage(1, page('S', 'D')), [30, 100, 380, 460, 560], [55, 75, 95, 115]);
    expect(readPages([drawn], SHORT).map((row) => Object.values(row).map(({ value }) => value))).toEqual(expected);
  });

  it('reads a side that is printed in a column of its own', () => {
    const page = [
      ...line(60, [40, 'Datum'], [110, 'Omschrijving'], [330, 'Af/Bij'], [545, '>Bedrag']),
      ...line(80, [40, '02-04'], [110, 'Huur'], [330, 'Af'], [545, '>780,00']),
      ...line(100, [40, '15-04'], [110, 'Salaris'], [330, 'Bij'], [545, '>2.640,50']),
    ];
    expect(readValues([[...PERIOD, ...page]], SHORT)).toEqual([
      ['2031-04-02', 'Huur', -780],
      ['2031-04-15', 'Salaris', 2640.5],
    ]);
  });

  it('goes on over a page break under repeated headings', () => {
    const first = sided(['Débit', 'Crédit'], ['03.04.', 'Eau', '38,20', '', ''], ['14.04.', 'Solde à reporter', '', '', '1.165,95']);
    const second = sided(['Débit', 'Crédit'], ['14.04.', 'Solde reporté', '', '', '1.165,95'], ['28.04.', 'Salaire', '', '2.310,00', '']);
    expect(readValues([[...PERIOD, ...first], second], SHORT)).toEqual([
      ['2031-04-03', 'Eau', -38.2],
      ['2031-04-28', 'Salaire', 2310],
    ]);
  });

  it('reads a drawn table with the sides and without its balances alike', () => {
    const page = sided(
      ['Paid out', 'Paid in'],
      ['01.04.', 'Balance brought forward', '', '', '1,204.15'],
      ['03.04.', 'Water works', '38.20', '', '1,165.95'],
      ['14.04.', 'Salary', '-', '2,310.00', '3,475.95'],
    );
    const drawn = drawGrid(buildPage(1, [...PERIOD, ...page]), [30, 100, 310, 390, 470, 560], [55, 75, 95, 115, 135]);
    expect(readPages([drawn], BOOKINGS).map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['2031-04-03', 'Water works', -38.2, 1165.95],
      ['2031-04-14', 'Salary', 2310, 3475.95],
    ]);
  });
});

describe('balances between bookings', () => {
  it.each(['Balance brought forward', 'Saldovortrag', 'Solde reporté', 'Opening balance', 'Saldo anterior'])(
    'keeps “%s” out of the rows, and goes on below it',
    (words) => {
      const page = sided(
        ['Paid out', 'Paid in'],
        ['01 Apr', words, '', '', '1,204.15'],
        ['03 Apr', 'Water works', '38.20', '', '1,165.95'],
        ['10 Apr', words, '', '', '1,165.95'],
        ['14 Apr', 'VAT payment', '10.00', '', '1,155.95'],
      );
      expect(readValues([[...PERIOD, ...page]], BOOKINGS).map(([, text, amount]) => [text, amount])).toEqual([
        ['Water works', -38.2],
        ['VAT payment', -10],
      ]);
    },
  );

  it('leaves a booking in that is called as a carried sum is', () => {
    const page = german(
      ['Datum', 'Wert', 'Text', 'Betrag'],
      ['02.04.', '02.04.', 'Übertrag', '-80,00'],
      ['15.04.', '15.04.', 'Gehalt', '20,50'],
    );
    expect(readValues([[...PERIOD, ...page]], SHORT).map(([, text, amount]) => [text, amount])).toEqual([
      ['Übertrag', -80],
      ['Gehalt', 20.5],
    ]);
  });
});
