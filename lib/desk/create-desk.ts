import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import { createReader, type Reader } from '#lib/reading/reader.ts';
import type { Desk } from './context/desk.ts';
import { connectDeployments } from './deployments/connect-deployments.ts';

/**
 * Composes the desk over a migrated database: its deployments and its reader.
 * @param options.reader default: one of its own
 * @param options.fileReferences see `Desk`; null for programs that cannot know
 * @param options.listReviewerIds see `Desk`
 * @param options.listAccounts see `Desk`
 * @param options.runLocalEngine see `Desk`; null for programs that store no answers
 * @param options.classify see `Desk`
 * @param options.split see `Desk`
 */
export async function createDesk(options: {
  config: Config;
  database: Database;
  blobs: BlobStore;
  queue: Pick<Queue, 'send'>;
  log: Log;
  reader?: Reader;
  fileReferences?: Desk['fileReferences'];
  runLocalEngine?: Desk['runLocalEngine'];
  classify?: Desk['classify'];
  split?: Desk['split'];
  listReviewerIds?: Desk['listReviewerIds'];
  listAccounts?: Desk['listAccounts'];
}): Promise<Desk> {
  const { config, database, blobs, queue, log } = options;
  const { get, present } = await connectDeployments(config, database, log);
  return {
    config,
    database,
    blobs,
    queue,
    log,
    reader: options.reader ?? createReader({ database, blobs, log, config }),
    present,
    getDeployment: get,
    sendings: new Set(),
    fileReferences: options.fileReferences ?? null,
    runLocalEngine: options.runLocalEngine ?? null,
    classify: options.classify ?? null,
    split: options.split ?? null,
    listReviewerIds: options.listReviewerIds ?? null,
    listAccounts: options.listAccounts ?? null,
  };
}
