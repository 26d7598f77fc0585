import { and, asc, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Agreement, ListQualitySamples, QualitySample, SampledField, SaveQualitySample } from '#lib/contract/desk/quality-sample.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { fieldOutcomes } from '#lib/document/review/field-outcomes.ts';
import { judgeSample } from '#lib/document/review/judge-sample.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type AuditDraft, appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendCount } from '../../context/send-count.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { lockDocumentRow } from '../../documents/desk-document.ts';
import { qualitySamples } from '../../documents/quality-samples/tables.ts';
import { documents } from '../../documents/tables.ts';
import { findNewestSchema } from '../../schemas/schema-row.ts';
import { schemas } from '../../schemas/tables.ts';
import { addCheckedSample } from '../automatic-samples.ts';
import { findReview } from '../review.ts';
import { decisions } from '../tables.ts';

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
 * wrong reopens the document.
 * @throws ProblemError `not_found` (not drawn); `same_approver`; `conflict` (looked at before, or not approved any more); `invalid_request` (a place without a value)
 */
export async function saveQualitySample(desk: Desk, actor: NonNullable<Actor>, documentId: string, body: SaveQualitySample): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, documentId);
    const [look] = await transaction.select().from(qualitySamples).where(eq(qualitySamples.documentId, documentId));
    if (!look) throw new ProblemError('not_found', 'This document is not a quality sample.');
    if (look.lookedAt) throw new ProblemError('conflict', `${look.lookedByName} has already checked this sample.`);
    if (row.state !== 'approved')
      throw new ProblemError('conflict', 'The document was reopened, so there are no approved values to check.');
    if (look.approvedById === actor.id || (await findFirstApprover(transaction, look)) === actor.id)
      throw new ProblemError('same_approver', 'You approved this document. Someone else must check the sample.');
    const review = await findReview(transaction, row);
    const fields = body.fields.map((field, index): SampledField => {
      const found = review && valueAt(review.fields, field.pointer);
      if (!found) {
        const message = 'There is no value at this place.';
        throw new ProblemError('invalid_request', message, { errors: [{ pointer: `/fields/${index}/pointer`, message }] });
      }
      const approved: Value = found.value;
      const { pointer, agrees, right, entered } = field;
      return {
        pointer,
        agrees,
        approved,
        ...(agrees || right === undefined ? {} : { right }),
        ...(entered === undefined ? {} : { entered }),
      };
    });
    const at = now();
    await transaction
      .update(qualitySamples)
      .set({ lookedAt: at, lookedById: actor.id, lookedByName: actor.name, fields })
      .where(eq(qualitySamples.documentId, documentId));
    await sendTeach(desk, { documentId, isChecked: true }, { tx: transaction });
    if (row.approvedAutomatically) {
      await sendCount(desk, { documentId }, { tx: transaction });
      if (review) await addCheckedSample(transaction, look, fieldOutcomes(judgeSample({ ...review, sample: fields })));
    }
    await appendAudit(transaction, auditSample(actor, documentId, fields));
  });
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

/** Who gave the first of the two approvals of what was drawn; null where one was enough. */
async function findFirstApprover(transaction: Transaction, look: typeof qualitySamples.$inferSelect): Promise<string | null> {
  const [before] = await transaction
    .select({ kind: decisions.kind, actorId: decisions.actorId })
    .from(decisions)
    .where(and(eq(decisions.documentId, look.documentId), lt(decisions.revision, look.revision)))
    .orderBy(desc(decisions.revision))
    .limit(1);
  return before?.kind === 'first_approve' ? before.actorId : null;
}
