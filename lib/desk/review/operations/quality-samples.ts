import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type {
  Agreement,
  EnteredValue,
  ListQualitySamples,
  QualitySample,
  SampledField,
  SaveQualitySample,
} from '#lib/contract/desk/quality-sample.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { fieldOutcomes } from '#lib/document/review/field-outcomes.ts';
import { judgeSample } from '#lib/document/review/judge-sample.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { now } from '#lib/platform/clock.ts';
import { type AuditDraft, appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendCount } from '../../context/send-count.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { qualitySamples, sampleEntries } from '../../documents/quality-samples/tables.ts';
import { documents } from '../../documents/tables.ts';
import { findNewestSchema } from '../../schemas/schema-row.ts';
import { schemas } from '../../schemas/tables.ts';
import { addCheckedSample } from '../automatic-samples.ts';
import { isSameEntry } from '../is-same-entry.ts';
import { requireCheckable } from '../require-checkable.ts';
import { findReview } from '../review.ts';

const MOST_WAITING = 500;
const MOST_DONE = 50;

/** The quality samples that wait for a person, oldest first; the latest that were checked; and how often second people agreed, by schema and field. */
export async function listQualitySamples(desk: Desk): Promise<ListQualitySamples> {
  const find = () =>
    desk.database
      .select({ look: qualitySamples, name: documents.name, schemaName: schemas.name })
      .from(qualitySamples)
      .innerJoin(documents, eq(documents.id, qualitySamples.documentId))
      .leftJoin(schemas, eq(schemas.id, qualitySamples.schemaId));
  const [waiting, done, [all], agreement] = await Promise.all([
    find()
      .where(and(isNull(qualitySamples.lookedAt), eq(documents.state, 'approved')))
      .orderBy(asc(qualitySamples.chosenAt))
      .limit(MOST_WAITING),
    find().where(isNotNull(qualitySamples.lookedAt)).orderBy(desc(qualitySamples.lookedAt)).limit(MOST_DONE),
    desk.database.select({ total: count() }).from(qualitySamples).where(isNotNull(qualitySamples.lookedAt)),
    listAgreement(desk),
  ]);
  return { waiting: waiting.map(toQualitySample), done: done.map(toQualitySample), done_total: all?.total ?? 0, agreement };
}

function toQualitySample(row: { look: typeof qualitySamples.$inferSelect; name: string; schemaName: string | null }): QualitySample {
  const { look } = row;
  return {
    document: { id: look.documentId, name: row.name },
    schema_id: look.schemaId,
    schema_name: row.schemaName ?? '',
    percent: look.percent,
    draw: look.draw,
    seed: look.seed,
    chosen_at: look.chosenAt.toISOString(),
    approved_by: { id: look.approvedById, name: look.approvedByName },
    looked_at: look.lookedAt?.toISOString() ?? null,
    looked_by: look.lookedById ? { id: look.lookedById, name: look.lookedByName ?? '' } : null,
    differences: look.fields?.filter((field) => !field.agrees).length ?? null,
  };
}

/** Cells of rows count for their field of rows. */
async function listAgreement(desk: Desk): Promise<Agreement[]> {
  const { rows } = await desk.database.execute<{
    schema_id: string;
    field: string;
    looked: number;
    agreed: number;
    blind: Agreement['blind'];
  }>(sql`
    select ${qualitySamples.schemaId} as schema_id, split_part(entry ->> 'pointer', '/', 2) as field,
      count(*)::int as looked, count(*) filter (where (entry ->> 'agrees')::boolean)::int as agreed,
      json_build_object('looked', count(*) filter (where entry ? 'entered'),
        'agreed', count(*) filter (where entry ? 'entered' and (entry ->> 'agrees')::boolean)) as blind
    from ${qualitySamples}, jsonb_array_elements(${qualitySamples.fields}) as entry
    where ${qualitySamples.lookedAt} is not null
    group by 1, 2`);
  const known = new Map(
    await Promise.all(
      [...new Set(rows.map((row) => row.schema_id))].map(async (id) => [id, await findNewestSchema(desk.database, id)] as const),
    ),
  );
  return rows
    .map((row) => {
      const schema = known.get(row.schema_id) ?? null;
      return { ...row, schema_name: schema?.name ?? '', label: labelOf(schema, `/${row.field}`) };
    })
    .sort(
      (a, b) => a.schema_name.localeCompare(b.schema_name) || a.agreed / a.looked - b.agreed / b.looked || a.label.localeCompare(b.label),
    );
}

