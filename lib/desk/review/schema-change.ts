import { eq } from 'drizzle-orm';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { WorkedField } from '#lib/contract/service/classification.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';
import { layOver, listActions } from './review.ts';
import { extractions } from './tables.ts';

/** What another schema does to people's work on a document; nothing when nobody worked on it. */
export type ChangePlan = {
  kept: WorkedField[];
  left: (WorkedField & { why: 'no_such_field' | 'other_type' })[];
  restored: Pick<WorkedField, 'name' | 'label'>[];
};

const LONGEST = 80;

/** Works out what choosing a schema does to the fields people worked on under the schema of the newest answer. */
export async function planSchemaChange(executor: Executor, row: Pick<DocumentRow, 'id'>, next: Schema): Promise<ChangePlan> {
  const plan: ChangePlan = { kept: [], left: [], restored: [] };
  const [answer] = await executor.select().from(extractions).where(eq(extractions.documentId, row.id));
  const present = answer && (await findSchemaVersion(executor, answer.schemaId, answer.schemaVersion));
  if (!present) return plan;
  const { fitting } = await listActions(executor, row.id, present);
  const { fields } = layOver(present, answer.result, fitting, null);
  const worked = namesOf(fitting);
  const { fitting: fittingNext } = await listActions(executor, row.id, next);
  const staying = new Set(fittingNext.map(({ id }) => id));
  const keeps = namesOf(fitting.filter(({ id }) => staying.has(id)));
  for (const field of present.fields.filter(({ name }) => worked.has(name))) {
    const after = next.fields.find(({ name }) => name === field.name);
    const shown = { name: field.name, label: field.label || field.name, value: describe(fields, field.name) };
    if (after && keeps.has(field.name)) plan.kept.push(shown);
    else plan.left.push({ ...shown, why: after ? 'other_type' : 'no_such_field' });
  }
  const kept = new Set(plan.kept.map(({ name }) => name));
  const back = namesOf(fittingNext);
  for (const { name, label } of next.fields) {
    if (back.has(name) && !kept.has(name)) plan.restored.push({ name, label: label || name });
  }
  return plan;
}

/** Fields with an action that has an effect; what was taken back again last needs no keeping. */
function namesOf(actions: Awaited<ReturnType<typeof listActions>>['fitting']): Set<string> {
  const names = new Set<string>();
  for (const { draft } of actions) {
    const [name = '', index] = parsePointer(draft.pointer);
    if (draft.kind === 'revert' && index === undefined) names.delete(name);
    else names.add(name);
  }
  return names;
}

function describe(fields: MergedFields, name: string): string {
  const entry = ownValue(fields, name);
  if (Array.isArray(entry)) return entry.length === 1 ? '1 row' : `${entry.length} rows`;
  const value = entry?.value ?? null;
  if (value === null) return '–';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
