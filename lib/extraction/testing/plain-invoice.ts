import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import type { Print } from './build-reading.ts';

/** A field of that name and type. */
export const field = (name: string, type: Field['type'], rest: Partial<Field> = {}): Field => fieldSchema.parse({ name, type, ...rest });
/** What is extracted from a reading by a schema of those fields without rules. */
export const run = (reading: Reading, fields: Field[]) => extract({ schema: { fields, rules: [] }, reading });
/** The value of one field. */
export const value = (result: ExtractionResult, name: string) => (result.fields[name] as ExtractedValue).value;

/** A page of a plain invoice in German numbers. */
export const INVOICE: Print[] = [
  { text: 'Talwerk Holzbau GmbH', x: 40, y: 40, size: 16, bold: true },
  { text: 'Bill to:', x: 40, y: 110 },
  { text: 'Ostermond Catering AG', x: 40, y: 124 },
  { text: '12 Harbour Street', x: 40, y: 138 },
  { text: '20457 Lindum', x: 40, y: 152 },
  { text: 'Invoice number:', x: 340, y: 110 },
  { text: 'TW-2031-0042', x: 450, y: 110 },
  { text: 'Invoice date:', x: 340, y: 124 },
  { text: '12.03.2031', x: 450, y: 124 },
  { text: 'Due date:', x: 340, y: 138 },
  { text: '11.04.2031', x: 450, y: 138 },
  { text: 'Description', x: 40, y: 220, bold: true },
  { text: 'Quantity', x: 300, y: 220, bold: true },
  { text: 'Unit price', x: 390, y: 220, bold: true },
  { text: 'Amount', x: 545, y: 220, bold: true, right: true },
  { text: 'Oak board, planed', x: 40, y: 240 },
  { text: '4', x: 320, y: 240 },
  { text: '25,00', x: 440, y: 240, right: true },
  { text: '100,00', x: 545, y: 240, right: true },
  { text: 'Larch beam', x: 40, y: 258 },
  { text: '2', x: 320, y: 258 },
  { text: '150,00', x: 440, y: 258, right: true },
  { text: '300,00', x: 545, y: 258, right: true },
  { text: 'Subtotal', x: 390, y: 300 },
  { text: '400,00 €', x: 545, y: 300, right: true },
  { text: 'VAT 19 %', x: 390, y: 316 },
  { text: '76,00 €', x: 545, y: 316, right: true },
  { text: 'Total', x: 390, y: 332, bold: true },
  { text: '476,00 €', x: 545, y: 332, right: true, bold: true },
];
export const LINES = field('lines', 'rows', {
  fields: [
    { name: 'description', type: 'string', label: '', description: '', required: false },
    { name: 'quantity', type: 'number', label: '', description: '', required: false },
    { name: 'unit_price', type: 'money', label: '', description: '', required: false },
    { name: 'line_total', type: 'money', label: '', description: '', required: false },
  ],
});
/** What people ask of invoices. */
export const INVOICE_FIELDS = [
  field('invoice_number', 'string'),
  field('invoice_date', 'date'),
  field('due_date', 'date'),
  field('buyer_name', 'string', { description: 'Customer who is billed' }),
  field('net_total', 'money'),
  field('tax_total', 'money'),
  field('grand_total', 'money'),
  field('currency', 'enum', { enum: ['EUR', 'USD'] }),
  LINES,
];
