import { beforeEach, expect, test } from 'vitest';
import { keepRecent, readRecent, recentDocument } from './recent-items.ts';

beforeEach(() => localStorage.clear());
const labels = (personId: string) => readRecent(personId).map(({ label }) => label);

test('what was used last comes first, once, and each person sees only their own', () => {
  keepRecent('ada', { id: 'place /inbox', label: 'Inbox', href: '/inbox' });
  keepRecent('ada', recentDocument('d1', 'one.pdf'));
  keepRecent('ada', { id: 'place /inbox', label: 'Inbox', href: '/inbox' });
  expect(labels('ada')).toEqual(['Inbox', 'one.pdf']);
  expect(labels('ben')).toEqual([]);
});

test('however many documents are opened, commands and places keep their room', () => {
  keepRecent('ada', { id: 'review.plain-text', label: 'Show plain text' });
  for (let at = 1; at <= 20; at += 1) keepRecent('ada', recentDocument(`d${at}`, `${at}.pdf`));
  expect(labels('ada')).toEqual(['20.pdf', '19.pdf', '18.pdf', '17.pdf', '16.pdf', 'Show plain text']);
});

test('what is stored there and is no list is passed over', () => {
  localStorage.setItem('countersign.palette.recent.ada', '{"id":');
  expect(labels('ada')).toEqual([]);
});
