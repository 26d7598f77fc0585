import { mkdirSync, writeFileSync } from 'node:fs';

/** `limitMs`: default 15 minutes, for slow machines. */
export type Check = { name: string; run: () => Promise<void>; limitMs?: number };

/** `cleanUp` is called after each check. */
export type RunOptions = { cleanUp?: () => Promise<void> };

/**
 * Runs checks one after the other, prints a line for each, writes `test-results/NAME.json` (`{passed, failed, failures}`)
 * and ends the process with 1 when one failed.
 */
export async function runChecks(name: string, checks: Check[], { cleanUp }: RunOptions = {}): Promise<never> {
  let passed = 0;
  const failures: string[] = [];
  for (const check of checks) {
    const isPassed = await isKept(check);
    await cleanUp?.();
    if (isPassed) passed += 1;
    else failures.push(check.name);
  }
  mkdirSync('test-results', { recursive: true });
  writeFileSync(`test-results/${name}.json`, JSON.stringify({ passed, failed: failures.length, failures }));
  console.log(`${name}: ${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

async function isKept(check: Check): Promise<boolean> {
  const start = Date.now();
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('It took too long.')), check.limitMs ?? 900_000);
    });
    await Promise.race([check.run(), late]);
    console.log(`ok      ${check.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${check.name}\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error saying what was expected */
export function require(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}
