import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { judgeSample } from '#lib/document/review/judge-sample.ts';
import { judgeValues } from '#lib/document/review/judge-values.ts';
import { extractedFields } from '#lib/document/review/merge-actions.ts';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findReview } from '../review/review.ts';
import { actions, decisions, extractions } from '../review/tables.ts';
import { wasReadWhole } from '../review/was-read-whole.ts';
import { addCounts } from './add-counts.ts';
import { countEvidence } from './count-evidence.ts';
import { type Counts, countFields, countKind, countReview, type Measures } from './counts.ts';
import { changedValues, countedDocuments, insightSettings, seenEngines } from './tables.ts';

/** Characters of an engine's name that are kept. */
const LONGEST_ENGINE = 200;
const CHANGED = ['corrected', 'missed', 'invented'] as const;
type Changed = typeof changedValues.$inferInsert;

/**
 * Makes what the sums have of a document what they should have: of a decided one its decision, else nothing. Looks when it runs, and
 * counts each decision once, however often and in whatever order it is asked for.
 */
export async function countDocument(desk: Pick<Desk, 'database'>, documentId: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    // first of all, as whoever switches the counting of people off takes it, who must not do so in between
    const [settings] = await transaction.select().from(insightSettings).for('share');
    // whoever decides about the document waits, so that its job comes after this one
    const [row] = await transaction.select().from(documents).where(eq(documents.id, documentId)).for('key share');
    if (!row) return;
    await transaction.insert(countedDocuments).values({ documentId, revision: -1, counts: NOTHING }).onConflictDoNothing();
    const [known] = await transaction.select().from(countedDocuments).where(eq(countedDocuments.documentId, documentId)).for('update');
    const isDecided = row.state === 'approved' || row.state === 'rejected';
    if (!known || (isDecided && known.revision === row.revision && !row.approvedAutomatically)) return;
    await addCounts(transaction, known.counts, -1);
    await transaction.delete(changedValues).where(eq(changedValues.documentId, documentId));
    if (!isDecided) {
      await transaction.delete(countedDocuments).where(eq(countedDocuments.documentId, documentId));
      return;
    }
    const counted = await countDecided(transaction, row, settings?.countPeople ?? true);
    await addCounts(transaction, counted.counts, 1);
    if (counted.changed.length > 0) await transaction.insert(changedValues).values(counted.changed);
    await transaction
      .update(countedDocuments)
      .set({ revision: row.revision, counts: counted.counts })
      .where(eq(countedDocuments.documentId, documentId));
  });
}

const NOTHING: Counts = {
  day: '',
  hour: '',
  schemaId: '',
  schemaVersion: 0,
  deploymentId: '',
  personId: '',
  fields: {},
  review: NO_REVIEWS,
};

