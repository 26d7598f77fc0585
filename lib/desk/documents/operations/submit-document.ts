import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { FilledMetadata } from '#lib/contract/desk/deployment-metadata.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { lockFile } from '#lib/files/lock-file.ts';
import type { Received } from '#lib/platform/blobs/blob-store.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { runTogether } from '#lib/platform/database/run-together.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { withSpan } from '#lib/platform/tracing/tracer.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { type Actor, type ConnectedDeployment, type Desk, READ_QUEUE } from '../../context/desk.ts';
import { sendFollow } from '../../context/send-follow.ts';
import { chooseDeployment } from '../../deployments/choose-deployment.ts';
import { deployments } from '../../deployments/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { cleanFolder, cleanName } from '../clean-name.ts';
import { getDeskDocument } from '../desk-document.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { isUnmapped } from '../find-unmapped.ts';
import { type DescribedDocument, makeMetadata } from '../make-metadata.ts';
import { recordSending, type Sent } from '../record-sending.ts';
import { insertRemoteJob } from '../remote-jobs.ts';
import { removeUnusedFile } from '../remove-unused-file.ts';
import { sendInTurn } from '../send-in-turn.ts';
import { splitStream } from '../split-stream.ts';
import { stateAfter } from '../states/document-states.ts';
import { documents, submissions } from '../tables.ts';

/** A deployment that takes nothing for so long is left to the worker. */
const PATIENCE_MS = 5_000;
/** How long the answer to the browser waits for the deployment's, once the file is safe. */
const ANSWER_WAIT_MS = 2_500;
/** When the worker looks after a document whose upload did not say how sending went: most likely the process was killed. */
const RESCUE_MS = 20_000;

export type NewDocument = {
  /** Names the upload: what was stored under it before, by the same person, is given back. A UUID; default: a new one. */
  id?: string | undefined;
  body: Readable;
  name: string;
  folder?: string | undefined;
  schemaId?: string | undefined;
  /** Without a schema: the engine is to find its kind. */
  recognise?: boolean | undefined;
  /** Where it goes; default: where new documents go. */
  deploymentId?: string | undefined;
  /** The id that its schema may have at that deployment: it is tried with this document, which does not wait until one is told. */
  trialId?: string | undefined;
  /** Bytes to come, when the browser said so. */
  size?: number | undefined;
  /** Aborts when the browser goes away. */
  signal?: AbortSignal | undefined;
};

/**
 * Takes in a file: its bytes stream to the blob store and to the deployment at once, in constant memory, at the pace of
 * the slower. The document exists, with its audit entry and its job, from one transaction on, which begins when the
 * bytes are safe; the deployment sees the end of the file only after that. When the deployment is slow, refuses or is
 * away, the document stays `received` and the worker sends it later under the same idempotency key.
 * @throws ProblemError `empty_file`, `file_too_large`, `upload_interrupted`, `storage_full`, `not_found` (schema): nothing is left behind
 */
export async function submitDocument(desk: Desk, actor: Actor, input: NewDocument): Promise<DeskDocument> {
  // it may end early while the database is asked; whoever reads it then is told
  input.body.on('error', () => undefined);
  const before = await findSubmitted(desk, actor, input);
  if (before) return before;
  const schema = input.schemaId ? await getCurrentSchema(desk.database, input.schemaId) : null;
  const { maxUploadBytes, uploadIdleMs } = desk.config.service;
  if (input.size !== undefined && input.size > maxUploadBytes) refuseTooLarge(maxUploadBytes);
  const id = input.id ?? newId();
  findOpenSpan()?.set({ 'countersign.document.id': id });
  const name = cleanName(input.name);
  const deployment = await chooseDeployment(desk, input.deploymentId);
  const trialId = input.trialId ?? null;
  // nothing goes to a deployment that has no id for its schema, or of which nothing is known yet
  const isKept =
    (!deployment.embedded && deployment.ours === null) ||
    (trialId === null && (await isUnmapped(desk.database, deployment, schema?.id ?? null)));
  const folder = cleanFolder(input.folder ?? '');
  const described: DescribedDocument = {
    id,
    name,
    folder,
    schemaId: schema?.id ?? null,
    schemaName: schema?.name ?? null,
    createdByName: actor?.name ?? null,
  };
  const metadata = await makeMetadata(desk.database, deployment.id, described, trialId);
  const legs = splitStream(input.body, { patienceMs: Math.min(PATIENCE_MS, uploadIdleMs / 3) });
  const sending = isKept ? null : send(desk, deployment, legs.second, { id, name, size: input.size, submitter: actor?.id, metadata });
  if (isKept) legs.dropSecond('It is kept here for now.');
  let received: Received | undefined;
  try {
    received = await storeUpload(desk, legs.first, input);
    if (received.size === 0) throw new ProblemError('empty_file', 'The file is empty. Choose another file.');
    if (input.size !== undefined && received.size !== input.size) throw new ProblemError('upload_interrupted');
    await saveDocument(desk, actor, {
      described,
      schema,
      recognise: schema === null && (input.recognise ?? false),
      received,
      deployment,
      metadata,
      isKept,
      trialId,
    });
  } catch (error) {
    legs.dropSecond('The upload failed.');
    if (received) await discard(desk, received);
    const same = await findSubmitted(desk, actor, input).catch(() => null);
    if (same) return same;
    throw error;
  }
  const { sha256 } = received;
  legs.finishSecond();
  if (!sending) return getDeskDocument(desk.database, id);
  // when the deployment takes its time with the end of the file, the person does not wait for it
  const recorded = sending.then((sent) => recordSending(desk, { documentId: id, sending: 1, deploymentId: deployment.id, sha256 }, sent));
  await within(recorded, ANSWER_WAIT_MS);
  return getDeskDocument(desk.database, id);
}

