import path from 'node:path';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { getSecret } from '#lib/platform/secrets.ts';
import { restoreDatabase } from '../../../programs/testing/upgrade/database-copy.ts';
import { listKept, readKept, unpackFiles } from '../../../programs/testing/upgrade/kept-folder.ts';
import { ACCOUNTS } from '../../../programs/testing/upgrade/steps/accounts.ts';
import { getDetail } from '../../../programs/testing/upgrade/steps/documents.ts';
import { createPerson } from '../../../programs/testing/upgrade/steps/person.ts';
import { require } from '../../product/run-checks.ts';
import { findPort, startProduct } from '../../product/start-product.ts';

/**
 * Starts the product on each data folder that earlier versions made: people sign in with their passwords, documents and their
 * pictures are there, a program's key and job of the service too.
 * @param newDataDir gives a folder for each
 */
export async function tryUpgrade(newDataDir: () => string): Promise<void> {
  for (const commit of listKept()) {
    const dataDir = newDataDir();
    const kept = readKept(commit);
    unpackFiles(kept, dataDir);
    const password = getSecret(dataDir, 'database-password');
    const postgres = await startEmbeddedPostgres({ rootDir: path.resolve('.'), folder: path.join(dataDir, 'postgres'), password });
    await restoreDatabase(postgres.url, kept.database).finally(postgres.stop);

    const product = await startProduct({ dataDir, port: await findPort() });
    const ben = createPerson(product.url);
    await ben.post('/api/auth/sign-in/email', { email: ACCOUNTS.ben.email, password: ACCOUNTS.ben.password });
    for (const [name, id] of Object.entries(kept.documents)) {
      const { document } = await getDetail(ben, id);
      const before = kept.answers.documents[name]?.detail.document.state;
      require(document.state === before, `${name} is ${document.state}, not ${before}.`);
    }
    const id = kept.documents['contract.pdf'] ?? '';
    const picture = await ben.picture(id, 1);
    require(picture.length > 10_000, `The picture of page 1 has ${picture.length} bytes.`);
    const { key, documentId, jobId } = kept.service;
    for (const what of [`documents/${documentId}`, `summaries/jobs/${jobId}`]) {
      const answer = await fetch(`${product.url}/v1/${what}`, { headers: { authorization: `Bearer ${key}` } });
      require(answer.status === 200, `/v1/${what} answered ${answer.status}.`);
    }
    require((await product.stop()) === 0, 'It did not stop in good order.');
  }
}
