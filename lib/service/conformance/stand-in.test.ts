import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SpawnedStandIn, spawnStandIn } from '#lib/desk/testing/spawn-stand-in.ts';
import { type Outcome, runConformance } from './run-conformance.ts';

let standIn: SpawnedStandIn;
beforeAll(async () => {
  standIn = await spawnStandIn({ shape: 'honest' });
});
afterAll(() => standIn.close());

test('a stand-in of a deployment that others run keeps to all that the interface shows', async () => {
  const target = {
    baseUrl: standIn.url,
    key: standIn.key,
    fetch: (request: Request) => fetch(request),
    schemaId: 'theirs-7',
    patienceMs: 200_000,
  };
  const outcomes: Outcome[] = await runConformance(target, () => undefined);
  expect(outcomes.filter(({ outcome }) => outcome === 'failed').map(({ case: { says }, message }) => `${says}: ${message}`)).toEqual([]);
  expect(outcomes.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(8);
  // what we decided is not asked of others
  expect(new Set(outcomes.map(({ case: { level } }) => level))).toEqual(new Set(['shown']));
});