/** Takes the bytes in, at the pace at which they come. */
function storeUpload(desk: Desk, body: Readable, { size, signal }: NewDocument): Promise<Received> {
  const { maxUploadBytes: maxBytes, uploadIdleMs: idleMs } = desk.config.service;
  return withSpan('store upload', { kind: 'internal', attributes: {} }, async (span) => {
    const received = await desk.blobs.receive(body, { maxBytes, expectedBytes: size, idleMs, ...(signal ? { signal } : {}) });
    span?.set({ 'countersign.document.size': received.size });
    return received;
  });
}

/** The document that an earlier try of the same upload has made; the rest of the body is of no use then. */
async function findSubmitted(desk: Desk, actor: Actor, { id, body }: NewDocument): Promise<DeskDocument | null> {
  if (id === undefined) return null;
  const [row] = await desk.database.select({ createdById: documents.createdById }).from(documents).where(eq(documents.id, id));
  if (!row) return null;
  if (row.createdById !== (actor?.id ?? null)) throw new ProblemError('conflict', 'This upload belongs to someone else.');
  if (!body.destroyed) for await (const _ of body);
  return getDeskDocument(desk.database, id);
}

function refuseTooLarge(maxBytes: number): never {
  throw new ProblemError('file_too_large', `The file is larger than the ${Math.floor(maxBytes / 1024 ** 2)} MB that are allowed here.`);
}

/** Leaves nothing of an upload whose document could not be saved, unless another document has the same content. */
async function discard(desk: Desk, received: Received): Promise<void> {
  await received.discard();
  if (received.size > 0) await removeUnusedFile(desk, received.sha256).catch(() => undefined);
}

async function saveDocument(
  desk: Desk,
  actor: Actor,
  input: {
    described: DescribedDocument;
    schema: Schema | null;
    recognise: boolean;
    received: Received;
    deployment: ConnectedDeployment;
    metadata: FilledMetadata | null;
    /** It is not being sent. */
    isKept: boolean;
    trialId: string | null;
  },
): Promise<void> {
  const { described, schema, received, deployment, isKept, trialId } = input;
  const { id, name } = described;
  const at = now();
  await desk.database.transaction(async (transaction) => {
    // whoever tells an id at this moment sees the document, or is seen here
    if (isKept) await transaction.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, deployment.id)).for('share');
    const isParked = isKept && trialId === null && (await isUnmapped(transaction, deployment, schema?.id ?? null));
    await lockFile(transaction, received.sha256);
    await received.keep(fileKey);
    const saved = transaction.insert(documents).values({
      ...described,
      ...stateAfter('received', 'new', isParked ? 'unmapped' : 'received'),
      size: received.size,
      sha256: received.sha256,
      schemaVersion: schema?.version ?? null,
      recognise: input.recognise,
      ...(await findDuplicate(transaction, { id, sha256: received.sha256 })),
      createdAt: at,
      createdById: actor?.id ?? null,
      updatedAt: at,
    });
    // an id that was told meanwhile goes with it
    const metadata = isKept ? await makeMetadata(transaction, deployment.id, described, trialId) : input.metadata;
    const trial = trialId === null ? null : { remote_schema_id: trialId, run: 1, begun_at: at.toISOString() };
    const submission = transaction.insert(submissions).values({ documentId: id, deploymentId: deployment.id, metadata, trial });
    const inFlightSince = deployment.embedded || isKept ? null : at;
    const job = insertRemoteJob(transaction, { kind: 'document', documentId: id, run: 1 }, deployment.id, { inFlightSince });
    await runTogether(transaction, saved, submission, job);
    const rescueAfter = new Date(at.getTime() + RESCUE_MS);
    if (!isParked) await sendFollow(desk, { documentId: id, run: 1 }, { tx: transaction, ...(isKept ? {} : { rescueAfter }) });
    if (!deployment.embedded) await desk.queue.send(READ_QUEUE, { documentId: id }, { tx: transaction });
    const detail = {
      name,
      size: received.size,
      sha256: received.sha256,
      ...(deployment.embedded ? {} : { deployment: deployment.name }),
      ...(schema ? { schema_id: schema.id, schema_name: schema.name } : {}),
      ...(trialId === null ? {} : { remote_schema_id: trialId }),
    };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'document.received', detail }]);
  });
}

/** Sends to the deployment. When that does not work, for whatever reason, the worker tries again and tells. */
async function send(
  desk: Desk,
  deployment: ConnectedDeployment,
  body: Readable,
  file: { id: string; name: string; size: number | undefined; submitter: string | undefined; metadata: FilledMetadata | null },
): Promise<Sent> {
  // the upload may fail before the deployment is asked
  body.on('error', () => undefined);
  const options = {
    name: file.name,
    idempotencyKey: `${file.id}.1`,
    submitter: file.submitter,
    metadata: file.metadata ?? undefined,
    ...(file.size === undefined ? {} : { size: file.size }),
  };
  try {
    const submitted = await sendInTurn(desk, deployment, file.id, () => deployment.client.submitDocument(body, options));
    if (!submitted) body.destroy();
    return { submitted, unsure: false };
  } catch (error) {
    body.destroy();
    desk.log.debug('sending while receiving failed', { document: file.id, error });
    const failure = error instanceof DeploymentError ? error : null;
    return { submitted: null, unsure: failure?.unsure ?? false, ...(failure ? { error: failure } : {}) };
  }
}

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
