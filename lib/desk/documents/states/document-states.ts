import type { DeskDocumentState as State } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';

type From = State | 'new';
/** From which states an event may come, and which ones it may lead to from there. */
type Transition = { title: string; steps: Partial<Record<From, readonly State[]>> };

const each = (states: readonly State[], ...to: State[]) => Object.fromEntries(states.map((state) => [state, to]));
/** The deployment has read the file, and nobody has decided about it. */
const READ = ['indexed', 'stacked', 'classifying', 'unclassified', 'extracting', 'to_review'] as const satisfies State[];
const SPLITTABLE = [...READ, 'failed', 'unmapped'] as const satisfies State[];

/**
 * Everything that changes the state of a document. `lib/desk` writes a state only through `stateAfter`, so nothing else
 * can happen; docs/document-states.md is made from it (`npm run states`).
 */
export const TRANSITIONS = {
  received: { title: 'A file is uploaded, or made of the pages of another', steps: { new: ['received', 'unmapped'] } },
  parked: { title: 'The deployment has no ID for its schema', steps: each(['received', 'extracting'], 'unmapped') },
  mapped: { title: 'The ID of its schema is told', steps: { unmapped: ['received', 'indexing', 'extracting'] } },
  attached: { title: 'A file is found attached to another', steps: { new: ['indexing'] } },
  submitted: { title: 'The deployment has the file', steps: { received: ['indexing'] } },
  read: { title: 'The deployment has read the file', steps: { indexing: ['indexed', 'classifying', 'extracting'] } },
  held: { title: 'The file seems to be several documents', steps: each(['indexed', 'stacked'], 'stacked') },
  taken_as_one: { title: 'The file is taken as one document', steps: each(['indexed', 'stacked'], 'indexed', 'classifying') },
  classification_requested: { title: 'A person has its kind found', steps: each(['indexed', 'unclassified'], 'classifying') },
  classified: { title: 'Its kind is found, or not surely', steps: { classifying: ['extracting', 'unclassified'] } },
  schema_chosen: {
    title: 'A person chooses a schema',
    steps: {
      ...each(READ, 'extracting'),
      received: ['received'],
      indexing: ['indexing', 'received'],
      failed: ['extracting', 'indexing', 'received'],
      unmapped: ['extracting', 'indexing', 'received'],
    },
  },
  extracted: { title: 'The extracted values are stored', steps: { extracting: ['to_review'] } },
  failed: { title: 'Reading or extracting failed', steps: each(['received', 'indexing', 'extracting'], 'failed') },
  retried: { title: 'A person tries again, or gives a password', steps: { failed: ['received', 'indexing', 'extracting'] } },
  first_approved: { title: 'The first of two people approves', steps: { to_review: ['to_review'] } },
  approved: { title: 'A person approves, or its schema’s rule', steps: { to_review: ['approved'] } },
  rejected: {
    title: 'A person rejects',
    steps: each(['to_review', 'indexed', 'unclassified', 'stacked', 'failed', 'unmapped'], 'rejected'),
  },
  reopened: { title: 'A decision is taken back', steps: each(['approved', 'rejected'], 'to_review', 'failed', 'indexed') },
  split: { title: 'Its pages go into documents of their own', steps: each(SPLITTABLE, 'split') },
  split_undone: { title: 'A split is undone', steps: { split: SPLITTABLE } },
} satisfies Record<string, Transition>;

export type DocumentEvent = keyof typeof TRANSITIONS;
export const DOCUMENT_EVENTS = Object.keys(TRANSITIONS) as DocumentEvent[];

/** The states that an event may lead to; none where it may not happen. @param from `new`: there is no document yet */
export function statesAfter(event: DocumentEvent, from: From): readonly State[] {
  const { steps }: Transition = TRANSITIONS[event];
  return steps[from] ?? [];
}

/** Whether an event may happen to a document in that state. */
export function mayHappen(event: DocumentEvent, from: State): boolean {
  return statesAfter(event, from).length > 0;
}

/**
 * The column that an event writes to a document whose row is locked.
 * @param from the state it is in; `new` for one that is inserted
 * @throws ProblemError `conflict` when the event may not happen, or not lead there
 */
export function stateAfter(event: DocumentEvent, from: From, to: State): { state: State } {
  if (!statesAfter(event, from).includes(to)) {
    const words = `${from} to ${to}`.replaceAll('_', ' ');
    throw new ProblemError('conflict', `This cannot be done with the document now (${words}). Check its current state and try again.`);
  }
  return { state: to };
}
