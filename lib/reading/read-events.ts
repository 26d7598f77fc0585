import { stat } from 'node:fs/promises';
import type { ReadContext, ReadEvent, SourceFile } from './adapter.ts';
import { requireAdapter } from './adapters.ts';
import type { Recognise } from './ocr/recognise.ts';
import { ReadError } from './read-error.ts';
import { roundBoxes } from './round-boxes.ts';
import { sniff } from './sniff.ts';

export type ReadSource = { path: string; name: string; password?: string | undefined };

/** Finds out what a file on disk is, for its adapter. Throws `ReadError`. */
export async function openSource({ path, name, password }: ReadSource): Promise<SourceFile> {
  const mediaType = await sniff(path, name);
  const { size } = await stat(path);
  return { path, name, size, mediaType, ...(password !== undefined && { password }) };
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
