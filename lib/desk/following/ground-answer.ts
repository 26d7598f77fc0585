import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { groundResult } from '#lib/document/grounding/ground-result.ts';
import type { Desk } from '../context/desk.ts';
import { isStopped } from '../context/is-stopped.ts';
import { findReading } from '../jobs/find-reading.ts';
import type { Followed } from '../jobs/followed.ts';

/**
 * Gives the values of a deployment that says no places the places that the desk's own reading finds. A file that cannot be
 * read here keeps its values without places.
 */
export async function groundAnswer(desk: Desk, followed: Followed, schema: Schema, result: ExtractionResult): Promise<ExtractionResult> {
  if (result.engine !== 'remote') return result;
  const reading = await findReading(desk, followed);
  if (!reading || reading.pages.length === 0) return result;
  const opinion = await desk.runLocalEngine?.(schema, reading, followed.signal).catch((error) => {
    followed.signal.throwIfAborted();
    if (isStopped(error)) throw error;
    desk.log.warn('no opinion about the places of values', { document: followed.row.id, error });
    return null;
  });
  return groundResult({ fields: schema.fields, result, pages: reading.pages, opinion: opinion ?? null });
}
