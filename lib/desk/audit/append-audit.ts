import { createHash, randomBytes } from 'node:crypto';
import { asc, desc, eq, gt } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import type { Actor } from '../context/desk.ts';
import { findAuditOrigin } from './audit-origin.ts';
import { auditEntries } from './tables.ts';

/** Any number; held from the first entry of a transaction to its end, so that the chain has no fork. */
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

type Facts = Pick<typeof auditEntries.$inferSelect, 'id' | 'at' | 'actorId' | 'actorName' | 'documentId' | 'event' | 'origin'>;

/** The event after which a document's values are gone from the trail. */
export const REMOVED = 'document.removed';
/** Entries of the trail checked at a time. */
const BATCH = 2000;

/** Appends entries to the audit trail. Call it last in the transaction: other writers of the trail wait from here to the commit. */
export async function appendAudit(transaction: Transaction, drafts: AuditDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await takeAdvisoryLock(transaction, 'audit');
  const [last] = await transaction
    .select({ id: auditEntries.id, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  let id = last?.id ?? 0;
  let previousHash = last?.hash ?? START;
  const at = now();
  const origin = findAuditOrigin();
  const rows = drafts.map((draft) => {
    id += 1;
    const salt = randomBytes(16).toString('hex');
    const values = {
      pointer: draft.pointer ?? null,
      oldValue: draft.oldValue ?? null,
      newValue: draft.newValue ?? null,
      detail: draft.detail ?? {},
    };
    const facts = {
      id,
      at,
      actorId: draft.actor?.id ?? null,
      actorName: draft.actor?.name ?? null,
      documentId: draft.documentId ?? null,
      event: draft.event,
      origin,
    };
    const valuesHash = hashOf([salt, sorted(values)]);
    const hash = chainHash(previousHash, facts, valuesHash);
    const row = { ...facts, ...values, salt, valuesHash, previousHash, hash };
    previousHash = hash;
    return row;
  });
  await transaction.insert(auditEntries).values(rows);
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

function chainHash(previousHash: string, facts: Facts, valuesHash: string): string {
  const { id, at, actorId, actorName, documentId, event, origin } = facts;
  // entries of earlier versions say nothing of an origin, and their hashes stay as they are
  const from = origin === null ? [] : [sorted(origin)];
  return hashOf([previousHash, id, at.toISOString(), actorId, actorName, documentId, event, valuesHash, ...from]);
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