/**
 * Saves what a second person says of each value of an approved document. The approved values stay as they are; who finds them
 * wrong reopens the document. What the person entered without seeing the approved value is compared with it here, whatever they say.
 * @throws ProblemError as `requireCheckable`; `conflict` (values are still withheld from that person); `invalid_request` (a place without a
 * value; nothing is said of a value that was entered and differs)
 */
export async function saveQualitySample(desk: Desk, actor: NonNullable<Actor>, documentId: string, body: SaveQualitySample): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const { row, sample, entry } = await requireCheckable(transaction, actor, documentId);
    if (entry && entry.entered === null)
      throw new ProblemError('conflict', 'Enter the values of the sample first, or have them all shown. Then say which are right.');
    const review = await findReview(transaction, row);
    const fields = judge(review?.fields ?? {}, body.fields, entry?.entered ?? []);
    const at = now();
    await transaction
      .update(qualitySamples)
      .set({ lookedAt: at, lookedById: actor.id, lookedByName: actor.name, fields })
      .where(eq(qualitySamples.documentId, documentId));
    await transaction.delete(sampleEntries).where(eq(sampleEntries.documentId, documentId));
    await sendTeach(desk, { documentId, isChecked: true }, { tx: transaction });
    if (row.approvedAutomatically) {
      await sendCount(desk, { documentId }, { tx: transaction });
      if (review) await addCheckedSample(transaction, sample, fieldOutcomes(judgeSample({ ...review, sample: fields })));
    }
    await appendAudit(transaction, auditSample(actor, documentId, fields));
  });
}

/** What is kept of each value: first what was entered and is as approved, then what the person said, in their order. @throws ProblemError `invalid_request` */
function judge(approved: MergedFields, said: SaveQualitySample['fields'], entries: readonly EnteredValue[]): SampledField[] {
  const refuse = (pointer: string, message: string) => new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
  const enteredAt = new Map(entries.map(({ pointer, value }) => [pointer, value]));
  const same = new Map<string, SampledField>();
  const open = new Set<string>();
  for (const [pointer, entered] of enteredAt) {
    const found = valueAt(approved, pointer);
    if (found && isSameEntry(entered, found.value)) same.set(pointer, { pointer, agrees: true, approved: found.value, entered });
    else if (found) open.add(pointer);
  }
  const decided = said.flatMap(({ pointer, agrees, right }, index): SampledField[] => {
    const found = valueAt(approved, pointer);
    if (!found) throw refuse(`/fields/${index}/pointer`, 'There is no value at this place.');
    if (same.has(pointer)) return [];
    open.delete(pointer);
    const entered = enteredAt.get(pointer);
    const other = agrees || right === undefined ? {} : { right };
    return [{ pointer, agrees, approved: found.value, ...other, ...(entered === undefined ? {} : { entered }) }];
  });
  const [undecided] = open;
  if (undecided !== undefined) throw refuse('/fields', `What you entered at ${undecided} is not as approved. Say which is right.`);
  return [...same.values(), ...decided];
}

/** The check as a whole, and each difference; with how many of the values were entered blind, and what was entered. */
function auditSample(actor: NonNullable<Actor>, documentId: string, fields: readonly SampledField[]): AuditDraft[] {
  const differences = fields.filter((field) => !field.agrees);
  const blind = fields.filter(({ entered }) => entered !== undefined).length;
  return [
    { actor, documentId, event: 'sample.looked', detail: { looked: fields.length, differences: differences.length, blind } },
    ...differences.map(({ pointer, approved, right, entered }) => ({
      actor,
      documentId,
      event: 'sample.differs',
      pointer,
      oldValue: approved,
      newValue: right ?? null,
      detail: { blind: entered !== undefined },
    })),
  ];
}
