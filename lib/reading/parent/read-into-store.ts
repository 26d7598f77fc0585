import { createReadStream } from 'node:fs';
import type { ReadingSummary } from '#lib/contract/service/reading.ts';
import type { ChildMessage } from '#lib/platform/children/child-messages.ts';
import type { ReadMessage } from '../model/child-task.ts';
import { ReadError } from '../model/read-error.ts';
import { READING_VERSION } from '../model/reading-version.ts';
import { cleanJson } from './clean-json.ts';
import { attachmentKey, type ReadingContext, unlockedKey } from './reading-context.ts';
import { runChild } from './run-child.ts';
import { withFileAndFolder } from './with-file-and-folder.ts';

export type ReadRequest = {
  sha256: string;
  /** The name people know the file by; only a hint. */
  name: string;
  password?: string | undefined;
  /** ISO 639-1 codes for text recognition. */
  languages?: string[] | undefined;
  /** Before other files, and in a child more where all are at work. */
  urgent?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ReadProgress) => void) | undefined;
};
/** `pageCount` and `mediaType` are null while they are not known. */
export type ReadProgress = { pagesRead: number; pageCount: number | null; mediaType: string | null };

/** A file of hundreds of scanned pages may take this many times the limit as long as pages keep coming. */
const LONG_FILE = 12;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/**
 * Reads a file in a child process and stores its pages as they come. What was stored is removed again when it fails.
 * Throws `ReadError`, `BlobNotFoundError`, or the signal's reason.
 */
export async function readIntoStore(
  context: ReadingContext,
  request: ReadRequest,
  signal: AbortSignal,
  report: (progress: ReadProgress) => void,
): Promise<ReadingSummary> {
  const { blobs, store } = context;
  const { sha256, name, password, urgent = false } = request;
  const languages = request.languages ?? context.languages;
  const use = async (file: string, folder: string) => {
    let taker = createTaker(context, sha256, report);
    await store.begin(sha256);
    const { limits, ocrModelDir, fontDir, timeoutMs } = context;
    await runChild(
      context.pool,
      { kind: 'read', path: file, name, password, limits, ocrModelDir, fontDir, languages, folder },
      {
        timeoutMs: timeoutMs * LONG_FILE,
        idleMs: timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        signal,
        urgent,
        onMessage: (message) => taker.take(message),
        onRestart: async () => {
          taker = createTaker(context, sha256, report);
          await store.begin(sha256);
        },
      },
    );
    await store.finish(taker.found);
    return taker.found;
  };
  try {
    // few files are protected: whether there is a copy that opens without the password is asked only for those
    return await withFileAndFolder(blobs, sha256, 'read', use, { isOriginal: true }).catch(async (error) => {
      if (!isLocked(error) || !(await blobs.has(unlockedKey(sha256)))) throw error;
      return withFileAndFolder(blobs, sha256, 'read', use);
    });
  } catch (error) {
    await store.remove(sha256).catch(() => undefined);
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof ReadError && (error.code === 'password_required' || error.code === 'password_wrong');
}

type Taker = { found: ReadingSummary; take(message: ChildMessage): Promise<void> };

/** Collects what the child tells. */
function createTaker({ blobs, store }: ReadingContext, sha256: string, report: (progress: ReadProgress) => void): Taker {
  const found: ReadingSummary = {
    sha256,
    version: READING_VERSION,
    media_type: '',
    page_count: 0,
    stated_values: [],
    attachments: [],
    outline: [],
    warnings: [],
  };
  let pageCount: number | null = null;
  const take = async ({ head, body }: ChildMessage) => {
    const message = head as ReadMessage;
    if (message.type === 'page' && body) {
      await store.savePage(sha256, message.number, body);
      found.page_count++;
      report({ pagesRead: found.page_count, pageCount, mediaType: found.media_type || null });
    } else if (message.type === 'page_count') {
      pageCount = message.pageCount;
      report({ pagesRead: found.page_count, pageCount, mediaType: found.media_type || null });
    } else if (message.type === 'attachment') {
      await blobs.put(attachmentKey(sha256, message.attachment.sha256), createReadStream(message.path));
      found.attachments.push(cleanJson(message.attachment));
    } else if (message.type === 'unlocked') await blobs.put(unlockedKey(sha256), createReadStream(message.path));
    else if (message.type === 'media_type') found.media_type = message.mediaType;
    else if (message.type === 'stated_values') found.stated_values.push(...cleanJson(message.values));
    else if (message.type === 'outline') found.outline.push(...cleanJson(message.entries));
    else if (message.type === 'warning') found.warnings.push(cleanJson(message.message));
  };
  return { found, take };
}
