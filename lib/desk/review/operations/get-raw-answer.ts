import { Readable } from 'node:stream';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { RawAnswer } from '#lib/contract/desk/deployment.ts';
import { isInFlight } from '#lib/contract/desk/groups-of-states.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { type AnswerKind, LONGEST_SHOWN_BYTES, SHOWN_BYTES } from '../../documents/answers/keep-answer.ts';
import { isLongerThan, shortenJson } from '../../documents/answers/shorten-json.ts';
import { keptAnswers } from '../../documents/answers/tables.ts';
import { writeJson } from '../../documents/answers/write-json.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { remoteJobs, submissions } from '../../documents/tables.ts';
import { extractions } from '../tables.ts';

/**
 * The deployment's last answer about the extraction, word for word, or the beginning of a long one; while there is none, the last one
 * that could not be understood.
 * @param readerId who gets it @throws ProblemError `not_found`, `conflict` (its values are withheld from that person)
 */
export async function getRawAnswer(desk: Desk, id: string, readerId?: string): Promise<RawAnswer> {
  const { last, kind, kept } = await getLastAnswer(desk, await getReadableRow(desk.database, id, readerId));
  const { deploymentId, name, at, raw } = last;
  const shown = {
    deployment: { id: deploymentId, name },
    at: at.toISOString(),
    is_understood: kind === 'extraction',
  };
  if (kept) return { ...shown, size: kept.size, raw };
  if (!isLongerThan(raw, LONGEST_SHOWN_BYTES)) return { ...shown, raw };
  // an earlier version kept it whole
  let size = 0;
  for (const piece of writeJson(raw)) size += piece.length;
  return { ...shown, size, raw: shortenJson(raw, SHOWN_BYTES) };
}

/** All of the answer that `getRawAnswer` tells, as a file. @param readerId as there @throws ProblemError as there */
export async function getWholeAnswer(
  desk: Desk,
  id: string,
  readerId?: string,
): Promise<{ name: string; mediaType: string; size?: number; body: AsyncIterable<Uint8Array> }> {
  const row = await getReadableRow(desk.database, id, readerId);
  const { last, kept } = await getLastAnswer(desk, row);
  const isText = typeof last.raw === 'string';
  const file = { name: `${row.name} response.${isText ? 'txt' : 'json'}`, mediaType: isText ? 'text/plain' : 'application/json' };
  if (!kept) return { ...file, body: Readable.from(writeJson(last.raw), { objectMode: false }) };
  try {
    return { ...file, size: kept.size, body: await desk.blobs.get(fileKey(kept.sha256)) };
  } catch (error) {
    if (error instanceof BlobNotFoundError)
      throw new ProblemError('not_found', 'The response is missing from the store.', { cause: error });
    throw error;
  }
}

async function getLastAnswer(desk: Desk, row: DocumentRow) {
  const isUnderWay = isInFlight(row.state) || row.state === 'failed';
  const unread = isUnderWay ? await findUnread(desk, row.id) : null;
  const last = unread ?? (await findOfExtraction(desk, row.id));
  if (!last) throw new ProblemError('not_found', 'The document service has not answered about this document yet.');
  const kind: AnswerKind = unread ? 'unread' : 'extraction';
  const which = and(eq(keptAnswers.documentId, row.id), eq(keptAnswers.kind, kind));
  const [kept] = await desk.database.select().from(keptAnswers).where(which);
  return { last, kind, kept };
}

async function findOfExtraction(desk: Desk, documentId: string) {
  const [found] = await desk.database
    .select({ raw: extractions.raw, at: extractions.at, deploymentId: deployments.id, name: deployments.name })
    .from(extractions)
    .innerJoin(submissions, eq(submissions.documentId, extractions.documentId))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(extractions.documentId, documentId));
  return found ?? null;
}

async function findUnread(desk: Desk, documentId: string) {
  const [found] = await desk.database
    .select({ raw: remoteJobs.lastAnswer, at: remoteJobs.lastAnswerAt, deploymentId: deployments.id, name: deployments.name })
    .from(remoteJobs)
    .innerJoin(deployments, eq(deployments.id, remoteJobs.deploymentId))
    .where(and(eq(remoteJobs.documentId, documentId), isNotNull(remoteJobs.lastAnswerAt)))
    .orderBy(desc(remoteJobs.lastAnswerAt))
    .limit(1);
  // an older one that could not be understood says nothing any more
  return found?.at && found.raw !== null ? { ...found, at: found.at } : null;
}
