import type { ConnectedDeployment } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import type { submissions } from '../documents/tables.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
/** What a step works on: the document, what its deployment knows of it, and the deployment, called through a gate. */
export type Followed = { row: DocumentRow; submission: SubmissionRow; deployment: ConnectedDeployment; signal: AbortSignal };
/**
 * `next`: the state changed, go on at once · `same`: nothing new, look again later · `news`: progress, look again soon ·
 * `held`: others go first, nothing was asked · `done`.
 */
export type StepOutcome = 'next' | 'same' | 'news' | 'held' | 'done';
/** The rest of a step that needs the deployment no more, so that others may ask it meanwhile. */
export type Rest = () => Promise<StepOutcome>;
