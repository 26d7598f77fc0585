import type { DeskDocumentDetail, DocumentLock } from '#lib/contract/desk/desk-document.ts';
import type { Conflict } from '#lib/document/review/find-conflict.ts';

/**
 * What becomes of a person's actions on one document.
 *
 *   idle ──add──▶ saving ──answer──▶ idle (or saving, when more were added meanwhile)
 *   saving ──network down──▶ waiting ──timer or online──▶ saving
 *   saving ──409 stale_revision──▶ saving, on top of the newer document, or merging when both changed the same
 *   merging ──choices made──▶ saving
 *   saving ──409 document_locked──▶ locked ──lock taken back──▶ saving
 *   saving ──any other refusal──▶ refused (nothing is dropped until the person says so)
 */
export type ActionOutboxState = {
  status: 'idle' | 'saving' | 'waiting' | 'merging' | 'locked' | 'refused';
  /** The document with everything the person did, saved or not. */
  detail: DeskDocumentDetail;
  unsaved: number;
  /** False while the unsaved is in this tab only, because the browser's storage did not take it. */
  isKept: boolean;
  /** The sentence of the refusal. */
  problem: string | null;
  /** What someone else changed differently, while `merging`. */
  conflicts: Conflict[];
  /** Who has the lock, as far as a refusal said, while `locked`. */
  lock: DocumentLock | null;
};
