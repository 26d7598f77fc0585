import { newId } from '../http/new-id.ts';

/** What a bulk action of a page that went left undone. `action`: as it was given to `keepRemainder`. */
export type BulkRemainder = { key: string; action: unknown; ids: string[]; total: number };
type Kept = Omit<BulkRemainder, 'key'> & { seenAt: number; isLeft: boolean };

const PREFIX = 'countersign.bulk';
/** A page that did not say so for longer does not run any more; background pages may only speak up once a minute. */
const GONE_MS = 90_000;
const WRITE_MS = 1_000;
const ALIVE_MS = 15_000;

const prefixOf = (personId: string) => `${PREFIX}.${personId}.`;

/**
 * Keeps in this browser which documents a bulk action has not come to yet, until `close`: if the page goes before, the person is
 * offered to go on. What is under way when it goes counts as undone.
 */
export function keepRemainder(personId: string, action: unknown, ids: readonly string[]) {
  const key = prefixOf(personId) + newId();
  const left = new Set(ids);
  let writtenAt = 0;
  const write = (isLeft = false) => {
    writtenAt = Date.now();
    const kept: Kept = { action, ids: [...left], total: ids.length, seenAt: writtenAt, isLeft };
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // without room for it the action itself goes on
    }
  };
  const leave = () => write(true);
  write();
  window.addEventListener('pagehide', leave);
  const timer = setInterval(write, ALIVE_MS);
  return {
    /** The action has come to this document, with whatever outcome. */
    settle: (id: string) => {
      left.delete(id);
      if (Date.now() - writtenAt > WRITE_MS) write();
    },
    /** The action is over. */
    close: () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      localStorage.removeItem(key);
    },
  };
}

/** What this person's bulk actions left undone in this browser because their pages went; without those that still run in another tab. */
export function listRemainders(personId: string): BulkRemainder[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(personId)))
    .flatMap((key) => {
      const { action, ids, total, seenAt, isLeft } = readKept(key);
      return ids.length > 0 && (isLeft || Date.now() - seenAt > GONE_MS) ? [{ key, action, ids, total }] : [];
    });
}

/** It is gone on with, or left for good. */
export function forgetRemainder({ key }: Pick<BulkRemainder, 'key'>): void {
  localStorage.removeItem(key);
}

function readKept(key: string): Kept {
  const nothing: Kept = { action: null, ids: [], total: 0, seenAt: 0, isLeft: false };
  try {
    const kept = { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) };
    return Array.isArray(kept.ids) ? kept : nothing;
  } catch {
    return nothing;
  }
}
