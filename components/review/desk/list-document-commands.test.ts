import { expect, test } from 'vitest';
import { documentWith } from '#components/testing/stand-in-document.ts';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ReviewCommands } from '../session/review-commands.ts';
import { listDocumentCommands } from './list-document-commands.ts';

/** What can be done with a document that has values. */
function possibleIn(state: DeskDocument['state']): string[] {
  const detail = { document: documentWith({ state }), fields: {} } as unknown as DeskDocumentDetail;
  const all = listDocumentCommands({ detail, canEdit: false, mayReview: true, commands: {} as ReviewCommands });
  return all.filter(({ isPossible }) => isPossible).map(({ id }) => id);
}

test('a decided document is not extracted again; one that is approved or rejected can be reopened', () => {
  expect(possibleIn('to_review')).toEqual(expect.arrayContaining(['extract-again']));
  for (const state of ['approved', 'rejected', 'split'] as const) expect(possibleIn(state)).not.toContain('extract-again');
  expect((['to_review', 'approved', 'rejected', 'split'] as const).filter((state) => possibleIn(state).includes('reopen'))).toEqual([
    'approved',
    'rejected',
  ]);
});
