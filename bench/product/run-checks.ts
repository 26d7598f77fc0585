import { mkdirSync, writeFileSync } from 'node:fs';

/** `limitMs`: default 15 minutes, for slow machines. */
export type Check = { name: string; run: () => Promise<void>; limitMs?: number };

/**
 * Runs checks one after the other, prints a line for each, writes `test-results/NAME.json` (`{passed, failed}`) and ends the
 * process with 1 when one failed.
 * @param cleanUp is called after each check, also after one that failed
 */
export async function runChecks(name: string, checks: Check[], cleanUp?: () => Promise<void>): Promise<never> {
  let passed = 0;
  let failed = 0;
  for (const check of checks) {
    const start = Date.now();
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('It took too long.')), check.limitMs ?? 900_000);
      });
      await Promise.race([check.run(), late]);
      passed += 1;
      console.log(`ok      ${check.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${check.name}\n${error instanceof Error ? error.message : String(error)}`);
    } finally {
      clearTimeout(timer);
      await cleanUp?.();
    }
  }
  mkdirSync('test-results', { recursive: true });
  writeFileSync(`test-results/${name}.json`, JSON.stringify({ passed, failed }));
  console.log(`${name}: ${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** @throws Error saying what was expected */
export function require(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}
