import type { ExtractedRow, ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { documents, submissions } from '../documents/tables.ts';
import { layOver, reviewColumns } from '../review/review.ts';
import { extractions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { ACTOR } from './start-test-desk.ts';

const field = (name: string, type: RowField['type'], more: Partial<RowField> = {}): RowField => ({
  name,
  type,
  label: '',
  description: '',
  required: false,
  ...more,
});

/** A small schema of every kind of field. */
export const ORDER: SchemaDraft = {
  name: 'Order',
  description: '',
  fields: [
    field('number', 'string', { required: true }),
    field('date', 'date'),
    field('total', 'money'),
    field('discount', 'percentage'),
    field('urgent', 'boolean'),
    field('tags', 'list'),
    { ...field('lines', 'string'), type: 'rows', fields: [field('item', 'string'), field('amount', 'money')] } as Field,
  ],
  rules: [{ formula: 'total = sum(lines.amount)', message: 'The lines do not add up.' }],
};

type Values = Record<string, Value | Record<string, Value>[]>;
export const ORDER_VALUES: Values = {
  number: 'A-1',
  date: '2026-03-12',
  total: 30,
  discount: 5,
  urgent: true,
  tags: ['red', 'blue'],
  lines: [
    { item: 'Nails', amount: 10 },
    { item: 'Screws', amount: 20 },
  ],
};

const extracted = (value: Value, confidence: number): ExtractedValue => ({
  value,
  text: value === null ? null : String(value),
  confidence,
  evidence: [],
  candidates: [],
});

/** A document under review with these values, as if a deployment had given them. @returns its id and its schema's */
export async function insertReviewable(
  desk: Desk,
  options: { values?: Values; confidence?: number; name?: string; schema?: SchemaDraft; schemaId?: string } = {},
): Promise<{ id: string; schemaId: string }> {
  const { values = ORDER_VALUES, confidence = 0.99, name = 'order.txt' } = options;
  const schema = await saveSchema(desk, ACTOR, options.schema ?? ORDER, options.schemaId);
  const id = newId();
  const at = now();
  const asRow = (row: Record<string, Value>): ExtractedRow =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, extracted(value, confidence)]));
  const fields = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) && value.every((row) => typeof row === 'object')
        ? (value as Record<string, Value>[]).map(asRow)
        : extracted(value as Value, confidence),
    ]),
  );
  const result = { fields, completeness: {}, engine: 'test' };
  await desk.database.transaction(async (transaction) => {
    const row = {
      id,
      name,
      state: 'to_review' as const,
      size: 1,
      sha256: id.replaceAll('-', '').padEnd(64, '0'),
      createdAt: at,
      updatedAt: at,
    };
    const chosen = { schemaId: schema.id, schemaName: schema.name, schemaVersion: schema.version };
    await transaction.insert(documents).values({ ...row, ...chosen, ...reviewColumns(layOver(schema, result, [], null)) });
    const there = { deploymentId: (await desk.present()).id, remoteDocumentId: newId(), indexedAt: at };
    await transaction.insert(submissions).values({ documentId: id, ...there });
    await transaction
      .insert(extractions)
      .values({ documentId: id, schemaId: schema.id, schemaVersion: schema.version, jobId: 'job', result, unfitting: {}, raw: {}, at });
  });
  return { id, schemaId: schema.id };
}
