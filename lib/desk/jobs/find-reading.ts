import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Reading } from '#lib/contract/service/reading.ts';
import { now } from '#lib/platform/clock.ts';
import { createConcurrencyLimit } from '#lib/platform/concurrency-limit.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Desk } from '../context/desk.ts';
import { isStopped } from '../context/is-stopped.ts';
import { findPassword } from '../documents/find-password.ts';
import { documents } from '../documents/tables.ts';
import type { Followed } from './followed.ts';

/** Readings waited for at a time: each wait holds a connection of the database. */
const limits = new WeakMap<Desk, ReturnType<typeof createConcurrencyLimit>>();

/** The desk's own reading of a document, made if need be; null when the file cannot be read here. Not for use inside a transaction. */
export async function findReading(desk: Desk, { row, signal }: Pick<Followed, 'row' | 'signal'>): Promise<Reading | null> {
  try {
    const limit = limits.get(desk) ?? createConcurrencyLimit(desk.config.reading.processes);
    limits.set(desk, limit);
    if (!(await desk.reader.find(row.sha256))) {
      const password = await findPassword(desk, row.id);
      await limit(() => desk.reader.read({ sha256: row.sha256, name: row.name, password, signal }));
    }
    const reading = await desk.reader.getReading(row.sha256);
    // an earlier try of the desk may have failed
    await desk.database
      .update(documents)
      .set({
        readingFailure: null,
        pagesRead: reading.page_count,
        // as in readDocument: what is known stays
        pageCount: sql`coalesce(${documents.pageCount}, ${reading.page_count}::int)`,
        updatedAt: now(),
      })
      .where(and(eq(documents.id, row.id), isNotNull(documents.readingFailure)));
    return reading;
  } catch (error) {
    if (signal.aborted || findOutage(error) || isStopped(error)) throw error;
    desk.log.info('the desk could not read a file itself', { document: row.id, code: (error as { code?: string }).code });
    return null;
  }
}
