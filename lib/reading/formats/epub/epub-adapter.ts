import path from 'node:path';
import { decodeText } from '../../encoding/decode-text.ts';
import { type Archive, openArchive } from '../../files/open-archive.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { FormatAdapter } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { htmlBlocks } from '../html/html-blocks.ts';

const CHAPTER = /^application\/xhtml\+xml$|^text\/html$/;

/** Reads e-books (EPUB 2 and 3): their chapters in the order of the spine. */
export const epubAdapter: FormatAdapter = {
  name: 'epub',
  async *read(file, context) {
    const archive = await openArchive(file.path, context.limits, context.signal);
    try {
      const blocks: LayoutBlock[] = [];
      let title: string | undefined;
      for (const chapter of await listChapters(archive)) {
        context.signal.throwIfAborted();
        if (!archive.has(chapter)) continue;
        const html = htmlBlocks(decodeText(await archive.read(chapter)).text);
        title ??= html.title ?? undefined;
        blocks.push(...html.blocks);
      }
      if (blocks.length === 0) throw new ReadError('empty_file', 'The book contains no text.');
      yield* pageEvents(blocks, context, title);
    } finally {
      archive.close();
    }
  },
};

/** Paths of the chapters in reading order; all pages of HTML when the book's own list cannot be read. */
async function listChapters(archive: Archive): Promise<string[]> {
  const packagePath = archive.has('META-INF/container.xml')
    ? /full-path\s*=\s*["']([^"']+)["']/.exec(decodeText(await archive.read('META-INF/container.xml')).text)?.[1]
    : undefined;
  const listed = packagePath && archive.has(packagePath) ? listSpine(decodeText(await archive.read(packagePath)).text, packagePath) : [];
  return listed.length > 0 ? listed : archive.names.filter((name) => /\.x?html?$/i.test(name));
}

function listSpine(xml: string, packagePath: string): string[] {
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const items = new Map<string, string>();
  for (const [tag] of xml.matchAll(/<(?:[\w-]+:)?item\b[^>]*>/g)) {
    const [id, href, type] = [attribute(tag, 'id'), attribute(tag, 'href'), attribute(tag, 'media-type')];
    if (id && href && type && CHAPTER.test(type)) items.set(id, path.posix.join(path.posix.dirname(packagePath), decodeURIComponent(href)));
  }
  return [...xml.matchAll(/<(?:[\w-]+:)?itemref\b[^>]*>/g)].flatMap(([tag]) => items.get(attribute(tag, 'idref') ?? '') ?? []);
}
