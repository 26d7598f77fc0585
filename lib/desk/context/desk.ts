import type { User } from '#lib/contract/desk/user.ts';
import type { ClassificationResult, DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { SplittingResult } from '#lib/contract/service/splitting-job.ts';
import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import type { FileReferences } from '#lib/files/remove-unreferenced-file.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import type { Reader } from '#lib/reading/reader.ts';

/** Who did it; null = the desk itself. */
export type Actor = { id: string; name: string } | null;

/** A deployment of the service with its client. */
export type ConnectedDeployment = {
  id: string;
  name: string;
  embedded: boolean;
  /** It announced itself as one of ours; null = nothing was heard of it yet. */
  ours: boolean | null;
  client: DeploymentClient;
};

/** Everything the desk's operations work with. Made by `createDesk`, once per program. */
export type Desk = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  queue: Pick<Queue, 'send'>;
  /** The desk's own reading of each file: pages, words, pictures. */
  reader: Reader;
  /** The deployment that new documents are sent to at this moment. */
  present: () => Promise<ConnectedDeployment>;
  /** The deployment of that id, as it is connected at this moment. @throws ProblemError `deployment_unreachable` when it is known no more */
  getDeployment: (id: string) => Promise<ConnectedDeployment>;
  /** The files that this program is sending to the embedded service at the moment. */
  sendings: Set<{ isAlone: boolean }>;
  /** Everybody whose documents may refer to files of the store: the desk and the embedded service. Null in programs that do not know them all. */
  fileReferences: readonly FileReferences[] | null;
  /**
   * What an engine of this machine would answer: its places confirm those of values that a deployment gives bare. Null where
   * there is none.
   */
  runLocalEngine: ((schema: Schema, reading: Reading, signal: AbortSignal) => Promise<ExtractionResult>) | null;
  /** What an engine of this machine makes of a document's class, for deployments that tell none. Null where there is none. */
  classify:
    | ((
        reading: Reading,
        options: { classes: readonly DocumentClass[]; name: string; signal: AbortSignal },
      ) => Promise<ClassificationResult>)
    | null;
  /** Where an engine of this machine sees documents begin in a file, for deployments that do not say. Null where there is none. */
  split: ((reading: Reading, options: { classes: readonly DocumentClass[]; signal: AbortSignal }) => Promise<SplittingResult>) | null;
  /** Ids of those who may review now, or null where that cannot be known: then everybody who is named counts as there. */
  listReviewerIds: (() => Promise<string[]>) | null;
  /** Everybody with an account, also one that is switched off; null where that cannot be known: then nobody is told by role, and no mail goes. */
  listAccounts: (() => Promise<(User & { active: boolean })[]>) | null;
  log: Log;
};

/** The queue whose jobs bring a document to where its deployment is. Data: `FollowJob`. */
export const FOLLOW_QUEUE = 'desk-follow';
/** The queue whose jobs make the desk's own reading. Data: `ReadJob`. */
export const READ_QUEUE = 'desk-read';
/** The queue whose jobs get a summary. Data: `SummaryJob`. */
export const SUMMARY_QUEUE = 'desk-summary';
/** The queue whose jobs learn the fields of a deployment's schema. Data: `LearnJob`. */
export const LEARN_QUEUE = 'desk-learn';
/** The queue whose jobs ask whether a file is several documents. Data: `SplitJob`. */
export const SPLIT_QUEUE = 'desk-split';
/** The queue whose jobs remove what a removed document, or a comparison, left behind. Data: `RemoveJob` or `RemoveCopyJob`. */
export const REMOVE_QUEUE = 'desk-remove';
/** The queue whose jobs tell deployments of ours what was approved, or take it back. Data: `TeachJob`. */
export const TEACH_QUEUE = 'desk-teach';
/** The queue whose jobs add decided documents to the sums of the insights, and count flags anew. Data: `CountJob`. */
export const COUNT_QUEUE = 'desk-count';

/** The queue whose jobs ask a deployment of ours about answers of others, and end that. Data: `OpinionJob`. */
export const OPINION_QUEUE = 'desk-opinion';

/** The queue whose jobs send a mail about a person's inbox. Data: `MailJob`. */
export const MAIL_QUEUE = 'desk-mail';

/** The queue of the one job that checks approved documents again. Data: `NightlyJob`. */
export const NIGHTLY_QUEUE = 'desk-nightly';

/** The queue of the one job that maintains the review queues and the retention again and again. No data. */
export const MAINTAIN_QUEUE = 'desk-tend';

export type FollowJob = { documentId: string; run: number; rescue?: true };
export type ReadJob = { documentId: string };
export type SummaryJob = { documentId: string; run: number };
export type SplitJob = { documentId: string; run: number };
export type LearnJob = { deploymentId: string; remoteSchemaId: string };
export type MailJob = { mailId: string };
export type NightlyJob = { runId: string };
export type RemoveJob = { sha256: string; deploymentId: string | null; remoteDocumentId: string | null };
/** About a row of `comparison_copies`. */
export type RemoveCopyJob = { copyId: string };
/**
 * About one document, also after a quality sample of it was checked; or about all of a schema, after it was said whether that learns, or
 * that everything is to be forgotten.
 */
export type TeachJob = { documentId: string; isChecked?: true } | { schemaId: string; forgetsAll?: true };
/** About one answer of a document, with the moment that it was stored, or about all of a schema whose settings say something else now. */
export type OpinionJob = { documentId: string; deploymentId: string; answerAt: string } | { schemaId: string };
/** About one document, about all that are decided and not counted, or about the flags of those of a schema that wait for a review. */
export type CountJob = { documentId: string } | { rest: true } | { schemaId: string };
