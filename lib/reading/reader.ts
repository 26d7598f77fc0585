import path from 'node:path';
import type { Readable } from 'node:stream';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Page, Reading, ReadingSummary, Word } from '#lib/contract/service/reading.ts';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFreeSpace } from '#lib/platform/blobs/free-space.ts';
import { refuseLate } from '#lib/platform/blobs/refuse-late.ts';
import { createChildPool } from '#lib/platform/children/child-pool.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { sweepTemporaryFolders } from './files/temporary-folder.ts';
import { DEFAULT_LANGUAGES, DEFAULT_LIMITS } from './model/read-limits.ts';
import type { FileKind, SniffRequest } from './model/readable-kinds.ts';
import { findChosenPack } from './packs/chosen-pack.ts';
import { type ComposeRequest, compose } from './parent/compose.ts';
import { drawPicture, type PictureRequest, stepWidth } from './parent/draw-picture.ts';
import { leaveSpace } from './parent/leave-space.ts';
import { type ReadProgress, type ReadRequest, readIntoStore } from './parent/read-into-store.ts';
import { attachmentKey, pictureKey, type ReadingContext, unlockedKey } from './parent/reading-context.ts';
import { createReadingStore } from './parent/reading-store.ts';
import { type RecogniseRequest, recognisePart } from './parent/recognise-part.ts';
import { createSharedWork } from './parent/share-work.ts';
import { sniffFile } from './parent/sniff-file.ts';
import { warmPool } from './parent/warm-pool.ts';
import { withReadingLock } from './parent/with-reading-lock.ts';

/** A child that has recognised usual pages holds some 1,000 MB, mostly work space that it uses again, and is better kept. */
const RECYCLED_SHARE = 0.75;

/** Without a data folder no disk space is left free. */
type ReaderConfig = Pick<Config, 'rootDir' | 'reading'> & Partial<Pick<Config, 'dataDir' | 'reserveBytes'>>;

export type ReaderOptions = {
  database: Database;
  /** Files live under `files/SHA256`. */
  blobs: BlobStore;
  log: Log;
  config: ReaderConfig;
};

/** The door to readings: reads files in child processes, once for each content, and keeps what was found. */
export type Reader = {
  /** What a file on local disk is, by its content. Throws `ReadError`. */
  sniff(request: SniffRequest): Promise<FileKind>;
  /** Reads a file, or gives what is known of it already. Throws `ReadError`. Pages can be got before it returns. */
  read(request: ReadRequest): Promise<ReadingSummary>;
  /** The finished reading without its pages, or null. */
  find(sha256: string): Promise<ReadingSummary | null>;
  /** One page as soon as it is done. Throws `not_found`. */
  getPage(sha256: string, number: number): Promise<Page>;
  /** Pages `from` to `to` (1-based, both included) that are done. */
  listPages(sha256: string, from: number, to: number): Promise<Page[]>;
  /** The finished reading with all pages. Throws `not_found`. */
  getReading(sha256: string): Promise<Reading>;
  /** The picture of a page or a part of it. Throws `ReadError` when it cannot be drawn. */
  picture(request: PictureRequest): Promise<{ bytes: Uint8Array; mediaType: 'image/webp' }>;
  /** The words of a part of a page, read from its picture. Throws `ReadError`. */
  recognise(request: RecogniseRequest): Promise<Word[]>;
  /** Makes new PDFs of a file's pages and gives them to `use`, one open at a time; they are gone when it has ended. Throws `ReadError`. */
  compose<T>(request: ComposeRequest, use: (files: AsyncIterable<Readable>) => Promise<T>): Promise<T>;
  /** The bytes of a file found inside the file. Throws `BlobNotFoundError`. */
  getAttachment(sha256: string, attachmentSha256: string): Promise<Readable>;
  /** Removes everything made from the file: pages, pictures, attachments. The file itself stays. @param by see `BlobStore.remove` */
  remove(sha256: string, by?: number): Promise<void>;
  /**
   * Starts a child process ahead of the first file; thoroughly: with PDFium and the networks of recognition loaded; for drawing:
   * with PDFium and the encoder of pictures.
   */
  warm(options?: { thoroughly?: boolean; forDrawing?: boolean }): Promise<void>;
  /** Lets work at hand finish, then ends the child processes. */
  close(): Promise<void>;
};

