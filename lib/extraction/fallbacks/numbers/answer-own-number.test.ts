import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { buildReading, type Print } from '../../testing/build-reading.ts';
import { answerOwnNumber } from './answer-own-number.ts';

const below = (lines: readonly string[]): Print[] => lines.map((text, at) => ({ text, x: 40, y: 40 + at * 18 }));

function numberOf(prints: Print[], ...names: string[]): ExtractedValue | null {
  const fields = names.map((name) => fieldSchema.parse({ name, type: 'string' }));
  return answerOwnNumber(createExtractionContext(buildReading([prints]), fields), 0);
}

describe('answerOwnNumber', () => {
  it.each([
    ['Invoice no. 88/2031', '88/2031'],
    ['Rechnung Nr. RE-2031/113', 'RE-2031/113'],
    ['Rechnungs-Nr.: 2031-0088 vom 12.03.2031', '2031-0088'],
    ['Facture n° 2031-0088', '2031-0088'],
    ['Factura nº 88/2031', '88/2031'],
    ['Fattura n. 88/2031 del 21/01/2031', '88/2031'],
    ['Factuur 2031-0088', '2031-0088'],
    ['Fatura FT 2031/61', 'FT 2031/61'],
    ['Faktura VAT nr 12/10/2031', '12/10/2031'],
    ['Tax Invoice #20817', '20817'],
  ])('reads the number of “%s”', (line, number) => {
    const answer = numberOf(below(['Oak Ltd', line, 'Mill Lane 4']), 'invoice_number');
    expect(answer).toMatchObject({ value: number });
    expect(answer?.confidence).toBeLessThan(0.85);
    expect(answer?.evidence[0]?.text).toBe(line.includes(`#${number}`) ? `#${number}` : number);
  });

  it.each([
    ['receipt_number', 'Check #12', '12'],
    ['receipt_number', 'Order #3318', '3318'],
    ['quotation_number', 'Offerte 2031-0088', '2031-0088'],
    ['delivery_note_number', 'Lieferschein LS-260418', 'LS-260418'],
    ['statement_number', 'Kontoauszug Nr. 4 / 2031', '4 / 2031'],
    ['contract_number', 'Contract No. CSA-118', 'CSA-118'],
    ['angebotsnummer', 'Angebot Nr. A-2031/117', 'A-2031/117'],
    ['numero_ddt', 'DDT n. 412 del 09/06/2031', '412'],
  ])('knows other documents: %s of “%s”', (name, line, number) => {
    expect(numberOf(below([line, 'Oak Ltd']), name)?.value).toBe(number);
  });

  it('reads it beside and under its label', () => {
    const beside = [...below(['Oak Ltd']), { text: 'Lieferschein-Nr.', x: 40, y: 80 }, { text: 'LS-260418', x: 200, y: 80 }];
    expect(numberOf(beside, 'delivery_note_number')?.value).toBe('LS-260418');
    expect(numberOf(below(['Factuurnummer', '20310093']), 'invoice_number')?.value).toBe('20310093');
  });

  it.each([
    ['Rechnung 12.03.2031'],
    ['Invoice 2031'],
    ['Bill 45.00'],
    ['Invoice date 12 March 2031'],
    ['Original invoice INV/8821'],
    ['Invoices are paid within 30 days'],
  ])('takes no day, year, amount or other document for it: “%s”', (line) => {
    expect(numberOf(below([line, 'Oak Ltd']), 'invoice_number')).toBeNull();
  });

  it('leaves an order’s number to the field that asks for the order, and asks for numbers only', () => {
    expect(numberOf(below(['Order #3318', 'Oak Ltd']), 'receipt_number', 'order_number')).toBeNull();
    expect(numberOf(below(['Invoice 4711', 'Oak Ltd']), 'invoice_status')).toBeNull();
    expect(numberOf(below(['Invoice 4711', 'Oak Ltd']), 'invoice')).toBeNull();
  });

  it('is in doubt between two', () => {
    const answer = numberOf(below(['Invoice no. A-1', 'Mill Lane', 'Invoice no. A-2']), 'invoice_number');
    expect(answer).toMatchObject({ value: 'A-1', confidence: 0.5 });
    expect(answer?.candidates.map(({ value }) => value)).toEqual(['A-2']);
  });
});
