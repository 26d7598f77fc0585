import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';
import { migrate } from '../migrate.ts';
import { listMigrationFolders } from '../migration-folders.ts';
import { administer, SERVER_URL, TEMPLATE_NAME, withDatabase } from './test-database.ts';

/**
 * Starts the database server of a test run (or uses TEST_DATABASE_URL, a superuser's address) and prepares the template from
 * which every test file's database is copied. Returns the function that ends it.
 * @param options.top the folder in which the server gets one of its own
 */
export async function startTestServer({ rootDir, top }: { rootDir: string; top: string }): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(path.join(top, 'countersign-test-'));
  const server = folder
    ? await startEmbeddedPostgres({ rootDir, folder: path.join(folder, 'postgres'), password: randomUUID(), durable: false })
    : null;
  const serverUrl = server ? server.urlOf('postgres') : (given as string);
  const template = `template_${process.pid}_${Date.now()}`;
  const stop = async () => {
    await administer(serverUrl, `drop database if exists ${template} with (force)`);
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  };
  try {
    await administer(serverUrl, `create database ${template}`);
    await migrate({ url: withDatabase(serverUrl, template), folders: listMigrationFolders(rootDir) });
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[SERVER_URL] = serverUrl;
  process.env[TEMPLATE_NAME] = template;
  return stop;
}
