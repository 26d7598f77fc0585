import { createHash, randomBytes } from 'node:crypto';
import { asc, eq, gt, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import type { Actor } from '../context/desk.ts';
import { findAuditOrigin } from './audit-origin.ts';
import { auditEntries } from './tables.ts';

/** What stands before the first entry; `append_audit` has it too. */
const START = '0'.repeat(64);

export type AuditDraft = {
  actor: Actor;
  documentId?: string | undefined;
  event: string;
  pointer?: string;
  oldValue?: unknown;
  newValue?: unknown;
  detail?: Record<string, unknown>;
};

type Facts = Pick<typeof auditEntries.$inferSelect, 'at' | 'actorId' | 'actorName' | 'documentId' | 'event' | 'origin'>;

/** The event after which a document's values are gone from the trail. */
export const REMOVED = 'document.removed';
/** Entries of the trail checked at a time. */
const BATCH = 2000;

/**
 * Appends entries to the audit trail, in one statement. Call it last in the transaction: other writers of the trail wait from here to the
 * commit. The database takes the lock, looks for the last entry, numbers the new ones and chains them (`append_audit`, decision 220).
 */
export async function appendAudit(transaction: Transaction, drafts: AuditDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const at = now();
  const origin = findAuditOrigin();
  const entries = drafts.map((draft) => {
    const salt = randomBytes(16).toString('hex');
    const { pointer = null, oldValue = null, newValue = null, detail = {} } = draft;
    const actorId = draft.actor?.id ?? null;
    const actorName = draft.actor?.name ?? null;
    const documentId = draft.documentId ?? null;
    const valuesHash = hashOf([salt, sorted({ pointer, oldValue, newValue, detail })]);
    return {
      at: at.toISOString(),
      actor_id: actorId,
      actor_name: actorName,
      document_id: documentId,
      event: draft.event,
      pointer,
      old_value: oldValue,
      new_value: newValue,
      detail,
      salt,
      origin,
      values_hash: valuesHash,
      rest: chainedJson({ at, actorId, actorName, documentId, event: draft.event, origin }, valuesHash),
    };
  });
  await transaction.execute(sql`select desk.append_audit(${ADVISORY_LOCKS.audit}, ${JSON.stringify(entries)}::jsonb)`);
}

/** Takes the values of a removed document out of the trail; who did what and when stays, and so does the chain. */
export async function blankAudit(transaction: Transaction, documentId: string): Promise<void> {
  await transaction
    .update(auditEntries)
    .set({ pointer: null, oldValue: null, newValue: null, detail: {}, salt: null })
    .where(eq(auditEntries.documentId, documentId));
}

/** What a check of the trail found. `head`: the last entry's hash; recorded elsewhere, it shows later that no entry at the end was taken away. */
export type AuditVerdict = { checked: number; broken: { id: number; at: Date } | null; head: { id: number; hash: string } | null };

/**
 * Checks the whole chain, in portions, up to the first entry that was changed, put in, or whose predecessor was taken
 * away; also that values are gone only from entries of documents whose removal the trail tells of, never from others.
 */
export async function verifyAudit(executor: Executor): Promise<AuditVerdict> {
  const blanked = new Map<string, { id: number; at: Date }>();
  let previousHash = START;
  let last = 0;
  let checked = 0;
  for (;;) {
    const entries = await executor.select().from(auditEntries).where(gt(auditEntries.id, last)).orderBy(asc(auditEntries.id)).limit(BATCH);
    for (const entry of entries) {
      if (!isRight(entry, previousHash)) return { checked, broken: { id: entry.id, at: entry.at }, head: null };
      const { id, at, documentId } = entry;
      // only the removal of a document takes values away
      if (documentId === null && entry.salt === null) return { checked, broken: { id, at }, head: null };
      if (documentId !== null && entry.salt === null && !blanked.has(documentId)) blanked.set(documentId, { id, at });
      if (documentId !== null && entry.event === REMOVED) blanked.delete(documentId);
      previousHash = entry.hash;
      last = id;
      checked += 1;
    }
    if (entries.length === BATCH) continue;
    const [unexplained] = [...blanked.values()].sort((a, b) => a.id - b.id);
    if (unexplained) return { checked, broken: unexplained, head: null };
    return { checked, broken: null, head: checked === 0 ? null : { id: last, hash: previousHash } };
  }
}

function isRight(entry: typeof auditEntries.$inferSelect, previousHash: string): boolean {
  const { salt, pointer, oldValue, newValue, detail } = entry;
  const isBlank = pointer === null && oldValue === null && newValue === null && Object.keys(detail).length === 0;
  const valuesRight = salt === null ? isBlank : entry.valuesHash === hashOf([salt, sorted({ pointer, oldValue, newValue, detail })]);
  return valuesRight && entry.previousHash === previousHash && entry.hash === chainHash(previousHash, entry, entry.valuesHash);
}

function chainHash(previousHash: string, facts: Facts & { id: number }, valuesHash: string): string {
  return createHash('sha256')
    .update(`["${previousHash}",${facts.id},${chainedJson(facts, valuesHash)}`)
    .digest('hex');
}

/** The end of the JSON that an entry's hash covers: what comes after the hash of the one before and the id, which the database knows. */
function chainedJson({ at, actorId, actorName, documentId, event, origin }: Facts, valuesHash: string): string {
  // entries of earlier versions say nothing of an origin, and their hashes stay as they are
  const from = origin === null ? [] : [sorted(origin)];
  return JSON.stringify([at.toISOString(), actorId, actorName, documentId, event, valuesHash, ...from]).slice(1);
}

function hashOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The same value with keys in order, because jsonb does not keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, sorted(entry)]));
}
