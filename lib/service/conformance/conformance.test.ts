import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { CASES, runCase } from './run-conformance.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

describe('the embedded service keeps to the interface', () => {
  it.each(CASES.map((entry) => [`${entry.about}: ${entry.says}`, entry] as const))('%s', async (_name, entry) => {
    const target = { baseUrl: 'http://service.test', key: test.key, fetch: test.service.fetch, schemaId: null, patienceMs: 200_000 };
    const { outcome, message } = await runCase(entry, target);
    expect(message).toBe('');
    expect(outcome).toBe('passed');
  });
});
