import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { withLibreOffice } from './libre-office.ts';
import { SALVAGED_WARNING } from './salvage-text.ts';

const MEDIA_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/**
 * Reads an old file that our own reader cannot: with LibreOffice when it is installed, else what `salvage` can take out of it, with a
 * warning. Throws `ReadError` `unsupported_media_type` that says how to enable LibreOffice when that is nothing.
 */
export async function* readWithLibreOffice(
  file: SourceFile,
  context: ReadContext,
  format: 'docx' | 'pptx',
  adapter: FormatAdapter,
  { cause, salvage }: { cause: unknown; salvage: () => LayoutBlock[] },
): AsyncGenerator<ReadEvent> {
  const events = await withLibreOffice(file.path, format, context.signal, async (converted) => {
    const { size } = await stat(converted);
    const list: ReadEvent[] = [];
    const source = { path: converted, name: `${path.parse(file.name).name}.${format}`, size, mediaType: MEDIA_TYPES[format] };
    for await (const event of adapter.read(source, context)) list.push(event);
    return list;
  });
  if (!events) {
    const blocks = salvage();
    if (blocks.length > 0) {
      yield { type: 'warning', message: SALVAGED_WARNING };
      yield* pageEvents(blocks, context);
      return;
    }
    throw new ReadError(
      'unsupported_media_type',
      `This old Office file cannot be read here. Save it as ${format === 'docx' ? '.docx' : '.pptx'} or PDF, or install LibreOffice on the server (used only where it can be kept off the network), then add it again.`,
      { cause },
    );
  }
  yield* events;
}
