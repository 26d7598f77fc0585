import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import type { BlobStore } from '#lib/platform/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue.ts';
import type { Reader } from '#lib/reading/reader.ts';

/** Who did it; null = the desk itself. */
export type Actor = { id: string; name: string } | null;

/** A deployment of the service with its client. */
export type ConnectedDeployment = { id: string; name: string; embedded: boolean; client: DeploymentClient };

/** Everything the desk's operations work with. Made by `createDesk`, once per program. */
export type Desk = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  queue: Pick<Queue, 'send'>;
  /** The desk's own reading of each file: pages, words, pictures. */
  reader: Reader;
  /** The deployment that new documents are sent to. */
  present: () => ConnectedDeployment;
  /** The deployment of that id. @throws ProblemError `deployment_unreachable` when it is configured no more */
  getDeployment: (id: string) => ConnectedDeployment;
  /** Says whether another program of this machine (the embedded service) needs a file's bytes; null where that cannot be known. */
  isFileKept: ((sha256: string) => Promise<boolean>) | null;
  log: Log;
};

/** Where the desk keeps an original file. */
export function fileKey(sha256: string): string {
  return `files/${sha256}`;
}

/** The queue whose jobs follow a document up at its deployment. Data: `FollowJob`. */
export const FOLLOW_QUEUE = 'desk-follow';
/** The queue whose jobs make the desk's own reading. Data: `ReadJob`. */
export const READ_QUEUE = 'desk-read';
/** The queue whose jobs remove what a removed document left behind. Data: `RemoveJob`. */
export const REMOVE_QUEUE = 'desk-remove';

export type FollowJob = { documentId: string; run: number; rescue?: true };
export type ReadJob = { documentId: string };
export type RemoveJob = { sha256: string; deploymentId: string | null; remoteDocumentId: string | null };
