import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from './build-reading.ts';
import { LINES } from './print-table.ts';
import { readingOfLines } from './reading-of-lines.ts';

const fieldsOf = (types: Record<string, Field['type']>): Field[] =>
  Object.entries(types).map(([name, type]) => fieldSchema.parse({ name, type }));

/** What invoices are asked for, in English as a schema owner would. */
export const INVOICE_FIELDS: readonly Field[] = fieldsOf({
  invoice_number: 'string',
  order_number: 'string',
  invoice_date: 'date',
  due_date: 'date',
  seller_name: 'string',
  buyer_name: 'string',
  net_total: 'money',
  tax_total: 'money',
  grand_total: 'money',
});

/** What leases are asked for. */
export const LEASE_FIELDS: readonly Field[] = fieldsOf({
  contract_number: 'string',
  effective_date: 'date',
  end_date: 'date',
  notice_period: 'string',
  automatic_renewal: 'boolean',
  subletting: 'boolean',
});

/** The values and the rows found on a page that is an invoice, whatever its language. */
export function readInvoice(page: Print[]): { values: Record<string, unknown>; rows: unknown[][] } {
  const { fields } = extract({ schema: { fields: [...INVOICE_FIELDS, LINES] }, reading: buildReading([page]) });
  return {
    values: Object.fromEntries(INVOICE_FIELDS.map(({ name }) => [name, (fields[name] as ExtractedValue).value])),
    rows: (fields.lines as ExtractedRow[]).map((row) => Object.values(row).map(({ value }) => value)),
  };
}

/** The values found in the lines of a lease, whatever its language. */
export function readLease(lines: string[]): Record<string, unknown> {
  const { fields } = extract({ schema: { fields: [...LEASE_FIELDS] }, reading: readingOfLines([lines]) });
  return Object.fromEntries(LEASE_FIELDS.map(({ name }) => [name, (fields[name] as ExtractedValue).value]));
}

/** The values of fields with these names on a page, such as a CV whose fields are named in its own language. */
export function readNamed(names: string[], page: Print[]): Record<string, unknown> {
  const schema = { fields: fieldsOf(Object.fromEntries(names.map((name) => [name, 'string' as const]))) };
  const { fields } = extract({ schema, reading: buildReading([page]) });
  return Object.fromEntries(names.map((name) => [name, (fields[name] as ExtractedValue).value]));
}
