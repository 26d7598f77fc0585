// npm test [-- STEP…]: everything (or some steps), in the order of cost. Needs nothing but Node and npm; the last line says how
// many passed and failed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, startSystemPostgres } from './find-tools.mjs';
import { build, fail, install, requireNode, root, run } from './prepare.mjs';

const RESULTS = path.join(root, 'test-results');
const total = { passed: 0, failed: 0 };
/** What the last lines say: steps with failures, tests that failed, tests that passed only when tried again. */
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

function nameTests(what, names) {
  for (const name of names.slice(0, 20)) broken.push(`  ${what}: ${name}`);
}

async function runVitest(name, files, env) {
  console.log(`== ${name}`);
  const file = `${name.replaceAll(/\W+/g, '-')}.json`;
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files];
  const code = await run(process.execPath, args, { env: { ...process.env, ...env, TEST_RESULTS_FILE: path.join(RESULTS, file) } });
  const { passed, failed, unsteady } = readResult(file) ?? { passed: 0, failed: [], unsteady: [] };
  count(name, passed, code === 0 ? failed.length : Math.max(failed.length, 1));
  nameTests('failed', failed);
  nameTests('passed only the second time', unsteady);
}

/** Test files that work on a database. */
function databaseTests() {
  return readdirSync(path.join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join('lib', file))
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
  const env = { ...process.env, ...(browser ? { COUNTERSIGN_CHROMIUM: browser } : {}) };
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], { env });
  const result = readResult('e2e.json');
  const stats = result?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.skipped ?? 0);
  count('browser', (stats?.expected ?? 0) + (stats?.flaky ?? 0), code !== 0 && failed === 0 ? 1 : failed);
  const tests = listBrowserTests(result?.suites ?? []);
  const named = (...states) => tests.filter((test) => states.includes(test.state)).map((test) => test.name);
  nameTests('failed', named('unexpected', 'skipped'));
  nameTests('passed only the second time', named('flaky'));
}

function listBrowserTests(suites) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) => spec.tests.map((test) => ({ name: `${spec.file}: ${spec.title}`, state: test.status }))),
    ...listBrowserTests(suite.suites ?? []),
  ]);
}

/** A bench program that writes test-results/NAME.json. */
async function runProgram(name, args = []) {
  console.log(`== ${name}`);
  const code = await run(process.execPath, ['scripts/run.mjs', `bench-${name}`, ...args]);
  const result = readResult(`${name}.json`);
  const failed = result?.failed ?? 0;
  count(name, result?.passed ?? 0, code !== 0 && failed === 0 ? 1 : failed);
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
  ...(process.platform === 'linux' ? { traps: () => runProgram('traps'), crash: () => runProgram('crash', ['5']) } : {}),
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
