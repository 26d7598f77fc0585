import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import type { MigrationFolder } from './migration-folders.ts';
import { findMigrationState, isBeingRestored, type MigrationState, NewerDatabaseError } from './migration-state.ts';

const CONNECT_MS = 15_000;
/** Between two looks: the first pause, growing to the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000];
/** What waiting says again: somebody may look at the log only now. */
const SAY_AGAIN_MS = 60_000;
const LONGEST_MS = 10 * 60_000;
/** The database answers, and will not let us in however long we wait: wrong password, no such role or database. */
const REFUSED = new Set(['28P01', '28000', '3D000']);

const WAITING = {
  away: 'the database cannot be asked; this program waits for it',
  behind: 'the database lacks migrations; this program waits until "countersign migrate" has run',
  restoring: 'a backup is being restored into the database; this program waits until the restore is whole',
};

type Waited = { log: Pick<Log, 'info'>; limitMs?: number };

/**
 * Returns when the database has all migrations of this program.
 * @throws NewerDatabaseError · ConfigError when the database refuses the sign-in · Error when it took longer than the limit
 */
export function waitForMigrations(options: { url: string; folders: readonly MigrationFolder[] } & Waited): Promise<void> {
  const { url, folders, ...waited } = options;
  return waitUntilCurrent((client) => findMigrationState(client, folders), url, waited);
}

/**
 * Returns when the database answers and may be migrated: no backup is being restored into it.
 * @throws ConfigError when it refuses the sign-in · Error when it took longer than the limit
 */
export function waitForDatabase(options: { url: string } & Waited): Promise<void> {
  const { url, ...waited } = options;
  return waitUntilCurrent(async (client) => ((await isBeingRestored(client)) ? 'restoring' : 'current'), url, waited);
}

type Look = (client: pg.Client) => Promise<MigrationState>;

async function waitUntilCurrent(look: Look, url: string, { log, limitMs = LONGEST_MS }: Waited): Promise<void> {
  const end = performance.now() + limitMs;
  const said = { what: '', at: 0 };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    const { state, error } = await lookAt(url, look);
    if (state === 'current') return;
    if (state === 'newer') throw new NewerDatabaseError();
    const now = performance.now();
    if (now > end) throw new Error(`Waited for ${Math.round(limitMs / 1000)} s: ${WAITING[state]}`, { cause: error });
    if (said.what !== state || now - said.at > SAY_AGAIN_MS) {
      log.info(WAITING[state], error ? { error } : {});
      Object.assign(said, { what: state, at: now });
    }
    await sleep(pause);
  }
}

async function lookAt(url: string, look: Look): Promise<{ state: MigrationState | 'away'; error?: unknown }> {
  const options = { connectionString: url, application_name: 'countersign-start', query_timeout: CONNECT_MS };
  const client = new pg.Client({ ...options, connectionTimeoutMillis: CONNECT_MS });
  // a connection that breaks between two questions is told by the next one
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { state: await look(client) };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== undefined && REFUSED.has(code)) {
      throw new ConfigError(`DATABASE_URL: the database refuses it: ${(error as Error).message}.`, { cause: error });
    }
    return { state: 'away', error };
  } finally {
    await client.end().catch(() => undefined);
  }
}
