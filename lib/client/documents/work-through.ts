import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { errorMessage, isPassing } from '../http/error-message.ts';

/** What is needed of a document to name it and link to it. */
export type NamedDocument = Pick<DeskDocument, 'id' | 'name'>;
/** `changed`: somebody changed it meanwhile · `passing`: it may go another time · `refused`: it will not. */
export type LeftCause = 'changed' | 'passing' | 'refused';
/** A document that stays as it was, and why. `reason`: a sentence. */
export type LeftDocument = { document: NamedDocument; reason: string; cause: LeftCause };

const AT_ONCE = 4;

/**
 * Does the same to many documents, four at a time. One that fails stops no other.
 * @param options.isStopped those whose turn has not come are left from then on
 * @param options.onSettled told after each, with its id and how many are settled
 * @returns what was done and what was left, in the order in which they were settled
 */
export async function workThrough<Document extends NamedDocument>(
  documents: readonly Document[],
  work: (document: Document) => Promise<unknown>,
  { isStopped, onSettled }: { isStopped: () => boolean; onSettled: (id: string, settled: number) => void },
): Promise<{ done: Document[]; left: LeftDocument[] }> {
  const done: Document[] = [];
  const left: LeftDocument[] = [];
  const waiting = [...documents];
  const next = async () => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
      try {
        if (isStopped()) left.push({ document, reason: 'Stopped before its turn.', cause: 'passing' });
        else {
          await work(document);
          done.push(document);
        }
      } catch (error) {
        left.push({ document, reason: errorMessage(error), cause: causeOf(error) });
      }
      onSettled(document.id, done.length + left.length);
    }
  };
  // the work stops when the page closes, so the browser asks first
  const warn = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  await Promise.all(Array.from({ length: AT_ONCE }, next)).finally(() => window.removeEventListener('beforeunload', warn));
  return { done, left };
}

function causeOf(error: unknown): LeftCause {
  const code = error instanceof ProblemError ? error.code : null;
  if (code === 'conflict' || code === 'stale_revision') return 'changed';
  return isPassing(error) || code === 'document_locked' || code === 'unauthenticated' ? 'passing' : 'refused';
}
