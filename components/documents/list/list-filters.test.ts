import { expect, test } from 'vitest';
import { approvedSince } from '#components/shared/documents/approved-since.ts';
import { listFiltersSchema } from '#lib/contract/desk/search/list-filters.ts';
import { FILTER_NAMES, type FilterNames, filterChipWords, filterChoices } from './list-filters.ts';

const NONE: FilterNames = { people: undefined, queues: undefined, deployments: undefined };
const KNOWN: FilterNames = { people: [], queues: [], deployments: [{ id: 'attic', name: 'Attic' }] };

test('every choice of a filter is one that the desk takes', () => {
  for (const name of FILTER_NAMES) {
    const schema = listFiltersSchema.shape[name === 'assigned' ? 'assigned_to' : name];
    for (const { id } of filterChoices(name, KNOWN)) expect(schema.safeParse(id).success, `${name}: ${id}`).toBe(true);
  }
});

test('when documents were approved is told in words, also since a moment that is offered no more', () => {
  expect(filterChipWords('approved', approvedSince({ days: 1, isMine: false }), NONE)).toBe('Approved today');
  expect(filterChipWords('approved', approvedSince({ days: 7, isMine: true }), NONE)).toBe('Approved by me in the last 7 days');
  expect(filterChipWords('approved', 'me:2026-03-01T10:00:00.000Z', NONE)).toMatch(/^Approved by me since .*2026/);
  expect(filterChipWords('approved', '2026-03-01T10:00:00.000Z', NONE)).toMatch(/^Approved since .*2026/);
});

test('a deployment is told by its name, once that is known', () => {
  expect(filterChipWords('deployment', 'attic', NONE)).toBe('Deployment: …');
  expect(filterChipWords('deployment', 'attic', KNOWN)).toBe('Deployment: Attic');
  expect(filterChipWords('deployment', 'cellar', KNOWN)).toBe('Deployment: a former one');
});
