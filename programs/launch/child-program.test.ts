import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#lib/platform/log.ts';
import { type ChildProgram, startChildProgram } from './child-program.ts';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-child-'));
  file = path.join(folder, 'program.mjs');
  await build({
    stdin: {
      // says each start; the first one falls into a loop when it is told to
      contents: `
        import { appendFileSync, existsSync, readFileSync } from 'node:fs';
        import { runProgram } from '#lib/platform/children/run-program.ts';
        const starts = process.env.STARTS;
        await runProgram('looper', async () => {
          appendFileSync(starts, process.pid + '\\n');
          const isFirst = readFileSync(starts, 'utf8').trim().split('\\n').length === 1;
          if (isFirst) setInterval(() => { while (existsSync(starts + '.loop')); }, 50);
          return { stop: async () => undefined };
        });`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: file,
    bundle: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = createLog({ level: 'error', format: 'json', program: 'test' });

function start(name: string): { child: ChildProgram; starts: () => number[] } {
  const noted = path.join(folder, name);
  const child = startChildProgram({
    name,
    file,
    environment: { ...process.env, STARTS: noted },
    log,
    watch: { tickMs: 200, answerTicks: 25, startTicks: 10_000 },
  });
  const starts = () => (existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n').map(Number) : []);
  return { child, starts };
}

test('a program whose event loop does not answer is killed and started again', async () => {
  const { child, starts } = start('looping');
  await child.ready;
  const [first] = starts();
  writeFileSync(path.join(folder, 'looping.loop'), '');
  await expect.poll(() => starts().length, { timeout: 250_000 }).toBe(2);
  expect(() => process.kill(first as number, 0)).toThrow();
  await child.stop(60_000);
});
