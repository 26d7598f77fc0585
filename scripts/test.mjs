// npm test [-- STEP…]: everything (or some steps), in the order of cost. Needs nothing but Node and npm; the last line says how
// many passed and failed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser, findPort, startSystemPostgres } from './find-tools.mjs';
import { build, fail, install, requireNode, root, run } from './prepare.mjs';

const RESULTS = path.join(root, 'test-results');
/** More files with failures than this are no accident. */
const MOST_TRIED_AGAIN = 12;
/** States of a browser test that count as failed. */
const FAILED = ['unexpected', 'skipped'];
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

function nameNow(what, names) {
  for (const name of names) console.log(`  ${what}: ${name}`);
}

/** One run of Vitest. @returns what its reporter wrote */
async function tryVitest(name, args, env) {
  const file = `${name.replaceAll(/\W+/g, '-')}.json`;
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...args];
  const code = await run(process.execPath, command, { env: { ...process.env, ...env, TEST_RESULTS_FILE: path.join(RESULTS, file) } });
  const { files, errors } = readResult(file) ?? { files: {}, errors: ['it ended without results'] };
  const failedFiles = Object.keys(files).filter((each) => files[each].failed.length > 0);
  if (code !== 0 && failedFiles.length === 0 && errors.length === 0) errors.push(`it ended with code ${code}`);
  return { files, errors, failedFiles };
}

/** Under CI a file with a failure is tried once more: in a process of its own, with a database server and databases of its own. */
async function runVitest(name, args, env) {
  console.log(`== ${name}`);
  const { files, errors, failedFiles } = await tryVitest(name, args, env);
  const namesOf = (key, among = Object.keys(files)) => among.flatMap((file) => files[file][key].map((test) => `${file}: ${test}`));
  const unsteady = namesOf('unsteady');
  const didRun = Object.keys(files).length > 0;
  if (process.env.CI && (!didRun || (failedFiles.length > 0 && failedFiles.length <= MOST_TRIED_AGAIN))) {
    const first = namesOf('failed', failedFiles);
    nameNow('failed the first time', [...first, ...errors]);
    console.log(`== ${name}: once more, ${didRun ? `${failedFiles.length} alone` : 'as no test was run'}`);
    const again = await tryVitest(`${name} again`, didRun ? [...failedFiles, '--maxWorkers=1'] : args, env);
    if (!didRun) Object.assign(files, again.files);
    // what the first run could not lay to a file was most likely in one of these
    errors.splice(0, errors.length, ...again.errors);
    for (const file of failedFiles) files[file] = again.files[file] ?? { passed: 0, failed: ['was not run again'], unsteady: [] };
    const still = new Set(namesOf('failed', failedFiles));
    unsteady.push(...first.filter((test) => !still.has(test)));
  }
  const failed = [...namesOf('failed'), ...errors];
  count(
    name,
    Object.values(files).reduce((sum, { passed }) => sum + passed, 0),
    failed.length,
  );
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

async function tryInBrowser(browser, files = []) {
  const port = process.env.COUNTERSIGN_E2E_PORT ?? String(await findPort());
  const env = { ...process.env, COUNTERSIGN_E2E_PORT: port, ...(browser ? { COUNTERSIGN_CHROMIUM: browser } : {}) };
  const code = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...files], { env });
  const result = readResult('e2e.json');
  // what one run left must not be taken for the next one's
  rmSync(path.join(RESULTS, 'e2e.json'), { force: true });
  const tests = listBrowserTests(result?.suites ?? []);
  // a test that never ran is not in the list of a run that could not start
  if (code !== 0 && !tests.some(({ state }) => FAILED.includes(state)))
    tests.push({ file: '', title: `ended with code ${code}`, state: 'unexpected' });
  return tests;
}

/** Under CI a file with a failure is tried once more, on a desk of its own. */
async function runInBrowser() {
  const browser = await findBrowser();
  console.log('== browser');
  let tests = await tryInBrowser(browser);
  const named = (...states) => tests.filter((test) => states.includes(test.state)).map(({ file, title }) => `${file}: ${title}`);
  const unsteady = named('flaky');
  const filesWith = (states) => [...new Set(tests.filter(({ state }) => states.includes(state)).map(({ file }) => file))];
  const failedFiles = filesWith(FAILED);
  // those left out because the first start failed come along
  if (process.env.CI && failedFiles.length > 0 && filesWith(['unexpected']).length <= MOST_TRIED_AGAIN) {
    const first = named(...FAILED);
    nameNow('failed the first time', first);
    console.log('== browser: once more, on a desk of its own');
    const again = await tryInBrowser(browser, failedFiles.filter(Boolean));
    const triedAgain = new Set([...failedFiles, ...again.map(({ file }) => file)]);
    tests = [...tests.filter(({ file }) => !triedAgain.has(file)), ...again];
    const still = new Set(named(...FAILED));
    unsteady.push(...first.filter((test) => !still.has(test)));
  }
  const failed = named(...FAILED);
  count('browser', tests.length - failed.length, failed.length);
  nameTests('failed', failed);
  nameTests('passed only the second time', unsteady);
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
  const code = await run(process.execPath, ['scripts/run.mjs', `bench-${name}`, ...args]);
  const { passed, failed, failures, unsteady } = readResult(`${name}.json`) ?? { passed: 0, failed: 0, failures: [], unsteady: [] };
  count(name, passed, code !== 0 && failed === 0 ? 1 : failed);
  nameTests('failed', failures);
  nameTests('passed only the second time', unsteady);
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
