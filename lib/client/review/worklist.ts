import { queryOptions } from '@tanstack/react-query';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { documentKeys, type ListQuery, listDocuments } from '../documents/documents.ts';
import { tabId } from '../http/tab-id.ts';
import { pullNext } from '../team/queues.ts';
import { whenApprovalsSettled } from './approvals.ts';

type ListLine = Omit<ListQuery, 'state' | 'postponed' | 'page' | 'page_size' | 'families' | 'columns'>;
/**
 * The documents a reviewer works through, one after the other: what the list showed when the first was opened, a queue, or `rest`:
 * whatever the desk finds for them.
 */
export type Worklist = { list: ListLine } | { queue: { id: string; name: string } } | { rest: true };
/** `done`: documents decided in it so far. */
type KeptLine = { line: Worklist; done: string[] };

/** The line is asked for without waiting longer for approvals under way. */
const APPROVALS_MS = 5_000;

/** Documents asked for first; further on, where none of these is free, so many at a time and no more than so many in all. */
const FIRST = 50;
const FURTHER = 200;
const FURTHEST = 2_000;

const KEY = 'countersign.review-line';
const OLDEST_FIRST = { list: { sort: 'created_at', order: 'asc' } } satisfies Worklist;

function findKept(): KeptLine {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptLine | null;
    if (kept?.line && Array.isArray(kept.done)) return kept;
  } catch {
    // What an older version kept.
  }
  return { line: OLDEST_FIRST, done: [] };
}

/** Remembers for this tab what is worked through; the count of what is done begins anew when it is another line. */
export function keepWorklist(line: Worklist): void {
  const kept = findKept();
  const isSame = JSON.stringify(kept.line) === JSON.stringify(line);
  sessionStorage.setItem(KEY, JSON.stringify(isSame ? kept : { line, done: [] }));
}

/** The line of a list: its search, filters and order. */
export function worklistOfList(query: ListQuery): Worklist {
  const { state: _state, postponed: _postponed, page: _page, page_size: _size, families: _families, columns: _columns, ...list } = query;
  return { list };
}

/** The line worked through now. */
export function findWorklist(): Worklist {
  return findKept().line;
}

/** Counts a document of the line as done, or not done after all. */
export function recordDone(id: string, isDone = true): void {
  const kept = findKept();
  const done = kept.done.filter((one) => one !== id);
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, done: isDone ? [...done, id] : done }));
}

export type NextInWorklist = {
  next: DeskDocument | null;
  /** The one after it, where that is known already. */
  after: DeskDocument | null;
  /** Documents of the line that still wait, this one included. */
  waiting: number;
  /** Documents decided in this line so far, without this one. */
  done: number;
};

/**
 * The document to review after this one, and how many wait. Asked for while the person works, so that it is there in time; from
 * a queue it is locked for this tab at once, in advance.
 * @param personId who must not get what they approved first, nor what others have open or were given
 */
export function nextInWorklistQuery(id: string, personId: string) {
  return queryOptions({
    queryKey: documentKeys.line(id),
    queryFn: async ({ signal }): Promise<NextInWorklist> => {
      const { line, done } = findKept();
      const before = done.filter((one) => one !== id).length;
      // What was approved a moment ago would be offered again.
      await whenApprovalsSettled(APPROVALS_MS);
      if (!('list' in line)) {
        const pulled = await pullNext('queue' in line ? line.queue.id : null, { after: id, ahead: true, signal });
        return { next: pulled.document, after: null, waiting: pulled.waiting, done: before };
      }
      const isFree = (document: DeskDocument) => document.id !== id && !isElsewhere(document) && document.first_approval?.id !== personId;
      const { items, total } = await lookThrough(line.list, isFree, signal);
      const at = items.findIndex((document) => document.id === id);
      const [next = null, after = null] = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].filter(isFree);
      return { next, after, waiting: total, done: before };
    },
    staleTime: 10_000,
  });
}

/**
 * The first document that waits for this person where the desk has no queues: of the list shown last, oldest first where none
 * was. Null when nothing waits.
 * @param after a document that is not to be given again
 */
export async function findFirstInList(personId: string, after: string | undefined): Promise<DeskDocument | null> {
  const { line } = findKept();
  const { list } = 'list' in line ? line : OLDEST_FIRST;
  keepWorklist({ list });
  const isFree = (document: DeskDocument) => {
    const { id, assigned_to: given, first_approval: first } = document;
    return id !== after && (given === null || given.id === personId) && first?.id !== personId && !isElsewhere(document);
  };
  const { items } = await lookThrough(list, isFree);
  return items.find(isFree) ?? null;
}

/** What waits in a list, in its order: the first documents, and more of them until one is free. */
async function lookThrough(
  list: ListLine,
  isFree: (document: DeskDocument) => boolean,
  signal?: AbortSignal,
): Promise<{ items: DeskDocument[]; total: number }> {
  const ask = (page: number, page_size: number) => listDocuments({ ...list, state: 'to_review', postponed: 'no', page, page_size }, signal);
  let { items, total } = await ask(1, FIRST);
  for (let page = 1; items.length < Math.min(total, FURTHEST) && !items.some(isFree); page += 1) {
    const more = await ask(page, FURTHER);
    if (more.items.length === 0) break;
    items = page === 1 ? more.items : [...items, ...more.items];
    total = more.total;
  }
  return { items, total };
}

function isElsewhere({ lock }: DeskDocument): boolean {
  return lock !== null && !lock.ahead && lock.tab !== tabId();
}
