import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../adapter.ts';
import { ReadError } from '../read-error.ts';
import { withLibreOffice } from './libre-office.ts';

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
      `This old Office file cannot be read here. Save it as ${format === 'docx' ? '.docx' : '.pptx'} or PDF, or install LibreOffice on the server (used only where it can be kept off the network), then add it again.`,
      { cause },
    );
  }
  yield* events;
}
