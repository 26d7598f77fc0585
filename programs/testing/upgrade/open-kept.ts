import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getBackend } from '#app/backend.ts';
import { listRoutes } from '#app/testing/list-routes.ts';
import { serveRoutes } from '#app/testing/serve-routes.ts';
import { migrate } from '#lib/platform/database/migrate.ts';
import { listMigrationFolders } from '#lib/platform/database/migration-folders.ts';
import { createEmptyDatabase } from '#lib/platform/database/testing/test-database.ts';
import { requeueInterrupted } from '#lib/platform/queue/requeue-interrupted.ts';
import { restoreDatabase } from './database-copy.ts';
import { type KeptFolder, unpackFiles } from './kept-folder.ts';
import { ACCOUNTS } from './steps/accounts.ts';
import { createPerson, type Person } from './steps/person.ts';

/** Locks end after a minute, so that of a folder that was kept would have ended: they are put into the future, in the tables as they were. */
const KEEP_LOCKS = "update desk.documents set lock_expires_at = now() + interval '1 hour' where lock_expires_at is not null";

/** Today's web program on a kept folder. `databaseUrl` is for further programs. */
export type OpenedDesk = { databaseUrl: string; signIn: (who: keyof typeof ACCOUNTS) => Promise<Person>; close: () => Promise<void> };

/**
 * Opens a kept folder with today's code, as the launcher and the web program do: restores it, migrates its database, puts
 * interrupted jobs back, serves the routes. One at a time in a process.
 */
export async function openKept(kept: KeptFolder): Promise<OpenedDesk> {
  const testDatabase = await createEmptyDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-upgrade-'));
  unpackFiles(kept, dataDir);
  await restoreDatabase(testDatabase.url, kept.database);
  await testDatabase.database.execute(KEEP_LOCKS);
  await migrate({ url: testDatabase.url, folders: listMigrationFolders(process.cwd()) });
  await requeueInterrupted(testDatabase.url);
  Object.assign(process.env, {
    DATABASE_URL: testDatabase.url,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_READING_PROCESSES: '1',
    COUNTERSIGN_SERVICE_PORT: '9',
    COUNTERSIGN_LOG_LEVEL: 'error',
  });
  const server = await serveRoutes(await listRoutes());
  return {
    databaseUrl: testDatabase.url,
    async signIn(who) {
      const person = createPerson(server.url);
      const { email, password } = ACCOUNTS[who];
      await person.post('/api/auth/sign-in/email', { email, password });
      return person;
    },
    async close() {
      await server.close();
      await (await getBackend()).close();
      await testDatabase.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      // the next folder gets a backend of its own
      (globalThis as { countersignMemory?: Map<string, unknown> }).countersignMemory?.clear();
    },
  };
}
