import { recordEvent } from '#lib/desk/audit/operations/record-event.ts';
import { createStrangerRecorder } from '#lib/desk/audit/operations/record-stranger-event.ts';
import type { Desk } from '#lib/desk/context/desk.ts';
import { deskQueues } from '#lib/desk/context/desk-queues.ts';
import { createDesk } from '#lib/desk/create-desk.ts';
import { createBlobStore } from '#lib/platform/blobs/create-blob-store.ts';
import { sweepRegularly } from '#lib/platform/blobs/sweep-regularly.ts';
import { type Config, readConfig, requireDatabaseUrl } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { createLog, type Log } from '#lib/platform/log.ts';
import { createQueue } from '#lib/platform/queue/queue.ts';
import { remember } from '#lib/platform/remember.ts';
import { withRequestId } from '#lib/platform/request-id.ts';
import { withOpenSpan } from '#lib/platform/trace-context.ts';
import { createSessions, type Sessions } from '#lib/session/create-sessions.ts';
import { listAccounts } from '#lib/session/people/list-accounts.ts';
import { listPeopleNames } from '#lib/session/people/list-people-names.ts';

/** What the web program's routes work with. */
export type Backend = { config: Config; desk: Desk; sessions: Sessions; log: Log; close: () => Promise<void> };

/** The log of this process; there also while the backend cannot be made. */
export function getLog(): Log {
  return remember('web-log', () => {
    try {
      return createLog({ ...readConfig().log, program: 'web' });
    } catch {
      // the settings are wrong, which is about to be said here
      return createLog({ level: 'info', format: 'json', program: 'web' });
    }
  });
}

/** The one backend of this process, made at the first request; when that fails, anew at the next. @throws OutageError */
export function getBackend(): Promise<Backend> {
  // what it does by itself later comes of no request, and not of the first one
  return remember('web-backend', () => withRequestId(null, () => withOpenSpan(null, createBackend)));
}

async function createBackend(): Promise<Backend> {
  const log = getLog();
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) {
      await Promise.resolve()
        .then(end)
        .catch((error) => log.warn('closing met an error', { error }));
    }
  };
  try {
    return { ...(await openBackend(log, (end) => opened.push(end))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param onClose takes how each thing that was opened is closed, also when a later one cannot be opened */
async function openBackend(log: Log, onClose: (end: () => unknown) => void): Promise<Omit<Backend, 'close'>> {
  const config = readConfig();
  const databaseUrl = requireDatabaseUrl(config);
  const { database, close } = createDatabase(databaseUrl, { max: config.database.connections, name: 'countersign-web' });
  onClose(close);
  const queue = await createQueue({ databaseUrl, queues: deskQueues(config.reading.timeoutMs), supervise: false, log });
  onClose(queue.close);
  const listReviewerIds = async () => (await listPeopleNames(database)).map((person) => person.id);
  const blobs = createBlobStore(config);
  onClose(sweepRegularly(blobs, log));
  const desk = await createDesk({ config, database, blobs, queue, log, listReviewerIds, listAccounts: () => listAccounts(database) });
  onClose(desk.reader.close);
  const recordStrangerEvent = createStrangerRecorder(desk, log);
  const sessions = createSessions({
    database,
    config,
    log,
    record: (actor, event, detail = {}) => (actor ? recordEvent(desk, actor, event, detail) : recordStrangerEvent(event, detail)),
  });
  // the first picture of a page should wait neither for a child process to start nor for what draws it
  desk.reader.warm({ forDrawing: true }).catch((error) => log.warn('pictures cannot be drawn', { error }));
  return { config, desk, sessions, log };
}
