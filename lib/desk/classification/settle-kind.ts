import { eq } from 'drizzle-orm';
import type { DocumentKind, KindChoice } from '#lib/contract/service/classification.ts';
import type { ClassificationResult } from '#lib/contract/service/classification-job.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents } from '../documents/tables.ts';
import { schemas } from '../schemas/tables.ts';
import { classifications } from './tables.ts';

/** From this confidence on the engine chooses a schema by itself; the confidences are calibrated (docs/classes.md). */
export const SURE_FROM = 0.7;
/** So many schemas are offered for one key each. */
const OFFERED = 5;

/**
 * Writes what became of finding a document's kind: `classifying` becomes `extracting` with the schema that is sure, else
 * `unclassified`, to be chosen by a person. Call with the row locked.
 * @param answer `reason` says why there is no result
 * @returns the state it is in now
 */
export async function settleKind(
  transaction: Transaction,
  row: DocumentRow,
  answer: { result: ClassificationResult } | { reason: string },
): Promise<'extracting' | 'unclassified'> {
  const at = now();
  const [asked] = await transaction.select().from(classifications).where(eq(classifications.documentId, row.id));
  const result = 'result' in answer ? answer.result : null;
  const schemaOf = new Map(asked?.classes.map(({ name }, index) => [name, asked.schemas[index]!]) ?? []);
  // another version of the service may order the classes otherwise
  const classes = (result?.classes ?? []).toSorted((one, other) => other.confidence - one.confidence);
  const choices: KindChoice[] = classes.flatMap(({ name, confidence }) => {
    const schema = schemaOf.get(name);
    return schema ? [{ schema_id: schema.id, schema_name: schema.name, confidence }] : [];
  });
  const named = result?.class == null ? undefined : schemaOf.get(result.class);
  const best = choices.find(({ schema_id }) => schema_id === named?.id) ?? null;
  const [schema] = best ? await transaction.select().from(schemas).where(eq(schemas.id, best.schema_id)) : [];
  const chosen = schema && !schema.removedAt && best && best.confidence >= SURE_FROM ? schema : null;
  const reason = chosen ? null : 'reason' in answer ? answer.reason : reasonFor(best, schema?.removedAt ?? null);
  const kind: DocumentKind = { by: chosen ? 'machine' : null, person: null, choices: choices.slice(0, OFFERED), reason };
  const state = chosen ? 'extracting' : 'unclassified';
  if (asked) await transaction.update(classifications).set({ result, reason, at }).where(eq(classifications.documentId, row.id));
  await transaction
    .update(documents)
    .set({
      ...stateAfter('classified', row.state, state),
      kind,
      trouble: null,
      updatedAt: at,
      ...(chosen ? { schemaId: chosen.id, schemaName: chosen.name, schemaVersion: chosen.version } : {}),
    })
    .where(eq(documents.id, row.id));
  const detail = chosen
    ? { schema_id: chosen.id, schema_name: chosen.name, confidence: best?.confidence, engine: result?.engine }
    : { reason, ...(choices[0] ? { likeliest: choices[0].schema_name } : {}) };
  const event = chosen ? 'document.classified' : 'document.unclassified';
  await appendAudit(transaction, [{ actor: null, documentId: row.id, event, detail }]);
  return state;
}

function reasonFor(best: KindChoice | null, removedAt: Date | null): string {
  if (!best) return 'None of the schemas fits this document.';
  const sureness = `${Math.round(best.confidence * 100)} %`;
  if (removedAt) return `It looks like “${best.schema_name}” (${sureness}), but that schema was removed meanwhile.`;
  return `It looks most like “${best.schema_name}”, but that is only ${sureness} sure.`;
}
