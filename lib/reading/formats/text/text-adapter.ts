import { readFile } from 'node:fs/promises';
import { decodeText } from '../../encoding/decode-text.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { htmlBlocks } from '../html/html-blocks.ts';
import { markdownBlocks } from '../markdown/markdown-blocks.ts';

/** Encoding that an HTML or XML file declares in its first kilobyte. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? /<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(start)?.[1];
}

/** Reads text/plain on a typewriter grid, Markdown and HTML as flowing text; the encoding is found from the bytes. */
export const textAdapter: FormatAdapter = {
  name: 'text',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    if (file.size > context.limits.maxUnpackedBytes) {
      throw new ReadError('too_large_to_read', 'The text file is larger than this installation reads. Split it and try again.');
    }
    const bytes = await readFile(file.path);
    context.signal.throwIfAborted();
    const { text } = decodeText(bytes, declaredEncoding(bytes));
    if (text.trim() === '') throw new ReadError('empty_file', 'The file contains no text.');
    let blocks: LayoutBlock[];
    let name: string | undefined;
    if (file.mediaType === 'text/html' || file.mediaType === 'application/xhtml+xml') {
      const html = htmlBlocks(text);
      blocks = html.blocks;
      name = html.title ?? undefined;
    } else if (file.mediaType === 'text/markdown') blocks = markdownBlocks(text);
    else blocks = [{ kind: 'monospace', blockKind: 'paragraph', lines: text.replaceAll('\0', '').split(/\r\n?|\n/) }];
    yield* pageEvents(blocks, context, name);
  },
};
