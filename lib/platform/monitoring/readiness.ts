import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { DatabaseConnection } from '../database/database.ts';
import type { MigrationFolder } from '../database/migration-folders.ts';
import { findMigrationState, type MigrationState } from '../database/migration-state.ts';
import { findOutage } from '../outage-error.ts';

/** What a program needs to take traffic or work. */
export type CheckName = 'database' | 'schema' | 'storage' | 'started' | 'not_draining';

/** Whether a program may get traffic and work. Each check is `ok`, or a word for what is wrong; never an address, a path or a key. */
export type Readiness = { status: 'ready' | 'not_ready'; checks: Record<CheckName, string> };

/** `starting`: until the program said that it is ready · `draining`: from the request to stop on. */
export type Phase = 'starting' | 'running' | 'draining';

const SCHEMA_WORDS = { behind: 'lacks migrations', newer: 'newer' };
const LIMIT_MS = 1_500;
const DATABASE_EVERY_MS = 2_000;
/** A look at the storage writes and reads a few bytes, with S3 by three requests. */
const [STORAGE_EVERY_MS, FAILING_STORAGE_EVERY_MS] = [30_000, 5_000];

/**
 * Looks at what a program stands on, whatever the program itself does at the moment: asked often it looks now and then only, and each
 * answer comes within a second and a half. Migrations are compared until the program is running; a newer version may migrate later.
 * What was well and is `away` is told so when it is away twice in a row: a program that stood still for a moment sees its own limits pass
 * before it reads the answers that have come.
 * @param connection of its own, so that a program that has all of its connections in use is not taken for one without a database
 */
export function createReadiness(options: {
  connection: DatabaseConnection;
  folders: readonly MigrationFolder[];
  blobs: Pick<BlobStore, 'probe'>;
}): (phase: Phase) => Promise<Readiness> {
  const { connection, folders, blobs } = options;
  let schema: MigrationState | null = null;
  const lookAtDatabase = createLook(async (phase: Phase) => {
    const client = await connection.pool.connect();
    try {
      if (phase !== 'starting') schema = 'current';
      if (schema === 'current') await client.query('select 1');
      else schema = await findMigrationState(client, folders);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return 'ok';
  });
  const lookAtStorage = createLook(async () => {
    await blobs.probe();
    return 'ok';
  });

  return async (phase) => {
    const [database, storage] = await Promise.all([
      lookAtDatabase(phase, () => DATABASE_EVERY_MS),
      lookAtStorage(phase, (last) => (last === 'ok' ? STORAGE_EVERY_MS : FAILING_STORAGE_EVERY_MS)),
    ]);
    const checks = {
      database,
      schema: schema === 'current' ? 'ok' : database === 'ok' && schema ? SCHEMA_WORDS[schema] : 'not known',
      storage,
      started: phase === 'starting' ? 'starting' : 'ok',
      not_draining: phase === 'draining' ? 'draining' : 'ok',
    };
    return { status: Object.values(checks).every((check) => check === 'ok') ? 'ready' : 'not_ready', checks };
  };
}

/** A full disk is told by its own figures: what is there can still be worked with. */
function explain(error: unknown): string {
  const kind = findOutage(error)?.kind ?? 'fails';
  return kind === 'full' ? 'ok' : kind;
}

/** One look at a time, and not again before its time; what has not answered within the limit is away. */
function createLook(look: (phase: Phase) => Promise<string>) {
  let looking: Promise<string> | null = null;
  let last = { at: Number.NEGATIVE_INFINITY, phase: null as Phase | null, found: 'ok' };
  let told = 'nothing';
  /** When it was found away the first time after it was told to be well. */
  let doubtedAt: number | null = null;
  const begin = (phase: Phase) => {
    const at = performance.now();
    looking = look(phase)
      .catch((error) => explain(error))
      .then((found) => {
        last = { at, phase, found };
        looking = null;
        return found;
      });
    return looking;
  };
  const tell = (found: string, askedAt: number) => {
    if (found === 'away' && told === 'ok') {
      doubtedAt ??= performance.now();
      if (askedAt <= doubtedAt) return told;
    }
    doubtedAt = null;
    told = found;
    return found;
  };
  return async (phase: Phase, everyMs: (last: string) => number): Promise<string> => {
    const askedAt = performance.now();
    const isFresh = last.phase === phase && askedAt - last.at < everyMs(last.found);
    if (!looking && isFresh && doubtedAt === null) return tell(last.found, askedAt);
    const limit = new AbortController();
    const late = sleep(LIMIT_MS, 'away', { signal: limit.signal, ref: false }).catch(() => 'away');
    const found = await Promise.race([looking ?? begin(phase), late]);
    limit.abort();
    return tell(found, askedAt);
  };
}
