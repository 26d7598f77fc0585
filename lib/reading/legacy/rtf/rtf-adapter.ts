import { readFile } from 'node:fs/promises';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { rtfBlocks } from './rtf-blocks.ts';
import { rtfPictures } from './rtf-pictures.ts';

/** The pictures of rich text in their order. */
export async function listRtfPictures({ path }: SourceFile, { limits }: ReadContext): Promise<Uint8Array[]> {
  return rtfPictures(await readFile(path), limits.maxUnpackedBytes);
}

/** Reads rich text; embedded objects are left out. */
export const rtfAdapter: FormatAdapter = {
  name: 'rtf',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    if (file.size > context.limits.maxUnpackedBytes)
      throw new ReadError('too_large_to_read', 'The file is larger than this installation reads.');
    const bytes = await readFile(file.path);
    context.signal.throwIfAborted();
    if (!bytes.subarray(0, 1024).toString('latin1').includes('{\\rtf')) {
      throw new ReadError('damaged_file', 'The file is damaged: it does not begin as rich text does. Ask for a new copy.');
    }
    yield* pageEvents(rtfBlocks(bytes), context);
  },
};
