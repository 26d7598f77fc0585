import type { OutlineEntry, Page } from '#lib/contract/reading.ts';
import type { ReadContext, ReadEvent } from '../adapter.ts';
import { labelFields } from '../pdf/label-fields.ts';
import { findTextTables } from './find-text-tables.ts';
import { findTypedTicks } from './find-typed-ticks.ts';
import { layOut } from './lay-out.ts';
import type { LayoutBlock } from './layout-block.ts';
import { PageSetter } from './page-setter.ts';

/** Longest list of headings that makes an outline. */
const MAX_ENTRIES = 2000;

/** The headings of laid out pages in order. */
export function outlineOf(pages: readonly Page[]): OutlineEntry[] {
  const entries = pages.flatMap((page) =>
    page.blocks
      .filter((block) => block.kind === 'heading')
      .map((block): OutlineEntry => {
        const words = page.lines.slice(...block.lines).flatMap((line) => page.words.slice(...line.words));
        return { title: words.map((word) => word.text).join(' '), level: block.level ?? 1, page: page.number };
      }),
  );
  return entries.slice(0, MAX_ENTRIES);
}

/** Fields without a label of their own get the words beside them, as on a printed form. */
function labelPageFields(page: Page): void {
  const fields = page.form_fields.map((field) => ({ ...field, description: field.label }));
  page.form_fields = labelFields(fields, page.words, { width: page.width, height: page.height, turn: 0 });
}

/** Tells pages that are all there: their count, a warning when some were left out, the outline, then each page. */
export async function* tellPages(pages: readonly Page[], full: boolean, context: ReadContext): AsyncGenerator<ReadEvent> {
  yield { type: 'page_count', pageCount: pages.length };
  if (full) yield { type: 'warning', message: `Only the first ${context.limits.maxPages} pages were read; the file is longer.` };
  const entries = outlineOf(pages);
  if (entries.length > 0) yield { type: 'outline', entries };
  for (const page of pages) {
    context.signal.throwIfAborted();
    findTypedTicks(page);
    labelPageFields(page);
    yield { type: 'page', page };
  }
}

/** Lays blocks out and tells the pages. At least one page, even if blank. In typed text tables are found by their columns. */
export async function* pageEvents(blocks: readonly LayoutBlock[], context: ReadContext, name?: string): AsyncGenerator<ReadEvent> {
  const { maxPages } = context.limits;
  const typed = blocks.some((block) => block.kind === 'monospace' && block.blockKind === 'paragraph');
  const { pages, full } = layOut(blocks, { maxPages, signal: context.signal, ...(name ? { name } : {}) });
  if (pages.length === 0) {
    const blank = new PageSetter(1, name ?? null);
    blank.current();
    pages.push(...blank.finish());
  }
  if (typed) for (const page of pages) findTextTables(page);
  yield* tellPages(pages, full, context);
}
