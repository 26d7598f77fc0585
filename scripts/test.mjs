// npm test [-- STEP…]: everything (or some steps), in the order of cost. Needs nothing but Node and npm. The last lines name what
// failed, the last one says how many passed and failed. Nothing is tried a second time: a test that fails now and then is a defect.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findPort, requireBrowser } from './find-tools.mjs';
import { build, fail, install, npm, requireNode, root } from './prepare.mjs';
import { MOST_FAILED, STEP_MS } from './test-limits.mjs';

const RESULTS = path.join(root, 'test-results');
/** Failed tests of a script that the last lines name. */
const MOST_NAMED = 20;
const MOST_REASON_LINES = 8;
/** Characters. */
const MOST_REASON = 400;
const KILL_AFTER_MS = 120_000;

/** What a test that failed said, in one line: the last lines of a run are often all that is kept of it. */
const reasonOf = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, MOST_REASON_LINES)
    .join(' | ')
    .slice(0, MOST_REASON);

/** What the reports of Vitest, of Playwright and of our own programs say: how many passed, and what failed. */
const READERS = {
  vitest({ testResults }) {
    const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const titles = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName} (${reasonOf(failureMessages[0])})`);
      // A file that was not run to its end has no failed test.
      const all = titles.length === 0 && status === 'failed' ? [reasonOf(message)] : titles;
      return all.map((title) => `${path.relative(root, name)}: ${title}`);
    });
    return { passed: testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length, failed };
  },
  playwright({ suites }) {
    const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
    const tests = suites
      .flatMap(specs)
      .flatMap(({ file, title, tests: runs }) =>
        runs.map(({ status, results }) => ({ file, title, status, reason: reasonOf(results.at(-1)?.error?.message) || 'it did not run' })),
      );
    const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'skipped');
    return { passed: tests.length - failed.length, failed: failed.map(({ file, title, reason }) => `${file}: ${title} (${reason})`) };
  },
  program: ({ passed, failures }) => ({ passed, failed: failures }),
};

const vitest = (script) => ({
  script,
  reads: 'vitest',
  report: `${script.replace(':', '-')}.json`,
  args: [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${script.replace(':', '-')}.json`,
    `--bail=${process.env.CI ? MOST_FAILED : 0}`,
  ],
});
const program = (script, ...args) => ({ script, args, reads: 'program', report: `${script.replace('bench:', '')}.json`, isOnBuild: true });
/** The npm scripts of each step. One without a report passes or fails as a whole. `isOnBuild`: it runs the built product. */
const STEPS = {
  check: [{ script: 'check' }],
  units: [vitest('test:unit')],
  components: [vitest('test:components')],
  postgres: [{ ...vitest('test:postgres'), isOptional: true }],
  browser: [{ script: 'test:browser', reads: 'playwright', report: 'e2e.json', isOnBuild: true }],
  // They look at processes through /proc.
  ...(process.platform === 'linux'
    ? { programs: [program('traps'), program('crash', '5'), program('faults', '20', '1'), program('bench:mutate', '200')] }
    : {}),
};

/** Somebody ended the run: no further step begins. */
let isStopped = false;

/** Runs an npm script with everything it starts, for as long as a step may take. */
function runScript({ script, args = [] }) {
  const [command, ...before] = npm();
  return new Promise((resolve) => {
    const child = spawn(command, [...before, 'run', '--silent', script, '--', ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch {
        // It is over.
      }
    };
    let isLate = false;
    const timers = [
      setTimeout(() => {
        isLate = true;
        signal('SIGTERM');
      }, STEP_MS),
      setTimeout(() => signal('SIGKILL'), STEP_MS + KILL_AFTER_MS),
    ];
    const stop = (name) => {
      isStopped = true;
      signal(name);
    };
    for (const name of ['SIGTERM', 'SIGINT']) process.on(name, stop);
    const done = (code) => {
      for (const timer of timers) clearTimeout(timer);
      for (const name of ['SIGTERM', 'SIGINT']) process.off(name, stop);
      resolve({ code, isLate });
    };
    child.once('error', () => done(127));
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** Runs a script and reads its report; whatever ends it badly without a failed test counts as one. */
async function runPart(part) {
  const { code, isLate } = await runScript(part);
  const file = part.report && path.join(RESULTS, part.report);
  const hasReport = file && existsSync(file);
  if (part.isOptional && code === 0 && !hasReport) return null;
  const { passed, failed } = hasReport
    ? READERS[part.reads](JSON.parse(readFileSync(file, 'utf8')))
    : { passed: code === 0 && !part.reads ? 1 : 0, failed: part.reads ? ['it ended without results'] : [] };
  if (isLate) failed.push(`it was not done after ${STEP_MS / 60_000} minutes`);
  if (code !== 0 && failed.length === 0) failed.push(`it ended with code ${code}`);
  return { passed, failed };
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in STEPS));
if (unknown) fail(`There is no step "${unknown}". Steps: ${Object.keys(STEPS).join(', ')}.`);
requireNode();
process.chdir(root);
await install();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
await requireBrowser();
const env = { ...process.env, COUNTERSIGN_E2E_PORT: process.env.COUNTERSIGN_E2E_PORT ?? String(await findPort()) };
const total = { passed: 0, failed: 0 };
const broken = [];

function count({ script }, { passed, failed }, seconds) {
  total.passed += passed;
  total.failed += failed.length;
  console.log(`== ${script}: ${passed} passed, ${failed.length} failed (${seconds} s)`);
  if (failed.length > 0)
    broken.push(`${script}: ${failed.length} failed`, ...failed.slice(0, MOST_NAMED).map((name) => `  failed: ${name}`));
}

const chosen = Object.keys(STEPS).flatMap((name) => (wanted.length === 0 || wanted.includes(name) ? STEPS[name] : []));
// Before everything: no test may meet a half-built product.
if (chosen.some(({ isOnBuild }) => isOnBuild)) await build();
for (const part of chosen) {
  if (isStopped) {
    broken.push(`${part.script}: not run`);
    total.failed += 1;
    continue;
  }
  console.log(`== ${part.script}`);
  const start = Date.now();
  const result = await runPart(part);
  if (result) count(part, result, Math.round((Date.now() - start) / 1000));
}
for (const line of broken) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
