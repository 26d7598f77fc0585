import type { PendingAction } from '#lib/document/review/pending-action.ts';

type Kept = { revision: number; pending: PendingAction[] };

/** What a storage did not take, so that opening the document again in this tab finds it. */
const unkept = new WeakMap<object, Map<string, Kept>>();

const NOTHING = { revision: null, pending: [] as PendingAction[] };

/**
 * Keeps what a person did to a document and the server does not have yet, so that a reload or a crash loses nothing. Kept by
 * person, because a browser may be shared, and not by tab, so that the next tab takes up what a closed one left. Another tab
 * may add to it meanwhile: only entries that this one knew are taken away.
 */
export function createUnsavedStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, personId: string, documentId: string) {
  const key = `countersign.unsaved.${personId}.${documentId}`;
  const known = new Set<string>();
  const inMemory = unkept.get(storage) ?? new Map<string, Kept>();
  unkept.set(storage, inMemory);

  function read(): Kept | null {
    const held = inMemory.get(key);
    if (held) return held;
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept | null;
      return Array.isArray(kept?.pending) && typeof kept.revision === 'number' ? kept : null;
    } catch {
      return null;
    }
  }

  function write(revision: number, pending: readonly PendingAction[]): void {
    try {
      if (pending.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ revision, pending }));
      inMemory.delete(key);
    } catch {
      // A full or forbidden storage: it stays in memory and is sent all the same, but a closed tab loses it.
      if (pending.length === 0) inMemory.delete(key);
      else inMemory.set(key, { revision, pending: [...pending] });
    }
  }

  return {
    /** What was left, and the revision it was made on (null when there is nothing). */
    load(): { revision: number | null; pending: PendingAction[] } {
      const kept = read();
      for (const { id } of kept?.pending ?? []) known.add(id);
      return kept && kept.pending.length > 0 ? kept : NOTHING;
    },
    save(revision: number, pending: readonly PendingAction[]): void {
      for (const { id } of pending) known.add(id);
      const kept = read();
      const others = kept?.pending.filter(({ id }) => !known.has(id)) ?? [];
      write(others.length > 0 && kept ? Math.min(revision, kept.revision) : revision, [...pending, ...others]);
    },
    /** False while what is unsaved would be lost with this tab: the browser's storage is full or forbidden. */
    isKept: (): boolean => !inMemory.has(key),
    /** Takes away what is saved, and touches nothing else. */
    forget(saved: ReadonlySet<string>): void {
      const kept = read();
      if (kept) {
        write(
          kept.revision,
          kept.pending.filter(({ id }) => !saved.has(id)),
        );
      }
    },
  };
}
