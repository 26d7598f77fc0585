import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Reading } from '#lib/contract/service/reading.ts';
import { hashFile } from '#lib/files/hash-file.ts';
import { openSource, readEvents } from './child/read-events.ts';
import type { ReadContext, ReadLimits } from './model/adapter.ts';
import { DEFAULT_LANGUAGES, DEFAULT_LIMITS } from './model/read-limits.ts';
import { READING_VERSION } from './model/reading-version.ts';
import { createLazyRecogniser } from './ocr/lazy-recogniser.ts';

export type ReadFileOptions = {
  /** The file's name as a person knows it; the last part of the path when absent. */
  name?: string;
  password?: string;
  /** ISO 639-1 codes for text recognition. */
  languages?: readonly string[];
  limits?: Partial<ReadLimits>;
  signal?: AbortSignal;
  /** Folder of other recognition models. */
  ocrModelDir?: string;
};

/**
 * Reads a file in this process, without limits on time and memory: for tests, measurements and training. Programs that serve
 * people use `createReader`. Attachments are listed, their bytes are not kept. Throws `ReadError`.
 */
export async function readFile(file: string, options: ReadFileOptions = {}): Promise<Reading> {
  const source = await openSource({ path: file, name: options.name ?? path.basename(file), password: options.password });
  const reading: Reading = {
    sha256: await hashFile(file),
    version: READING_VERSION,
    media_type: source.mediaType,
    page_count: 0,
    stated_values: [],
    attachments: [],
    outline: [],
    warnings: [],
    pages: [],
  };
  const context: ReadContext = {
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    languages: [...(options.languages ?? DEFAULT_LANGUAGES)],
    signal: options.signal ?? new AbortController().signal,
    keepAttachment: async (attachment, bytes) => ({
      ...attachment,
      size: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }),
  };
  for await (const event of readEvents(source, context, createLazyRecogniser(options.ocrModelDir))) {
    if (event.type === 'page') reading.pages.push(event.page);
    else if (event.type === 'stated_values') reading.stated_values.push(...event.values);
    else if (event.type === 'attachment') reading.attachments.push(event.attachment);
    else if (event.type === 'outline') reading.outline.push(...event.entries);
    else if (event.type === 'warning') reading.warnings.push(event.message);
  }
  reading.page_count = reading.pages.length;
  return reading;
}
