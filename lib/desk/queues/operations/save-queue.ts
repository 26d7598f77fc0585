import { eq } from 'drizzle-orm';
import { type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { readFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { listFilterFields } from '#lib/document/schemas/list-filter-fields.ts';
import { operatorsOf } from '#lib/document/schemas/operators-of.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import type { QueueRow } from '../../documents/queue-condition.ts';
import { queues } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';

/** More would make a list that nobody reads, and each new document is compared with all. */
const MOST = 200;

function notFound(): ProblemError {
  return new ProblemError('not_found', 'This queue does not exist; someone may have removed it.');
}

/** @throws ProblemError `not_found` */
export async function getQueueRow(executor: Transaction | Desk['database'], id: string): Promise<QueueRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await executor.select().from(queues).where(eq(queues.id, id));
  if (!row) throw notFound();
  return row;
}

/**
 * Makes a queue, or with `id` changes it.
 * @returns its id
 * @throws ProblemError `not_found`; `conflict` (a name in use, too many); `invalid_request` for a rule that no value of the schema could fit
 */
export async function saveQueue(desk: Desk, actor: NonNullable<Actor>, draft: QueueDraft, id?: string): Promise<string> {
  const given = queueDraftSchema.parse(draft);
  return desk.database.transaction(async (transaction) => {
    await refuseUnfittingRules(transaction, given);
    const others = (await transaction.select().from(queues).for('update')).filter((row) => row.id !== id);
    if (others.some((row) => row.draft.name.toLowerCase() === given.name.toLowerCase())) {
      throw new ProblemError('conflict', `A queue called “${given.name}” already exists. Choose another name.`, {
        errors: [{ pointer: '/name', message: 'This name is in use.' }],
      });
    }
    const at = now();
    if (id === undefined) {
      if (others.length >= MOST) throw new ProblemError('conflict', `There are ${MOST} queues already. Remove one first.`);
      const made = newId();
      await transaction.insert(queues).values({ id: made, draft: given, createdAt: at, updatedAt: at });
      await appendAudit(transaction, [
        { actor, event: 'queue.saved', newValue: given, detail: { queue_id: made, queue_name: given.name } },
      ]);
      return made;
    }
    const { draft: oldValue } = await getQueueRow(transaction, id);
    await transaction.update(queues).set({ draft: given, updatedAt: at }).where(eq(queues.id, id));
    const detail = { queue_id: id, queue_name: given.name };
    await appendAudit(transaction, [{ actor, event: 'queue.saved', oldValue, newValue: given, detail }]);
    return id;
  });
}

/** Rules that no value could ever fit: on fields that are not there, or with a comparison that their type does not have. */
async function refuseUnfittingRules(transaction: Transaction, { filter }: QueueDraft): Promise<void> {
  if (!filter.schema_id || !filter.where?.length) return;
  const schema = await getCurrentSchema(transaction, filter.schema_id);
  const fields = listFilterFields(schema.fields);
  for (const [place, text] of filter.where.entries()) {
    const rule = readFieldFilter(text);
    const field = fields.find((one) => one.name === rule?.field);
    if (rule && field && operatorsOf(field).includes(rule.operator)) continue;
    const message = field
      ? `“${field.label || field.name}” cannot be compared in this way. Remove the rule on it, or choose another comparison.`
      : `The schema has no field “${rule?.field}”. Remove the rule on it, or choose another field.`;
    throw new ProblemError('invalid_request', message, { errors: [{ pointer: `/filter/where/${place}`, message }] });
  }
}

/** Removes a queue; its documents stay. @throws ProblemError `not_found` */
export async function removeQueue(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const { draft } = await getQueueRow(transaction, id);
    await transaction.delete(queues).where(eq(queues.id, id));
    await appendAudit(transaction, [{ actor, event: 'queue.removed', oldValue: draft, detail: { queue_id: id, queue_name: draft.name } }]);
  });
}
