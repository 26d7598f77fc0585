import type { DocumentRow } from '../documents/desk-document.ts';
import type { submissions } from '../documents/tables.ts';
import type { Handover } from './submit-once.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
/** What a step works on: the document, what its deployment knows of it, and the job that is under way there. */
export type Followed = Handover & { row: DocumentRow; submission: SubmissionRow };