async function countDecided(
  transaction: Transaction,
  row: DocumentRow,
  countPeople: boolean,
): Promise<{ counts: Counts; changed: Changed[] }> {
  const [decision] = await transaction
    .select()
    .from(decisions)
    .where(eq(decisions.documentId, row.id))
    .orderBy(desc(decisions.revision))
    .limit(1);
  if (decision?.kind !== 'approve' && decision?.kind !== 'auto_approve' && decision?.kind !== 'reject')
    return { counts: NOTHING, changed: [] };
  const { kind, at, effort } = decision;
  // what a person needed is not kept beside the person
  if (!countPeople && effort) await transaction.update(decisions).set({ effort: null }).where(eq(decisions.id, decision.id));
  const [submission] = await transaction.select().from(submissions).where(eq(submissions.documentId, row.id));
  const counts: Counts = {
    day: at.toISOString().slice(0, 10),
    hour: `${at.toISOString().slice(0, 13)}:00:00.000Z`,
    schemaId: row.schemaId ?? '',
    schemaVersion: row.schemaVersion ?? 0,
    deploymentId: submission?.deploymentId ?? '',
    personId: countPeople && kind !== 'auto_approve' ? decision.actorId : '',
    fields: {},
    review: countReview(kind, 0, effort),
  };
  // nobody said that what approved itself is of that kind
  const found = kind === 'approve' ? countKind(row.kind) : undefined;
  if (found) counts.kind = found;
  const review = await findReview(transaction, row);
  if (!review) return { counts, changed: [] };
  const engine = review.result.engine.slice(0, LONGEST_ENGINE);
  const known = { ...counts, schemaVersion: review.schema.version };
  const { schema, result, fields, thresholds, opinion } = review;
  if (kind === 'reject') {
    const extracted = extractedFields(schema, result, opinion);
    const isFlagged = findFlags({ schema, fields: extracted, completeness: result.completeness, thresholds }).length > 0;
    // it would not have passed anyhow
    if (isFlagged || !wasReadWhole(row, review)) return { counts: known, changed: [] };
    const evidence = countEvidence(judgeValues({ schema, result, fields, thresholds, opinion }), { isRejected: true });
    return { counts: { ...known, evidence: { engine, fields: evidence } }, changed: [] };
  }
  // what approved itself says something only once a person has checked it as a sample
  const checked = kind === 'auto_approve' ? await findCheckedSample(transaction, row.id) : null;
  if (kind === 'auto_approve' && !checked) return { counts, changed: [] };
  const judged = checked ? judgeSample({ schema, result, sample: checked }) : judgeValues({ schema, result, fields, thresholds, opinion });
  const changed = listChanged(row.id, schema.id, at, judged);
  await transaction
    .insert(seenEngines)
    .values({ deploymentId: counts.deploymentId, engine, since: at })
    .onConflictDoUpdate({
      target: [seenEngines.deploymentId, seenEngines.engine],
      set: { since: sql`least(${seenEngines.since}, excluded.since)` },
    });
  const total = changed.reduce((sum, { count }) => sum + count, 0);
  // of a table a sample cannot say that a row is missing
  const telling = checked ? judged.filter(({ field }) => schema.fields.some(({ name }) => name === field)) : judged;
  const evidence = { engine, fields: withoutPraise(countEvidence(telling), await listKeptFields(transaction, row.id)) };
  return { counts: { ...known, fields: countFields(judged, effort), evidence, review: countReview(kind, total, effort) }, changed };
}

/** Fields that people had worked on before the present answer came: they kept the value of an earlier one, perhaps of another engine. */
async function listKeptFields(transaction: Transaction, documentId: string): Promise<Set<string>> {
  const rows = await transaction
    .select({ pointer: sql<string>`${actions.draft} ->> 'pointer'` })
    .from(actions)
    .innerJoin(extractions, eq(extractions.documentId, actions.documentId))
    .where(and(eq(actions.documentId, documentId), lt(actions.at, extractions.at)));
  return new Set(rows.map(({ pointer }) => parsePointer(pointer)[0] ?? ''));
}

/** Without what speaks for these fields and their columns: it may be the merit of another engine. What speaks against them stays. */
function withoutPraise(evidence: Record<string, Measures>, fields: ReadonlySet<string>): Record<string, Measures> {
  const entries = Object.entries(evidence).map(([name, measures]) => {
    const isKept = fields.has(name.split('.')[0]!);
    return [name, Object.fromEntries(Object.entries(measures).filter(([measure]) => !isKept || !measure.endsWith(':right')))] as const;
  });
  return Object.fromEntries(entries.filter(([, measures]) => Object.keys(measures).length > 0));
}

/** What a person said of a document that approved itself; null while nobody did. */
async function findCheckedSample(transaction: Transaction, documentId: string): Promise<SampledField[] | null> {
  const [sample] = await transaction
    .select()
    .from(qualitySamples)
    .where(and(eq(qualitySamples.documentId, documentId), eq(qualitySamples.approvedById, AUTOMATIC_APPROVER.id)));
  return sample?.lookedAt ? sample.fields : null;
}

function listChanged(documentId: string, schemaId: string, at: Date, judged: ReturnType<typeof judgeValues>): Changed[] {
  const found = new Map<string, Changed>();
  for (const { field, verdict } of judged) {
    const change = CHANGED.find((one) => one === verdict);
    if (!change) continue;
    const key = `${field}\n${change}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { documentId, schemaId, field, verdict: change, count: 1, at });
  }
  return [...found.values()];
}
