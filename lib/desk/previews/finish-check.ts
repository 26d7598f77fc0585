import { and, eq, lt, sql } from 'drizzle-orm';
import type { NightlyConditions } from '#lib/contract/desk/insights/nightly-check.ts';
import type { PreviewCounts } from '#lib/contract/desk/schemas/schema-preview.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { judgeFall } from './judge-fall.ts';
import { type CheckedDocument, type CheckedValues, type NightlyField, nightlyChecks, nightlyDocuments } from './tables.ts';
import { tellFall } from './tell-fall.ts';

const KEPT_DAYS = 400;

/**
 * Sums what came of a schema's documents in a run, tells a fall, and settles what later checks are compared with: the values of this check, when it
 * is level with what is kept or a fall that is told now; else what is kept stays. So a fall is told once, and one that comes in many
 * small steps is told too.
 * @param admins who are told
 */
export async function finishCheck(
  transaction: Transaction,
  of: { runId: string; schemaId: string },
  admins: readonly string[],
): Promise<void> {
  const { runId, schemaId } = of;
  const ofSchema = eq(nightlyDocuments.schemaId, schemaId);
  // what is in no sample any more is not kept
  await transaction.delete(nightlyDocuments).where(and(ofSchema, sql`${nightlyDocuments.checked} ->> 'runId' is distinct from ${runId}`));
  const rows = await transaction.select().from(nightlyDocuments).where(ofSchema);
  const checked = rows.flatMap((row) => (row.checked ? [{ ...row, checked: row.checked }] : []));
  const compared = checked.flatMap(({ kept, checked }) => (kept && checked.compared ? [{ kept, ...checked.compared }] : []));
  const read = checked.flatMap(({ checked: { values } }) => values ?? []);
  const verdict = judgeFall(compared.map(({ counts }) => counts));
  const fields = sumFields(checked.map((row) => row.checked));
  const at = now();
  const since = compared.map(({ kept }) => kept.at).sort()[0];
  const check: typeof nightlyChecks.$inferSelect = {
    ...{ id: newId(), schemaId, at, fields },
    documents: read.length,
    failed: checked.length - read.length,
    values: fields.reduce((sum, { values }) => sum + values, 0),
    right: fields.reduce((sum, { right }) => sum + right, 0),
    compared: compared.length,
    since: since ? new Date(since) : null,
    probability: verdict.probability,
    fell: verdict.fell,
    before: conditionsOf(compared.map(({ kept }) => kept)),
    now: conditionsOf(read),
    left: compared.reduce((sum, { left }) => sum + left, 0),
  };
  await transaction.insert(nightlyChecks).values(check);
  for (const { documentId, kept, checked: row } of checked) {
    const next = row.values && (verdict.fell || verdict.isLevel || !kept) ? row.values : kept;
    await transaction
      .update(nightlyDocuments)
      .set({ kept: next, changes: row.compared?.changes ?? [], checked: null })
      .where(eq(nightlyDocuments.documentId, documentId));
  }
  await tellFall(transaction, check, admins);
  const before = new Date(at.getTime() - KEPT_DAYS * 24 * 3_600_000);
  await transaction.delete(nightlyChecks).where(and(eq(nightlyChecks.schemaId, schemaId), lt(nightlyChecks.at, before)));
}

const NONE = { values: 0, right_before: 0, right_after: 0, gains: 0, losses: 0, found: 0 };

/** In the order of the schema, as the newest document has it. */
function sumFields(checked: readonly CheckedDocument[]): NightlyField[] {
  const fields = new Map<string, NightlyField>();
  const fieldOf = ({ field, label, type }: PreviewCounts) => {
    const known = fields.get(field) ?? { field, label, type, values: 0, right: 0, paired: { field, label, type, ...NONE } };
    fields.set(field, known);
    return known;
  };
  for (const { counts, compared } of checked) {
    for (const count of counts) {
      const field = fieldOf(count);
      field.values += count.values;
      field.right += count.right_after;
    }
    for (const count of compared?.counts ?? []) {
      const { paired } = fieldOf(count);
      for (const name of ['values', 'right_before', 'right_after', 'gains', 'losses'] as const) paired[name] += count[name];
    }
  }
  return [...fields.values()];
}

function conditionsOf(values: readonly CheckedValues[]): NightlyConditions {
  const approved = values.map((one) => one.approved);
  return {
    schema_versions: [...new Set(values.map(({ schemaVersion }) => schemaVersion))].sort((one, other) => one - other),
    engines: [...new Set(values.map(({ engine }) => engine))].sort(),
    approved: values.length === 0 ? [] : [Math.min(...approved), Math.max(...approved)],
  };
}
