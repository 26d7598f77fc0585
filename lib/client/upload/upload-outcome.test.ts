import { expect, test } from 'vitest';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { outcomeOf } from './upload-outcome.ts';

const of = (state: DeskDocument['state']) => outcomeOf({ state: 'stored', document: { state } as DeskDocument });

test('a file counts as added only once it was taken for reading, and as refused when it cannot be read', () => {
  expect(of('received')).toBe('kept');
  expect(of('indexing')).toBe('stored');
  expect(of('to_review')).toBe('stored');
  expect(of('failed')).toBe('refused');
  expect(outcomeOf({ state: 'sending', document: null })).toBe('sending');
});
