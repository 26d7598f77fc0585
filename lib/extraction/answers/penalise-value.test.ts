import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

type Spec = [name: string, type: 'string' | 'date' | 'money' | 'number'];
/** Lines of parts, each part with its left edge in points. */
type Lines = [number, string][][];

function answers(specs: Spec[], lines: Lines): Record<string, ExtractedValue> {
  const prints: Print[] = lines.flatMap((line, at) => line.map(([x, text]) => ({ text, x, y: 40 + at * 20 })));
  const fields = specs.map(([name, type]) => fieldSchema.parse({ name, type }));
  return extract({ schema: { fields }, reading: buildReading([prints]) }).fields as Record<string, ExtractedValue>;
}

describe('values that their form or place speaks against', () => {
  it('are in doubt where a number goes on', () => {
    const number = (text: string) => answers([['account_number', 'string']], [[[40, 'Oak Ltd']], [[40, text]]]).account_number;
    expect(number('Account number 6310')?.confidence).toBeGreaterThan(0.85);
    const whole = number('Account number 6310 4477 02');
    expect(whole?.value === '6310 4477 02' || (whole?.confidence ?? 1) <= 0.6).toBe(true);
    const broken = answers([['account_number', 'string']], [[[40, 'Account number 6310']], []]).account_number;
    expect(broken?.confidence).toBeGreaterThan(0.85);
  });

  it('are in doubt where a day of another name is asked for than a bare date', () => {
    const dated = (name: string) =>
      answers(
        [[name, 'date']],
        [
          [
            [40, 'Date:'],
            [120, 'August 20, 2031'],
          ],
          [[40, 'Your plan goes on for a while, thank you.']],
        ],
      )[name];
    expect(dated('invoice_date')?.confidence).toBeGreaterThan(0.7);
    expect(dated('renewal_date')?.confidence ?? 0).toBeLessThanOrEqual(0.6);
  });

  it('have the day of their document taken off', () => {
    const { order_number } = answers(
      [['order_number', 'string']],
      [
        [
          [40, 'Ihre Bestellung'],
          [200, '4711/B vom 09.04.2031'],
        ],
      ],
    );
    expect(order_number).toMatchObject({ value: '4711/B', text: '4711/B' });
  });

  it('are in doubt where two amounts that mean the same are one print', () => {
    const { amount_outstanding, total_payable } = answers(
      [
        ['amount_outstanding', 'money'],
        ['total_payable', 'money'],
      ],
      [
        [
          [40, 'Offener Betrag'],
          [300, '514,30 €'],
        ],
        [
          [40, 'Gebühr'],
          [300, '5,00 €'],
        ],
        [
          [40, 'Forderung'],
          [300, '519,30 €'],
        ],
      ],
    );
    for (const answer of [amount_outstanding, total_payable])
      if (answer?.value === 514.3) expect(answer.confidence).toBeLessThanOrEqual(0.6);
    expect(amount_outstanding?.value).toBe(514.3);
  });

  it('give way to the value behind the field’s own label on a line of two labels', () => {
    const { gross_weight_kg, measurement_cbm } = answers(
      [
        ['gross_weight_kg', 'number'],
        ['measurement_cbm', 'number'],
      ],
      [
        [[40, 'Freight: PREPAID']],
        [
          [40, 'Total gross weight: 21,000.00 kg'],
          [230, 'Total measurement: 36.15 cbm'],
        ],
      ],
    );
    expect(gross_weight_kg?.value === null || gross_weight_kg?.value === 21000).toBe(true);
    expect(measurement_cbm?.value === null || measurement_cbm?.value === 36.15).toBe(true);
  });
});

describe('dates whose day and month could be swapped', () => {
  const dateOf = (...lines: string[]) =>
    answers(
      [['invoice_date', 'date']],
      lines.map((text) => [[40, text]]),
    ).invoice_date;
  const DATED = 'Invoice date: 10/04/2031';

  it('are read as their document writes dates elsewhere', () => {
    expect(dateOf(DATED, 'Shipped 25/03/2031')).toMatchObject({ value: '2031-04-10' });
    expect(dateOf(DATED, 'Shipped 03/25/2031')).toMatchObject({ value: '2031-10-04' });
    expect(dateOf(DATED, 'Seen on 25/03', 'Sent on 28/03')).toMatchObject({ value: '2031-04-10' });
  });

  it('are not swapped by a month and its year', () => {
    for (const line of ['Period 05/31', 'Card exp 09/27', 'Batch 11/26']) {
      const found = dateOf('Marlow Timber Ltd, VAT No GB 980 7806 84', 'Invoice date: 04/03/2031', line, 'Total £100.00');
      expect(found?.value).toBe('2031-03-04');
    }
  });

  it.each([
    [['410 Pine St, Portland, OR 97205', 'Total $55.50']],
    [['410 Pine St, Portland OR', '503-555-0188', 'Total $55.50']],
    [['Fill in as mm/dd/yyyy']],
  ])('are month first in American documents: %s', (lines) => {
    const found = dateOf(DATED, ...lines);
    expect(found?.value).toBe('2031-10-04');
    expect(found?.confidence).toBeGreaterThan(0.6);
  });

  it.each([[['VAT No GB 980 7806 84', 'Total £55.50']], [['Gesamtbetrag der Rechnung 55,50', 'mit bestem Dank für Ihren Auftrag']]])(
    'are day first elsewhere: %s',
    (lines) => {
      const found = dateOf(DATED, ...lines);
      expect(found?.value).toBe('2031-04-10');
      expect(found?.confidence).toBeGreaterThan(0.6);
    },
  );

  it('are in doubt, with the other reading offered, where nothing says', () => {
    const found = dateOf(DATED, 'Oak and Elm');
    expect(found?.value).toBe('2031-04-10');
    expect(found?.confidence).toBeLessThanOrEqual(0.6);
    expect(found?.candidates[0]).toMatchObject({ value: '2031-10-04', text: '10/04/2031' });
    expect(dateOf('Invoice date: 10 April 2031', 'Oak and Elm')?.confidence).toBeGreaterThan(0.6);
  });
});
