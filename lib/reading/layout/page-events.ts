import type { OutlineEntry, Page } from '#lib/contract/service/reading.ts';
import type { ReadContext, ReadEvent } from '../model/adapter.ts';
import { labelFields } from '../page-text/label-fields.ts';
import { findTextTables } from './find-text-tables.ts';
import { findTypedTicks } from './find-typed-ticks.ts';
import { layOutPages } from './lay-out.ts';
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

type Setting = Iterable<Page, boolean> | AsyncIterable<Page, boolean>;

/**
 * Tells pages as they are set: each page, at the end their count, a warning when some were left out, and the outline.
 * @param pages ends with true when pages were left out
 * @param expected their number, when it is known before
 */
export async function* tellPages(pages: Setting, context: ReadContext, expected?: number): AsyncGenerator<ReadEvent> {
  if (expected !== undefined) yield { type: 'page_count', pageCount: expected };
  const entries: OutlineEntry[] = [];
  let count = 0;
  const setting = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
  let next = await setting.next();
  for (; !next.done; next = await setting.next()) {
    context.signal.throwIfAborted();
    const page = next.value;
    findTypedTicks(page);
    labelPageFields(page);
    entries.push(...outlineOf([page]).slice(0, MAX_ENTRIES - entries.length));
    count++;
    yield { type: 'page', page };
  }
  if (count !== expected) yield { type: 'page_count', pageCount: count };
  if (next.value) yield { type: 'warning', message: `Only the first ${context.limits.maxPages} pages were read; the file is longer.` };
  if (entries.length > 0) yield { type: 'outline', entries };
}

/** Lays blocks out and tells the pages. At least one page, even if blank. In typed text tables are found by their columns. */
export async function* pageEvents(blocks: readonly LayoutBlock[], context: ReadContext, name?: string): AsyncGenerator<ReadEvent> {
  const typed = blocks.some((block) => block.kind === 'monospace' && block.blockKind === 'paragraph');
  yield* tellPages(setPages(blocks, context, name, typed), context);
}

function* setPages(
  blocks: readonly LayoutBlock[],
  context: ReadContext,
  name: string | undefined,
  typed: boolean,
): Generator<Page, boolean> {
  const { maxPages } = context.limits;
  const setting = layOutPages(blocks, { maxPages, signal: context.signal, ...(name ? { name } : {}) });
  let isBlank = true;
  let next = setting.next();
  for (; !next.done; next = setting.next()) {
    if (typed) findTextTables(next.value);
    isBlank = false;
    yield next.value;
  }
  if (isBlank) {
    const setter = new PageSetter(1, name ?? null);
    setter.current();
    yield* setter.finish();
  }
  return next.value;
}
