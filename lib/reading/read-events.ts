import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadContext, ReadEvent, SourceFile } from './adapter.ts';
import { requireAdapter } from './adapters.ts';
import type { Recognise } from './ocr/recognise.ts';
import { ReadError } from './read-error.ts';
import { roundBoxes } from './round-boxes.ts';
import { sniff } from './sniff.ts';

export type ReadSource = {
  path: string;
  name: string;
  password?: string | undefined;
  /** Where the copy of a protected Office file that opens without its password may be put. */
  folder?: string | undefined;
};

/**
 * Finds out what a file on disk is, for its adapter. An Office file protected as a whole is decrypted first: `path` then is
 * that of the copy. Throws `ReadError`.
 */
export async function openSource({ path, name, password, folder }: ReadSource): Promise<SourceFile> {
  const known = password !== undefined && { password };
  try {
    return { path, name, mediaType: await sniff(path, name), size: (await stat(path)).size, ...known };
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== 'password_required' || password === undefined || !folder) throw error;
    const { decryptPackage, isProtectedPackage } = await import('./office/decrypt-package.ts');
    const bytes = await readFile(path);
    if (!isProtectedPackage(bytes)) throw error;
    const copy = join(folder, 'decrypted');
    await writeFile(copy, decryptPackage(bytes, password));
    return { path: copy, name, mediaType: await sniff(copy, name), size: (await stat(copy)).size, ...known };
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
    throw new ReadError('damaged_file', 'This file is damaged and cannot be read. Ask for it again or save it anew.', { cause });
  }
}
