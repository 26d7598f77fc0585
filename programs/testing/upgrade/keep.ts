// npm run keep -- CHECKOUT: keeps a data folder of the version in CHECKOUT (installed and built), for the upgrade test.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { getSecret } from '#lib/platform/secrets.ts';
import { collectAnswers } from './answers.ts';
import { copyDatabase } from './database-copy.ts';
import { readFiles, saveKept } from './kept-folder.ts';
import { startLauncher } from './launcher.ts';
import { makeAccounts } from './work/accounts.ts';
import { dropDocuments, findAttachments, splitStacks, type Work } from './work/documents.ts';
import { waitForSummary, workAtOtherDeployment } from './work/other-deployments.ts';
import { correctValues, decideDocuments, openDocument, tendDocuments } from './work/review.ts';
import { changeSchema, makeQueues, makeSchemas } from './work/schemas.ts';
import { workAtService } from './work/service-keys.ts';

const [checkout = '.'] = process.argv.slice(2);
const rootDir = path.resolve(checkout);
const commit = execFileSync('git', ['-C', rootDir, 'rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-keep-'));

try {
  const port = await findPort();
  const desk = await startLauncher({ rootDir, dataDir, port });
  const seen = await work(desk.url).finally(desk.stop);
  const postgres = await startEmbeddedPostgres({
    rootDir,
    folder: path.join(dataDir, 'postgres'),
    password: getSecret(dataDir, 'database-password'),
  });
  const database = await copyDatabase(postgres.url).finally(postgres.stop);
  const { file, size } = saveKept({ commit, ...seen, database, files: readFiles(dataDir) });
  console.log(`${path.relative('.', file)}: ${Object.keys(seen.documents).length} documents, ${size} bytes`);
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/** What people do at the desk, step by step. */
async function work(url: string) {
  const people = await makeAccounts(url);
  const schemas = await makeSchemas(people);
  await makeQueues(people, schemas);
  const day: Work = { people, schemas, documents: {} };
  for (const step of [dropDocuments, splitStacks, findAttachments, correctValues, decideDocuments, tendDocuments, workAtOtherDeployment]) {
    console.log(step.name);
    await step(day);
  }
  await changeSchema(people, schemas['Delivery note']!);
  await waitForSummary(people.ada, day.documents['contract.pdf']!);
  const service = await workAtService(people, url);
  const { 'dropped-by-mistake.txt': _, ...documents } = day.documents;
  await openDocument(day);
  return { documents, service, answers: await collectAnswers(people.ada, documents) };
}

/** A port that is free now, below those that outgoing connections get. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
