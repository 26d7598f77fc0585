import { and, asc, eq, lt } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { sendOpinion } from '../context/send-opinion.ts';
import { documents } from '../documents/tables.ts';
import { secondOpinions } from '../review/tables.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { IS_ASKED } from './find-asked.ts';

/** Opinions that are waited for so long get a job again, in case theirs was lost. */
const FORGOTTEN_MS = 15 * 60_000;
const AT_ONCE = 100;

/** Has second opinions asked for whose jobs may be lost. */
export async function resendOpinions(desk: Pick<Desk, 'database' | 'queue'>): Promise<void> {
  const before = new Date(now().getTime() - FORGOTTEN_MS);
  const waiting = await desk.database
    .select({ documentId: secondOpinions.documentId, deploymentId: secondOpinions.deploymentId, answerAt: secondOpinions.answerAt })
    .from(secondOpinions)
    .innerJoin(documents, eq(documents.id, secondOpinions.documentId))
    .innerJoin(schemaSettings, eq(schemaSettings.schemaId, secondOpinions.schemaId))
    .where(and(eq(secondOpinions.state, 'waiting'), lt(secondOpinions.at, before), IS_ASKED))
    .orderBy(asc(secondOpinions.at))
    .limit(AT_ONCE);
  for (const { answerAt, ...about } of waiting) await sendOpinion(desk, { ...about, answerAt: answerAt.toISOString() });
}