/** Opens the door. Its child processes start when first needed. */
export function createReader({ database, blobs, log, config }: ReaderOptions): Reader {
  const context = createContext(database, blobs, config);
  void sweepTemporaryFolders().then((folders) => {
    if (folders > 0) log.info('reading.swept', { folders });
  });
  const { store, pool } = context;
  const closing = new AbortController();
  const shareReading = createSharedWork<ReadingSummary, ReadProgress>();
  const sharePicture = createSharedWork<Uint8Array, never>();
  return {
    sniff: (request) => sniffFile(context, request),
    find: store.find,
    listPages: store.listPages,
    async read(request) {
      const { sha256, password = '' } = request;
      const known = await store.find(sha256);
      if (known) return known;
      const summary = await shareReading(`${sha256} ${password}`, request, (signal, report) =>
        withReadingLock(database, sha256, {
          signal,
          isDone: () => store.find(sha256),
          work: () => leaveSpace(context.space, signal, (ending) => readIntoStore(context, request, ending, report)),
        }),
      );
      log.info('reading.done', { sha256, media_type: summary.media_type, pages: summary.page_count });
      return summary;
    },
    async getPage(sha256, number) {
      const page = await store.findPage(sha256, number);
      if (!page) throw new ProblemError('not_found', `Page ${number} is not there or not read yet.`);
      return page;
    },
    async getReading(sha256) {
      const reading = await store.findReading(sha256);
      if (!reading) throw new ProblemError('not_found', 'This file has not been read yet.');
      return reading;
    },
    async picture(request) {
      const { sha256, page, region, password = '', signal } = request;
      const name = [sha256, page, stepWidth(request.width), region?.join(',') ?? '', password].join(' ');
      const bytes = await sharePicture(name, { signal }, (shared) => drawPicture(context, request, shared));
      return { bytes, mediaType: 'image/webp' };
    },
    recognise: (request) => recognisePart(context, request),
    compose: (request, use) => compose(context, request, use),
    getAttachment: (sha256, attachmentSha256) => blobs.get(attachmentKey(sha256, attachmentSha256)),
    async remove(sha256, by) {
      if (by !== undefined) refuseLate(by);
      await store.remove(sha256);
      await blobs.remove(unlockedKey(sha256), by);
      for (const prefix of [path.posix.dirname(pictureKey(sha256, 'x')), path.posix.dirname(attachmentKey(sha256, 'x'))]) {
        for await (const key of blobs.list(prefix)) await blobs.remove(key, by);
      }
    },
    warm: ({ thoroughly = false, forDrawing = false } = {}) =>
      thoroughly || forDrawing ? warmPool(context, thoroughly ? 'everything' : 'drawing', closing.signal) : pool.warm(),
    close() {
      closing.abort();
      return pool.drain();
    },
  };
}

function createContext(
  database: Database,
  blobs: BlobStore,
  { rootDir, reading, dataDir, reserveBytes = 0 }: ReaderConfig,
): ReadingContext {
  const leave = (part: number) => createFreeSpace(dataDir ?? rootDir, dataDir ? reserveBytes * part : 0);
  return {
    space: { before: leave(1 / 2), during: leave(1 / 4) },
    blobs,
    store: createReadingStore(database),
    pool: createChildPool({
      entry: path.join(rootDir, 'dist', 'reading-child.mjs'),
      size: reading.processes,
      memoryMb: reading.memoryMb,
      recycleMb: reading.memoryMb * RECYCLED_SHARE,
    }),
    limits: {
      ...DEFAULT_LIMITS,
      maxPages: reading.maxPages,
      maxPixels: Math.min(reading.maxPixels, DEFAULT_LIMITS.maxPixels),
      maxUnpackedBytes: reading.maxUnpackedBytes,
    },
    timeoutMs: reading.timeoutMs,
    languages: reading.languages ?? [...DEFAULT_LANGUAGES],
    ocrModelDir: reading.ocrModelDir ?? (dataDir && findChosenPack(dataDir)) ?? undefined,
    fontDir: reading.fontDir ?? undefined,
  };
}
