import { eq } from 'drizzle-orm';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { isSameField } from '#lib/document/schemas/is-same-field.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';
import type { DoneAction } from './review.ts';
import { type EarlierAnswer, extractions } from './tables.ts';

/** So many answers of other schemas are kept; a document that changes its kind more often than that forgets the oldest. */
const MOST_EARLIER = 8;

/**
 * The values that people's work on a document was done on, as far as a schema has their fields: of each field the answer for
 * the schema under which it was worked on last, else the newest. Null when there is no answer yet.
 * @param done all that people did to it
 * @returns also what to keep as `earlier` beside the next answer
 */
export async function findAnswerBefore(
  executor: Executor,
  documentId: string,
  schema: Schema,
  done: readonly DoneAction[],
): Promise<{ result: ExtractionResult | null; earlier: EarlierAnswer[] }> {
  const [row] = await executor.select().from(extractions).where(eq(extractions.documentId, documentId));
  if (!row) return { result: null, earlier: [] };
  if (row.schemaId === schema.id) return { result: row.result, earlier: row.earlier };
  const { schemaId, schemaVersion, result } = row;
  const all = [...row.earlier.filter((one) => one.schemaId !== schemaId), { schemaId, schemaVersion, result }].slice(-MOST_EARLIER);
  const fields: ExtractionResult['fields'] = newRecord();
  const completeness: ExtractionResult['completeness'] = newRecord();
  const workedUnder = new Map(
    done.map(({ action, schemaId }) => [`${parsePointer(action.draft.pointer)[0]} ${schemaId}`, action.sequence]),
  );
  const lastOf = (name: string, id: string) => workedUnder.get(`${name} ${id}`) ?? 0;
  const last = new Map<string, number>();
  for (const answer of all) {
    const then = await findSchemaVersion(executor, answer.schemaId, answer.schemaVersion);
    for (const field of schema.fields) {
      const value = ownValue(answer.result.fields, field.name);
      const before = then?.fields.find(({ name }) => name === field.name);
      if (value === undefined || !(answer.schemaId === schema.id || isSameField(before, field))) continue;
      const sequence = lastOf(field.name, answer.schemaId);
      if (sequence < (last.get(field.name) ?? 0)) continue;
      last.set(field.name, sequence);
      fields[field.name] = value;
      delete completeness[field.name];
      const known = ownValue(answer.result.completeness, field.name);
      if (known) completeness[field.name] = known;
    }
  }
  return { result: { ...result, fields, completeness }, earlier: all.filter((one) => one.schemaId !== schema.id) };
}
