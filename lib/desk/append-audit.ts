import { createHash, randomBytes } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database.ts';
import type { Actor } from './desk.ts';
import { auditEntries } from './tables.ts';

/** Any number; held from the first entry of a transaction to its end, so that the chain has no fork. */
const AUDIT_LOCK = 7_305_021;
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

type Facts = { id: number; at: Date; actorId: string | null; actorName: string | null; documentId: string | null; event: string };

/** Appends entries to the audit trail. Call it last in the transaction: other writers of the trail wait from here to the commit. */
export async function appendAudit(transaction: Transaction, drafts: AuditDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await transaction.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`);
  const [last] = await transaction
    .select({ id: auditEntries.id, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(1);
  let id = last?.id ?? 0;
  let previousHash = last?.hash ?? START;
  const at = now();
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

/** Checks the whole chain. Returns the id of the first entry that was changed, or null when none was. */
export async function findBrokenAudit(executor: Executor): Promise<number | null> {
  let previousHash = START;
  const entries = await executor.select().from(auditEntries).orderBy(auditEntries.id);
  for (const entry of entries) {
    const { id, at, actorId, actorName, documentId, event, pointer, oldValue, newValue, detail } = entry;
    const valuesHash = entry.salt === null ? entry.valuesHash : hashOf([entry.salt, sorted({ pointer, oldValue, newValue, detail })]);
    const facts = { id, at, actorId, actorName, documentId, event };
    const right =
      entry.previousHash === previousHash && entry.valuesHash === valuesHash && entry.hash === chainHash(previousHash, facts, valuesHash);
    if (!right) return id;
    previousHash = entry.hash;
  }
  return null;
}

function chainHash(previousHash: string, facts: Facts, valuesHash: string): string {
  const { id, at, actorId, actorName, documentId, event } = facts;
  return hashOf([previousHash, id, at.toISOString(), actorId, actorName, documentId, event, valuesHash]);
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
