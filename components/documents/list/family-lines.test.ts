import { expect, test } from 'vitest';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { familyLines, familyWords } from './family-lines.ts';

const document = (id: string, parent?: string) => ({ id, parent: parent ? { id: parent, name: parent } : null }) as DeskDocument;
const list = {
  items: [document('mail'), document('alone')],
  attached: [document('invoice', 'mail'), document('inner', 'mail'), document('note', 'inner')],
  families: { mail: { to_review: 2, failed: 1 } },
};

test('attachments stand below their mail, and those of an inner mail below that', () => {
  expect(familyLines(list, new Set()).map(({ document: { id }, depth, canFold }) => [id, depth, canFold])).toEqual([
    ['mail', 0, true],
    ['invoice', 1, false],
    ['inner', 1, true],
    ['note', 2, false],
    ['alone', 0, false],
  ]);
});

test('folding a mail hides all below it, folding an inner one only its own', () => {
  const ids = (folded: string[]) => familyLines(list, new Set(folded)).map(({ document: { id } }) => id);
  expect(ids(['mail'])).toEqual(['mail', 'alone']);
  expect(ids(['inner'])).toEqual(['mail', 'invoice', 'inner', 'alone']);
});

test('a family says first what needs someone', () => {
  expect(familyWords({ to_review: 2, failed: 1 })).toEqual({ count: 3, short: '1 of 3 failed', full: 'Attached: 1 failed, 2 to review' });
  expect(familyWords({ approved: 2 })).toMatchObject({ short: 'all approved' });
  expect(familyWords({ extracting: 1 })).toMatchObject({ short: '1 in progress' });
});
