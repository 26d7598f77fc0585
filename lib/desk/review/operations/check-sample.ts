import { and, eq } from 'drizzle-orm';
import type { CheckSample, EnteredValue, SampleCheck } from '#lib/contract/desk/quality-sample.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { now } from '#lib/platform/clock.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sampleEntries } from '../../documents/quality-samples/tables.ts';
import { getDetail } from '../get-detail.ts';
import { isSameEntry } from '../is-same-entry.ts';
import { requireCheckable } from '../require-checkable.ts';

/**
 * Begins to check a quality sample, shows some of its values, or takes what the person entered for the others: until then the approved
 * values are withheld from that person, here and wherever else the desk tells values. What was entered first stays.
 * @throws ProblemError as `requireCheckable`; `invalid_request` (a value was entered that is not withheld)
 */
export async function checkSample(desk: Desk, actor: NonNullable<Actor>, documentId: string, body: CheckSample): Promise<SampleCheck> {
  return desk.database.transaction(async (transaction) => {
    const { entry } = await requireCheckable(transaction, actor, documentId);
    const readerId = actor.id;
    if (!entry) await transaction.insert(sampleEntries).values({ documentId, personId: readerId, begunAt: now() });
    const ofPerson = and(eq(sampleEntries.documentId, documentId), eq(sampleEntries.personId, readerId));
    let entered = entry?.entered ?? null;
    if (entered === null && body.shown) {
      const { withheld = [] } = await getDetail(transaction, documentId, { readerId });
      const shown = [...(entry?.shown ?? []), ...withheld.filter((pointer) => body.shown?.includes(pointer))];
      await transaction.update(sampleEntries).set({ shown }).where(ofPerson);
    }
    if (entered === null && body.entered) {
      const { withheld = [] } = await getDetail(transaction, documentId, { readerId });
      entered = onceEach(body.entered, withheld);
      await transaction.update(sampleEntries).set({ entered }).where(ofPerson);
    }
    const detail = await getDetail(transaction, documentId, { readerId });
    const approvedAt = (pointer: string) => valueAt(detail.fields ?? {}, pointer)?.value ?? null;
    const differing = (entered ?? []).filter(({ pointer, value }) => !isSameEntry(value, approvedAt(pointer)));
    return { detail, entered, differs: differing.map(({ pointer }) => pointer) };
  });
}

/** The last of what was entered for each place. @throws ProblemError `invalid_request` */
function onceEach(entered: readonly EnteredValue[], withheld: readonly string[]): EnteredValue[] {
  const known = new Set(withheld);
  const index = entered.findIndex(({ pointer }) => !known.has(pointer));
  if (index >= 0) {
    const message = 'The value at this place is not withheld from you, so it cannot be entered.';
    throw new ProblemError('invalid_request', message, { errors: [{ pointer: `/entered/${index}/pointer`, message }] });
  }
  return [...new Map(entered.map((one) => [one.pointer, one])).values()];
}
