import type { ReadContext, ReadEvent } from '../adapter.ts';
import { layOut } from './lay-out.ts';
import type { LayoutBlock } from './layout-block.ts';
import { PageSetter } from './page-setter.ts';

/** Lays blocks out and tells the pages, with a warning when there are more than the limit. At least one page, even if blank. */
export async function* pageEvents(blocks: Iterable<LayoutBlock>, context: ReadContext, name?: string): AsyncGenerator<ReadEvent> {
  const { maxPages } = context.limits;
  const { pages, full } = layOut(blocks, { maxPages, signal: context.signal, ...(name ? { name } : {}) });
  if (pages.length === 0) {
    const blank = new PageSetter(1, name ?? null);
    blank.current();
    pages.push(...blank.finish());
  }
  yield { type: 'page_count', pageCount: pages.length };
  if (full) yield { type: 'warning', message: `Only the first ${maxPages} pages were read; the file is longer.` };
  for (const page of pages) {
    context.signal.throwIfAborted();
    yield { type: 'page', page };
  }
}
