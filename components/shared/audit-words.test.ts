import { expect, test } from 'vitest';
import { changedParts, detailWords, eventWords, valueWords } from './audit-words.ts';

test('events and values are told in words', () => {
  expect(eventWords('document.approved_first')).toBe('Document approved first');
  expect(eventWords('document.untaught')).toBe('Took back what it taught');
  expect(eventWords('split.looked')).toBe('Split boundaries detected');
  expect(eventWords('sign_in.failed')).toBe('Sign-in failed');
  expect(eventWords('service_schema.changed')).toBe('Service schema changed');
  expect(detailWords({ account: 'a@x.example', step: 'password' })).toBe('account: a@x.example · step: password');
  expect(valueWords(null)).toBe('–');
  expect(valueWords([1, 'a'])).toBe('1, a');
  expect(valueWords({ id: 'x', name: 'Grace' })).toBe('Grace');
  expect(valueWords({ due_at: null, priority: 2 })).toBe('due at: –, priority: urgent');
});

test('of two versions of a thing only what differs is told', () => {
  expect(changedParts({ name: 'A', order: 'due' }, { name: 'B', order: 'due' })).toEqual({ before: { name: 'A' }, after: { name: 'B' } });
  expect(changedParts(null, { name: 'B' })).toEqual({ before: null, after: { name: 'B' } });
  expect(changedParts('1', '2')).toEqual({ before: '1', after: '2' });
});

test('what says nothing to a reader is left out of the detail', () => {
  expect(detailWords({ engine: 'kinds-2', confidence: 0.9791099004522703 })).toBe('engine: kinds-2 · confidence: 97 %');
  expect(detailWords({ from: '01a20096-79ba-7000-9930-26de037bfde7', size: 8618 })).toBe('size: 8.6 kB');
  expect(detailWords({ name: 'x.pdf', sha256: 'ab', reason: 'past_due', days: 30, other: null })).toBe('reason: past due · days: 30');
});
