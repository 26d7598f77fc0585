import { stat } from 'node:fs/promises';
import path from 'node:path';
import CFB from 'cfb';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../adapter.ts';
import { ReadError } from '../read-error.ts';
import { withLibreOffice } from './libre-office.ts';

/** Opens an OLE compound file. Throws `ReadError` `damaged_file`. */
export function openCompound(bytes: Buffer): CFB.CFB$Container {
  try {
    return CFB.read(bytes, { type: 'buffer' });
  } catch (cause) {
    throw new ReadError('damaged_file', 'This Office file is damaged and cannot be opened. Save it anew and try again.', { cause });
  }
}

/** A stream of the root of a compound file by name, whatever its case; null when missing. */
export function findStream(container: CFB.CFB$Container, name: string): Buffer | null {
  const wanted = name.toLowerCase();
  const index = container.FullPaths.findIndex((each) => {
    const parts = each.split('/');
    return parts.length === 2 && parts[1]?.toLowerCase() === wanted;
  });
  const content = container.FileIndex[index]?.content;
  return content ? Buffer.from(content as Uint8Array) : null;
}

/**
 * Reads an old file that our own reader cannot, with LibreOffice when it is installed. Throws `ReadError`
 * `unsupported_media_type` that says how to enable it.
 */
export async function* readWithLibreOffice(
  file: SourceFile,
  context: ReadContext,
  format: 'docx' | 'pptx',
  adapter: FormatAdapter,
  cause: unknown,
): AsyncGenerator<ReadEvent> {
  const events = await withLibreOffice(file.path, format, context.signal, async (converted) => {
    const { size } = await stat(converted);
    const list: ReadEvent[] = [];
    const source = { path: converted, name: `${path.parse(file.name).name}.${format}`, size, mediaType: adapter.mediaTypes[0] ?? '' };
    for await (const event of adapter.read(source, context)) list.push(event);
    return list;
  });
  if (!events) {
    throw new ReadError(
      'unsupported_media_type',
      `This old Office file cannot be read here. Save it as ${format === 'docx' ? '.docx' : '.pptx'} or PDF, or install LibreOffice on the server, then add it again.`,
      { cause },
    );
  }
  yield* events;
}
