// npm run keep -- CHECKOUT: keeps a data folder of the version in CHECKOUT (installed and built), for the upgrade test.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { getSecret } from '#lib/platform/secrets.ts';
import { findPort, startProduct } from '../../../bench/product/start-product.ts';
import { collectAnswers } from './answers.ts';
import { copyDatabase } from './database-copy.ts';
import { readFiles, saveKept } from './kept-folder.ts';
import { makeAccounts, SET_UP_TOKEN } from './steps/accounts.ts';
import { dropDocuments, findAttachments, splitStacks, type Work } from './steps/documents.ts';
import { waitForSummary, workAtOtherDeployment } from './steps/other-deployments.ts';
import { correctValues, decideDocuments, openDocument, tendDocuments } from './steps/review.ts';
import { changeSchema, makeQueues, makeSchemas } from './steps/schemas.ts';
import { workAtService } from './steps/service-keys.ts';

const [checkout = '.'] = process.argv.slice(2);
const rootDir = path.resolve(checkout);
const commit = execFileSync('git', ['-C', rootDir, 'rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-keep-'));

try {
  const environment = { COUNTERSIGN_SET_UP_TOKEN: SET_UP_TOKEN };
  const product = await startProduct({ rootDir, dataDir, port: await findPort(), environment });
  const seen = await work(product.url).finally(product.stop);
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
