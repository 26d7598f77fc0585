import { useCurrentUser } from '#components/shared/current-user.ts';
import { type Assignee, BulkAssign } from './bulk/bulk-assign.tsx';
import { type BulkActionProps, BulkApprove, BulkExtract, BulkPostpone, BulkReject } from './bulk/bulk-decisions.tsx';
import { BulkDelete } from './bulk/bulk-delete.tsx';
import { BulkPrioritise } from './bulk/bulk-prioritise.tsx';
import { BulkDetectKind, BulkSchema } from './bulk/bulk-schema.tsx';

const QUESTIONS = {
  approve: BulkApprove,
  reject: BulkReject,
  postpone: BulkPostpone,
  extract: BulkExtract,
  schema: BulkSchema,
  kind: BulkDetectKind,
  priority: BulkPrioritise,
  delete: BulkDelete,
};
const NAMES: Record<keyof typeof QUESTIONS, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  postpone: 'Postponing',
  extract: 'Extracting again',
  schema: 'Extracting with a chosen schema',
  kind: 'Detecting the kind',
  priority: 'Changing priority and due date',
  delete: 'Deleting',
};

/** An action on many documents; an assignee: giving them to this person. */
export type OpenQuestion = keyof typeof QUESTIONS | Assignee;

/** What a command asks first. */
export function BulkQuestions({ open, ...props }: Omit<BulkActionProps, 'kept'> & { open: OpenQuestion | null }) {
  const { id: personId } = useCurrentUser();
  if (open === null) return null;
  const kept = { personId, action: open };
  if (typeof open === 'object') return <BulkAssign {...props} kept={kept} assignee={open} />;
  const Question = QUESTIONS[open];
  return <Question {...props} kept={kept} />;
}

/** An action as it was kept in the browser; null where it is none. */
export function readQuestion(kept: unknown): OpenQuestion | null {
  if (typeof kept === 'string') return Object.hasOwn(QUESTIONS, kept) ? (kept as OpenQuestion) : null;
  const { personId, name } = (kept ?? {}) as Partial<Assignee>;
  return (personId === null || typeof personId === 'string') && typeof name === 'string' ? { personId, name } : null;
}

/** What is done to the documents, as a noun: `Approving`. */
export function questionName(question: OpenQuestion): string {
  if (typeof question === 'string') return NAMES[question];
  return question.personId === null ? 'Unassigning' : `Assigning to ${question.name}`;
}
