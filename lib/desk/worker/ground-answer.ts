import type { ExtractionResult } from '#lib/contract/extraction.ts';
import type { Schema } from '#lib/contract/extraction-schema.ts';
import type { Reading } from '#lib/contract/reading.ts';
import { groundResult } from '#lib/document/ground-result.ts';
import type { Desk } from '../desk.ts';
import { findPassword } from '../find-password.ts';
import type { Followed } from './followed.ts';
import { createGate } from './gate.ts';

/**
 * Gives the values of a deployment that says no places the places that the desk's own reading finds. A file that cannot be
 * read here keeps its values without places.
 */
export async function groundAnswer(desk: Desk, followed: Followed, schema: Schema, result: ExtractionResult): Promise<ExtractionResult> {
  if (result.engine !== 'remote') return result;
  const reading = await findReading(desk, followed);
  if (!reading || reading.pages.length === 0) return result;
  const opinion = await desk.vouch?.(schema, reading).catch((error) => {
    desk.log.warn('no opinion about the places of values', { document: followed.row.id, error });
    return null;
  });
  return groundResult({ fields: schema.fields, result, pages: reading.pages, opinion: opinion ?? null });
}

/** Readings waited for at a time: each wait holds a connection of the database. */
const gates = new WeakMap<Desk, ReturnType<typeof createGate>>();

async function findReading(desk: Desk, { row, signal }: Followed): Promise<Reading | null> {
  try {
    const gate = gates.get(desk) ?? createGate(desk.config.reading.processes);
    gates.set(desk, gate);
    if (!(await desk.reader.find(row.sha256))) {
      const password = await findPassword(desk, row.id);
      await gate(() => desk.reader.read({ sha256: row.sha256, name: row.name, password, signal }));
    }
    return await desk.reader.getReading(row.sha256);
  } catch (error) {
    if (signal.aborted) throw error;
    desk.log.info('values stay without places', { document: row.id, code: (error as { code?: string }).code });
    return null;
  }
}
