import type { Assign, Postpone, Prioritise } from '#lib/contract/desk/queue.ts';
import type { LeftDocument, NamedDocument } from './work-through.ts';

/** What takes back what was done to one document: an operation of a single document, with what it expects to find there. */
export type UndoStep =
  | { kind: 'assign'; body: Assign }
  | { kind: 'postpone'; body: Omit<Postpone, 'tab'> }
  | { kind: 'prioritise'; body: Prioritise }
  | { kind: 'reopen'; body: { revision: number } };
export type UndoItem = NamedDocument & { step: UndoStep };

/** `past`: what was done, as in “assigned to Ben”; `count`: to how many; `until`: milliseconds since 1970; `items`: what can still be undone. */
type KeptUndo = { personId: string; past: string; count: number; until: number; items: UndoItem[] };
/** The last bulk action of this tab: it can be undone, is being undone, or was undone with this outcome. */
export type BulkUndo = KeptUndo &
  ({ stage: 'offered' } | { stage: 'undoing'; settled: number } | { stage: 'over'; done: number; left: LeftDocument[] });

const KEY = 'countersign.bulk-undo';
/** How long after its end a bulk action can be undone. */
const UNDO_MS = 30 * 60_000;

/** Undefined until it is looked for in the session storage, where it outlives a reload. */
let present: BulkUndo | null | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** From now on this is what can be undone. */
export function offerBulkUndo(action: Omit<KeptUndo, 'until'>): void {
  showBulkUndo({ ...action, stage: 'offered', until: Date.now() + UNDO_MS });
  keepBulkUndo();
}

/** Nothing can be undone any more: another action begins, or the person signs out. */
export function forgetBulkUndo(): void {
  showBulkUndo(null);
  keepBulkUndo();
}

/** How far it is, for everyone who shows it. */
export function showBulkUndo(next: BulkUndo | null): void {
  present = next;
  awaitEnd();
  for (const listener of listeners) listener();
}

/** Keeps what can still be undone for a reload of this tab; one whose storage is full goes without. */
export function keepBulkUndo(): void {
  try {
    if (present && present.items.length > 0) {
      const { personId, past, count, until, items } = present;
      sessionStorage.setItem(KEY, JSON.stringify({ personId, past, count, until, items } satisfies KeptUndo));
    } else sessionStorage.removeItem(KEY);
  } catch {
    sessionStorage.removeItem(KEY);
  }
}

/** What this person can undo in this tab; null = nothing, or not any more. */
export function findBulkUndo(personId: string): BulkUndo | null {
  if (present === undefined) {
    present = readKept();
    awaitEnd();
  }
  if (present?.personId !== personId) return null;
  return present.stage === 'offered' && present.until <= Date.now() ? null : present;
}

export function onBulkUndo(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Its time goes by without anything else happening. */
function awaitEnd(): void {
  clearTimeout(timer);
  if (present?.stage !== 'offered') return;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  timer = setTimeout(tell, Math.max(0, present.until - Date.now()));
}

function readKept(): BulkUndo | null {
  try {
    const { personId, past, count, until, items } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<KeptUndo>;
    if (!personId || !past || !count || !until || !Array.isArray(items)) return null;
    return { personId, past, count, until, items, stage: 'offered' };
  } catch {
    return null;
  }
}
