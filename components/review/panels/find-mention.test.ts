import { expect, test } from 'vitest';
import { findMentionStart, matchPeople, splitMentions } from './find-mention.ts';

const ANN = { id: 'a', name: 'Ann' };
const ANN_LEE = { id: 'al', name: 'Ann Lee' };
const LEA = { id: 'l', name: 'Lea Fox' };

test('a name is typed after an @ that begins a word', () => {
  expect(findMentionStart('Hi @An', 6)).toEqual({ at: 3, typed: 'An' });
  expect(findMentionStart('@', 1)).toEqual({ at: 0, typed: '' });
  expect(findMentionStart('Hi @Ann Le', 10)).toEqual({ at: 3, typed: 'Ann Le' });
  expect(findMentionStart('mail@example', 12)).toBeNull();
  expect(findMentionStart('Hi @An and so on', 2)).toBeNull();
  expect(findMentionStart('@Ann\nnext', 9)).toBeNull();
});

test('people are found by the beginning of their name or of a word of it', () => {
  const people = [LEA, ANN, ANN_LEE];
  expect(matchPeople(people, 'le')).toEqual([LEA, ANN_LEE]);
  expect(matchPeople(people, 'FOX')).toEqual([LEA]);
  expect(matchPeople(people, '')).toEqual(people);
  expect(matchPeople(people, 'zoe')).toEqual([]);
});

test('a text is told apart from the people named in it, the longer name before the shorter', () => {
  expect(splitMentions('@Ann Lee and @Ann, not @Zoe', [ANN, ANN_LEE])).toEqual([
    { text: '@Ann Lee', person: ANN_LEE, at: 0 },
    { text: ' and ', person: null, at: 8 },
    { text: '@Ann', person: ANN, at: 13 },
    { text: ', not @Zoe', person: null, at: 17 },
  ]);
  expect(splitMentions('nobody', [])).toEqual([{ text: 'nobody', person: null, at: 0 }]);
});
