import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadContext, ReadEvent, ReadLimits, SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import type { Recognise } from '../ocr/recognise.ts';
import { roundBoxes } from '../page-text/round-boxes.ts';
import { mayBeProtected } from '../protection/may-be-protected.ts';
import { sniff } from '../sniffing/sniff.ts';
import { requireAdapter } from './require-adapter.ts';

export type ReadSource = {
  path: string;
  name: string;
  password?: string | undefined;
  /** Where the copy of a protected Office file that opens without its password may be put; without, it is not opened. */
  folder?: string | undefined;
  limits?: ReadLimits;
};

/**
 * Finds out what a file on disk is, for its adapter. An Office file protected as a whole is decrypted first: `path` then is
 * that of the copy. Throws `ReadError`.
 */
export async function openSource({ path, name, password, folder, limits = DEFAULT_LIMITS }: ReadSource): Promise<SourceFile> {
  const known = password !== undefined && { password };
  const { mediaType, error } = await sniffProtected(path, name);
  if (folder !== undefined && (mediaType === null || mayBeProtected(mediaType))) {
    const { openProtected } = await import('../protection/open-protected.ts');
    const bytes = await openProtected(path, mediaType, password, limits);
    if (bytes) {
      const copy = join(folder, 'decrypted');
      await writeFile(copy, bytes);
      return { path: copy, name, mediaType: await sniff(copy, name), size: bytes.length, ...known };
    }
  }
  if (mediaType === null) throw error;
  return { path, name, mediaType, size: (await stat(path)).size, ...known };
}

/** The kind of a file; null, with the reason, of one that cannot be told because it is protected. */
async function sniffProtected(path: string, name: string): Promise<{ mediaType: string | null; error?: ReadError }> {
  try {
    return { mediaType: await sniff(path, name) };
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== 'password_required') throw error;
    return { mediaType: null, error };
  }
}

/** Reads a file with the adapter for its content. Whatever goes wrong comes out as a `ReadError`, except an abort. */
export async function* readEvents(file: SourceFile, context: ReadContext, recognise: Recognise): AsyncGenerator<ReadEvent> {
  const adapter = await requireAdapter(file.mediaType, recognise);
  try {
    for await (const event of adapter.read(file, context)) {
      if (event.type === 'page') roundBoxes(event.page);
      yield event;
    }
  } catch (cause) {
    if (cause instanceof ReadError || context.signal.aborted) throw cause;
    throw new ReadError('damaged_file', 'This file is damaged and cannot be read. Ask for it again or save it again.', { cause });
  }
}
