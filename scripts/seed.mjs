// npm run seed: fills a running desk with documents in all states, through its own interface, as people would.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RefusedError } from './seed/desk-client.mjs';
import { enterColleague, enterDesk, SeedError } from './seed/enter-desk.mjs';
import { makeFile } from './seed/make-files.mjs';
import { reviewDocuments } from './seed/review-documents.mjs';

const HELP = `npm run seed -- [--url ADDRESS] [--email ADDRESS --password WORDS] [--count 500] [--add] [--data FOLDER]

Fills a running desk with documents in all states. Without anything: the desk at http://127.0.0.1:3000.
  --url       another desk (COUNTERSIGN_SEED_URL)
  --email, --password   an admin's account (COUNTERSIGN_SEED_EMAIL, COUNTERSIGN_SEED_PASSWORD)
  --count     how many files to drop, 500 by default
  --add       also into a desk that holds documents
  --data      the desk's data folder, ./data by default: holds the token for the first account`;
const UPLOADS_AT_ONCE = 4;
const IN_FLIGHT = ['received', 'indexing', 'classifying', 'extracting'];
const TOLD_EVERY_MS = 5_000;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.COUNTERSIGN_SEED_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}` },
    email: { type: 'string', default: process.env.COUNTERSIGN_SEED_EMAIL },
    password: { type: 'string', default: process.env.COUNTERSIGN_SEED_PASSWORD },
    count: { type: 'string', default: '500' },
    add: { type: 'boolean', default: false },
    data: { type: 'string', default: process.env.COUNTERSIGN_DATA_DIR ?? 'data' },
    help: { type: 'boolean', default: false },
  },
});

async function seed() {
  const url = options.url.replace(/\/+$/, '');
  const count = Number(options.count);
  if (!Number.isInteger(count) || count < 1) throw new SeedError('--count is how many files to drop: a whole number.');
  const startedAt = Date.now();
  const say = (text) => console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`);
  const admin = await enterDesk({ url, email: options.email, password: options.password, dataDir: path.resolve(options.data) });
  const before = await admin.get('/api/documents?page_size=1');
  if (before.total > 0 && !options.add) throw new SeedError(`This desk holds ${before.total} documents. Say --add to add more.`);
  const colleague = (await enterColleague(admin, url)) ?? admin;

  const { items } = await admin.get('/api/schemas');
  const schemas = Object.fromEntries(items.map(({ name, id }) => [name, id]));
  if (before.total === 0) await setUpQueues(admin, schemas);
  const ids = await dropFiles({ admin, schemas, count, first: before.total, say });
  say(`${ids.size} files sent`);
  const settled = await waitUntilSettled(admin, say);
  const documents = settled.filter(({ id }) => ids.has(id));
  let told = Date.now();
  const outcomes = await reviewDocuments({
    people: { admin, colleague },
    documents,
    schemas,
    onDone(done) {
      if (Date.now() - told < TOLD_EVERY_MS) return;
      told = Date.now();
      say(`${done} of ${documents.length} documents gone through`);
    },
  });
  say(`people: ${list(outcomes)}`);
  await waitUntilSettled(admin, say);
  const { total, counts } = await admin.get('/api/documents?page_size=1');
  say(`done: ${total} documents on the desk: ${list(counts)}`);
}

/** Settings and a queue, so that second approvals and queues have something in them. Only on an empty desk: they are not ours to change. */
async function setUpQueues(admin, schemas) {
  const nothing = { priority: null, due_after_hours: null, sample_percent: 0 };
  await admin.put(`/api/schemas/${schemas['Purchase order']}/settings`, { ...nothing, second_approval: { when: 'always' } });
  await admin.put(`/api/schemas/${schemas.Receipt}/settings`, { ...nothing, second_approval: { when: 'never' }, sample_percent: 25 });
  await admin.post('/api/queues', {
    name: 'Invoices, worst first',
    filter: { states: ['to_review'], schema_id: schemas.Invoice },
    order: 'worst',
  });
}

/** @returns the ids of the documents that were made */
async function dropFiles({ admin, schemas, count, first, say }) {
  const ids = new Set();
  let next = 0;
  let told = Date.now();
  await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      while (next < count) {
        const { name, bytes, schema, folder, recognise } = await makeFile(first + next++);
        const chosen = schemas[schema] ? { schema_id: schemas[schema] } : {};
        const { id } = await admin.upload(name, bytes, { ...chosen, folder, recognise: recognise ? 'yes' : 'no' });
        ids.add(id);
        if (Date.now() - told < TOLD_EVERY_MS) continue;
        told = Date.now();
        say(`${ids.size} of ${count} files sent`);
      }
    }),
  );
  return ids;
}

/** Waits until the machine is through with everything. @returns all documents of the desk */
async function waitUntilSettled(admin, say) {
  for (let told = Date.now(); ; await sleep(1_000)) {
    const { counts, total } = await admin.get('/api/documents?page_size=1');
    const left = IN_FLIGHT.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    if (left === 0) break;
    if (Date.now() - told < TOLD_EVERY_MS) continue;
    told = Date.now();
    say(`${total - left} of ${total} documents read`);
  }
  const documents = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await admin.get(`/api/documents?page_size=200&page=${page}&sort=created_at&order=asc`);
    documents.push(...items);
    if (items.length === 0 || documents.length >= total) return documents;
  }
}

const list = (counts) =>
  Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');

if (options.help) console.log(HELP);
else {
  try {
    await seed();
  } catch (error) {
    if (!(error instanceof SeedError || error instanceof RefusedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
