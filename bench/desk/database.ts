// npm run bench:database -- [DOCUMENTS]: what the desk's database work costs with so many documents (10,000 by default), on the embedded
// PostgreSQL or, with TEST_DATABASE_URL, on another server. For each operation: the median of its milliseconds, how many times the read of
// one row by its primary key that is (measured in turn with it, so that the load of the machine cancels out), and its statements.
import { tmpdir } from 'node:os';
import { startTestDesk } from '#lib/desk/testing/start-test-desk.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { startTestServer } from '#lib/platform/database/testing/test-server.ts';
import { listOperations, type Operation } from './support/desk-operations.ts';
import { fillDesk, PEOPLE } from './support/fill-desk.ts';

/** Runs of each operation that do not count, as far as there are others. */
const WARM_UPS = 3;
/** `fillDesk` wants a multiple of 40. */
const count = Math.ceil(Number(process.argv[2] ?? 10_000) / 40) * 40;

let statements = 0;
const stopServer = await startTestServer({ rootDir: process.cwd(), top: tmpdir() });
const test = await startTestDesk();
const { database, pool, close } = createDatabase(test.databaseUrl, { max: test.desk.config.database.connections });
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const counted = (...given: unknown[]) => {
    statements += 1;
    return query(...given);
  };
  Object.assign(client, { query: counted });
});

try {
  await fillDesk(test.desk, count);
  const [unit, ...others] = await listOperations({ ...test.desk, database, listReviewerIds: async () => PEOPLE.map(({ id }) => id) });
  console.log(`${count} documents\n${'ms'.padStart(9)}${'× row'.padStart(8)}${'statements'.padStart(12)}`);
  for (const operation of [unit!, ...others]) await report(operation, unit!);
} finally {
  await close();
  await test.close();
  await stopServer();
}

/** Runs an operation in turn with the read of one row, and prints its line. */
async function report({ name, times, run }: Operation, unit: Operation): Promise<void> {
  const taken: number[] = [];
  const ofUnit: number[] = [];
  let made = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const before = statements;
    const ms = await measure(() => run(turn));
    made = statements - before;
    const read = await measure(() => unit.run(turn));
    if (turn < Math.min(WARM_UPS, times - 1)) continue;
    taken.push(ms);
    ofUnit.push(read);
  }
  const ms = median(taken);
  console.log(`${ms.toFixed(2).padStart(9)}${(ms / median(ofUnit)).toFixed(1).padStart(8)}${String(made).padStart(12)}  ${name}`);
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
