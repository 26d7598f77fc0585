// npm run test:postgres: the tests that use a database once more, on the PostgreSQL of the system instead of the embedded one. Where
// none is installed and none can be, that is said, and nothing fails.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startSystemPostgres } from './find-tools.mjs';
import { root, run } from './prepare.mjs';
import { findTestNeeds } from './test-needs.mjs';

/** Every test file of `lib` whose imports lead to a database. Routes and programs ask the same operations. */
async function listDatabaseTests() {
  const files = readdirSync(path.join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.browser)\.test\.tsx?$/.test(file))
    .map((file) => path.join('lib', file));
  const needs = await findTestNeeds(files);
  return files.filter((file) => needs.get(file)?.database);
}

const server = await startSystemPostgres();
if (server) {
  try {
    const files = await listDatabaseTests();
    console.log(`${files.length} test files on PostgreSQL ${server.version}`);
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'units', ...process.argv.slice(2), ...files];
    process.exitCode = await run(process.execPath, args, { env: { ...process.env, TEST_DATABASE_URL: server.url } });
  } finally {
    await server.stop();
  }
} else console.log('There is no PostgreSQL of the system, and this account cannot install one: not run.');
