// npm test [-- STEP…]: everything (or some steps), in the order of cost. Needs nothing but Node and npm; the last line says how
// many passed and failed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, findPort, startSystemPostgres } from './find-tools.mjs';
import { build, fail, install, requireNode, root, run } from './prepare.mjs';

const RESULTS = path.join(root, 'test-results');
/** After so many failed tests a run under CI ends: the product is broken. */
const MOST_FAILED = 25;
/** A step that is not done then is ended. On a slow machine the longest take a quarter of an hour. */
const STEP_LIMIT_MS = 45 * 60_000;
/** States of a browser test that count as failed. */
const FAILED = ['unexpected', 'skipped'];
const total = { passed: 0, failed: 0 };
/** What the last lines say: steps with failures, and the tests that failed. */
const broken = [];

function count(name, passed, failed) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) broken.push(`${name}: ${failed} failed`);
  console.log(`== ${name}: ${passed} passed, ${failed} failed`);
}

/** A step that passes or fails as a whole. */
async function check(name, command, args) {
  console.log(`== ${name}`);
  const code = await run(command, args);
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

function readResult(file) {
  const place = path.join(RESULTS, file);
  return existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : null;
}

function nameFailed(names) {
  for (const name of names.slice(0, 20)) broken.push(`  failed: ${name}`);
}

/** Runs a step's program with a limit of time. @returns its exit code, and whether it was ended for taking too long */
async function runLimited(args, env) {
  const start = Date.now();
  const code = await run(process.execPath, args, { env, timeout: STEP_LIMIT_MS });
  return { code, isLate: Date.now() - start >= STEP_LIMIT_MS };
}

/** Nothing is tried a second time: a test that fails now and then is a defect. */
async function runVitest(name, args, env) {
  console.log(`== ${name}`);
  const file = `${name.replaceAll(/\W+/g, '-')}.json`;
  const command = ['node_modules/vitest/vitest.mjs', 'run', `--bail=${process.env.CI ? MOST_FAILED : 0}`, ...args];
  const { code, isLate } = await runLimited(command, { ...process.env, ...env, TEST_RESULTS_FILE: path.join(RESULTS, file) });
  const { files, errors } = readResult(file) ?? { files: {}, errors: ['it ended without results'] };
  if (isLate) errors.push(`it was not done after ${STEP_LIMIT_MS / 60_000} minutes`);
  const failed = [...Object.entries(files).flatMap(([place, result]) => result.failed.map((test) => `${place}: ${test}`)), ...errors];
  if (code !== 0 && failed.length === 0) failed.push(`it ended with code ${code}`);
  count(
    name,
    Object.values(files).reduce((sum, { passed }) => sum + passed, 0),
    failed.length,
  );
  nameFailed(failed);
}

/** Test files that work on a database. */
function databaseTests() {
  return ['lib', 'programs']
    .flatMap((top) => readdirSync(path.join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => path.join(top, file)))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /test-database|test-service|test-desk|testing\//.test(readFileSync(path.join(root, file), 'utf8')));
}

async function runOnSystemPostgres() {
  const server = await startSystemPostgres();
  if (!server) {
    console.log('== operations on PostgreSQL of the system: none is installed, and this account cannot install one');
    return;
  }
  try {
    await runVitest(`operations on PostgreSQL ${server.version}`, databaseTests(), { TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function runInBrowser() {
  const browser = await findBrowser();
  console.log('== browser');
  const port = process.env.COUNTERSIGN_E2E_PORT ?? String(await findPort());
  const env = { ...process.env, COUNTERSIGN_E2E_PORT: port, ...(browser ? { COUNTERSIGN_CHROMIUM: browser } : {}) };
  const { code } = await runLimited(['node_modules/@playwright/test/cli.js', 'test'], env);
  const tests = listBrowserTests(readResult('e2e.json')?.suites ?? []);
  const failed = tests.filter(({ state }) => FAILED.includes(state)).map(({ file, title }) => `${file}: ${title}`);
  const passed = tests.length - failed.length;
  // a test that never ran is not in the list of a run that could not start
  if (code !== 0 && failed.length === 0) failed.push(`it ended with code ${code}`);
  count('browser', passed, failed.length);
  nameFailed(failed);
}

function listBrowserTests(suites) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) => spec.tests.map((test) => ({ file: spec.file, title: spec.title, state: test.status }))),
    ...listBrowserTests(suite.suites ?? []),
  ]);
}

/** A bench program that writes test-results/NAME.json. */
async function runProgram(name, args = []) {
  console.log(`== ${name}`);
  const { code } = await runLimited(['scripts/run.mjs', `bench-${name}`, ...args], process.env);
  const { passed, failed, failures } = readResult(`${name}.json`) ?? { passed: 0, failed: 1, failures: ['it ended without results'] };
  count(name, passed, code !== 0 && failed === 0 ? 1 : failed);
  nameFailed(failures);
}

const bin = (name) => path.join('node_modules', '.bin', name);
const STEPS = {
  async check() {
    await check('format and lint', bin('biome'), ['check', '.']);
    await check('types', bin('tsc'), ['--noEmit']);
    await check('rooms', process.execPath, ['scripts/check-rooms.mjs']);
    await check('unused code', bin('knip'), []);
  },
  units: () => runVitest('units and operations', [], {}),
  postgres: runOnSystemPostgres,
  browser: runInBrowser,
  // they look at processes through /proc
  ...(process.platform === 'linux'
    ? {
        traps: () => runProgram('traps'),
        crash: () => runProgram('crash', ['5']),
        faults: () => runProgram('faults', ['20', '1']),
        mutate: () => runProgram('mutate', ['200']),
      }
    : {}),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in STEPS));
if (unknown.length > 0) fail(`There is no step "${unknown[0]}". Steps: ${Object.keys(STEPS).join(', ')}.`);
requireNode();
process.chdir(root);
await install();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
await build();
for (const [name, step] of Object.entries(STEPS)) {
  const start = Date.now();
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await step();
  console.log(`   (${name}: ${Math.round((Date.now() - start) / 1000)} s)`);
}
for (const line of broken) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
