import { expect, test } from 'vitest';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { ageWords, hoursWords, listHref, queueFilterWords, ruleWords } from './queue-words.ts';

const schemas = [{ id: 's', name: 'Invoice' }];
const people = [{ id: 'g', name: 'Grace' }];

test('a filter is told in words', () => {
  expect(queueFilterWords({ states: ['to_review'] }, schemas, people)).toBe('to review');
  const filter = {
    states: ['to_review' as const, 'failed' as const],
    schema_id: 's',
    folder: '2026/march',
    assigned_to: 'g',
    flagged: true,
  };
  expect(queueFilterWords(filter, schemas, people)).toBe('to review or failed · Invoice · in 2026/march · assigned to Grace · with flags');
  const sent = { states: ['to_review' as const], deployment_id: 'd1' };
  expect(queueFilterWords(sent, schemas, people, [{ id: 'd1', name: 'Basement' }])).toBe('to review · sent to Basement');
  expect(queueFilterWords(sent, schemas, people)).toBe('to review · sent to one deployment');
  expect(queueFilterWords(sent, schemas, people, [])).toBe('to review · sent to a removed deployment');
  expect(queueFilterWords({ states: ['to_review'], schema_id: 'x' }, schemas, people)).toContain('a removed schema');
});

test('nothing is said to be gone before the names have come', () => {
  const filter = { states: ['to_review' as const], schema_id: 's', assigned_to: 'g', deployment_id: 'd1' };
  expect(queueFilterWords(filter, undefined, undefined)).toBe('to review · one schema · assigned to one person · sent to one deployment');
});

test('what else happens is told only where it does', () => {
  expect(ruleWords(queueDraftSchema.parse({ name: 'A' }))).toEqual([]);
  const draft = queueDraftSchema.parse({ name: 'A', members: people, second_approval: true, due_after_hours: 72, escalate_after_hours: 5 });
  expect(ruleWords(draft)).toEqual(['Grace', 'two approvals', 'due in 3 days', 'escalates after 5 h']);
  expect(ruleWords(queueDraftSchema.parse({ name: 'A', escalate_to: people[0] }))).toEqual(['escalates when past due']);
});

test('ages and hours have one unit', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  expect(ageWords('2026-03-10T11:56:30Z', now)).toBe('3 min');
  expect(ageWords('2026-03-10T11:59:30Z', now)).toBe('less than a minute');
  expect(ageWords('2026-03-09T12:00:00Z', now)).toBe('24 h');
  expect(ageWords('2026-03-01T12:00:00Z', now)).toBe('9 days');
  expect(hoursWords(36)).toBe('36 h');
});

test('the list shows what a queue holds, all of it or narrowed down', () => {
  expect(listHref({ id: 'q1' })).toBe('/documents?queue=q1');
  expect(listHref({ id: 'q1' }, { postponed: 'no', due: 'overdue' })).toBe('/documents?queue=q1&postponed=no&due=overdue');
});
