import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { and, asc, eq, gte, isNotNull, lte } from 'drizzle-orm';
import type { Page, Reading, ReadingSummary } from '#lib/contract/service/reading.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { OLDEST_READING_VERSION, READING_VERSION } from '../model/reading-version.ts';
import { pages, readings } from './tables.ts';

type ReadingRow = typeof readings.$inferSelect;

/** The rows of readings and their pages. */
export type ReadingStore = {
  /** The finished reading, also one of an earlier version that can still be used; or null. */
  find(sha256: string): Promise<ReadingSummary | null>;
  findPage(sha256: string, number: number): Promise<Page | null>;
  /** Pages `from` to `to` (1-based, both included) that are there. */
  listPages(sha256: string, from: number, to: number): Promise<Page[]>;
  findReading(sha256: string): Promise<Reading | null>;
  /** Begins anew: drops what an unfinished reading left, or one that can no longer be used. */
  begin(sha256: string): Promise<void>;
  savePage(sha256: string, number: number, body: Uint8Array): Promise<void>;
  /** Marks a reading as complete. */
  finish(summary: ReadingSummary): Promise<void>;
  remove(sha256: string): Promise<void>;
};

const decompress = promisify(gunzip);
const LARGEST_PAGE_BYTES = 256 * 1024 * 1024;

/**
 * Opens the store on a database that has this room's tables.
 * @param versions the one that readings are stored in, and the oldest that can be used
 */
export function createReadingStore(
  database: Database,
  versions = { present: READING_VERSION, oldest: OLDEST_READING_VERSION },
): ReadingStore {
  const findRow = async (sha256: string) => {
    const [row] = await database
      .select()
      .from(readings)
      .where(and(eq(readings.sha256, sha256), gte(readings.version, versions.oldest), isNotNull(readings.finishedAt)));
    return row ?? null;
  };
  const listPages = async (sha256: string, from: number, to: number) => {
    const rows = await database
      .select({ body: pages.body })
      .from(pages)
      .where(and(eq(pages.sha256, sha256), gte(pages.number, from), lte(pages.number, to)))
      .orderBy(asc(pages.number));
    return Promise.all(rows.map(({ body }) => decodePage(body)));
  };
  return {
    listPages,
    async find(sha256) {
      const row = await findRow(sha256);
      return row && toSummary(row);
    },
    async findPage(sha256, number) {
      const [page] = await listPages(sha256, number, number);
      return page ?? null;
    },
    async findReading(sha256) {
      const row = await findRow(sha256);
      return row && { ...toSummary(row), pages: await listPages(sha256, 1, row.pageCount ?? 0) };
    },
    async begin(sha256) {
      const fresh = {
        version: versions.present,
        mediaType: '',
        pageCount: null,
        statedValues: [],
        attachments: [],
        outline: [],
        warnings: [],
        startedAt: new Date(),
        finishedAt: null,
      };
      const pagesBefore = database.$with('pages_before').as(database.delete(pages).where(eq(pages.sha256, sha256)).returning());
      await database
        .with(pagesBefore)
        .insert(readings)
        .values({ sha256, ...fresh })
        .onConflictDoUpdate({ target: readings.sha256, set: fresh });
    },
    async savePage(sha256, number, body) {
      const values = { sha256, number, body: Buffer.from(body) };
      await database
        .insert(pages)
        .values(values)
        .onConflictDoUpdate({ target: [pages.sha256, pages.number], set: { body: values.body } });
    },
    async finish(summary) {
      const changes = {
        mediaType: summary.media_type,
        pageCount: summary.page_count,
        statedValues: summary.stated_values,
        attachments: summary.attachments,
        outline: summary.outline,
        warnings: summary.warnings,
        finishedAt: new Date(),
      };
      await database.update(readings).set(changes).where(eq(readings.sha256, summary.sha256));
    },
    async remove(sha256) {
      await database.delete(readings).where(eq(readings.sha256, sha256));
    },
  };
}

async function decodePage(body: Buffer): Promise<Page> {
  const json = await decompress(body, { maxOutputLength: LARGEST_PAGE_BYTES });
  return JSON.parse(json.toString('utf8')) as Page;
}

function toSummary(row: ReadingRow): ReadingSummary {
  return {
    sha256: row.sha256,
    version: row.version,
    media_type: row.mediaType,
    page_count: row.pageCount ?? 0,
    stated_values: row.statedValues,
    attachments: row.attachments,
    outline: row.outline,
    warnings: row.warnings,
  };
}
