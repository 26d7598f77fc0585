import { stat } from 'node:fs/promises';
import type { Page } from '#lib/contract/service/reading.ts';
import type { FormatAdapter, ReadContext, SourceFile } from '../model/adapter.ts';

/** How many pages the document itself has, and whether all are without words. */
export type Survey = { pages: number; wordless: boolean };

/** Documents whose pages are drawn one after the other. */
const MOST_KEPT = 20;
/** One for all adapters of a process: they are made anew for each task. */
const kept = new Map<string, Survey>();

/** Counts the pages of documents, each once as long as its file does not change. */
export function createSurvey(adapter: FormatAdapter): (file: SourceFile, context: ReadContext) => Promise<Survey> {
  return async (file, context) => {
    const { mtimeMs, ino } = await stat(file.path);
    const key = [adapter.name, file.path, file.size, mtimeMs, ino, context.limits.maxPages].join(' ');
    const known = kept.get(key);
    if (known) return known;
    const survey = await countPages(adapter, file, context);
    for (const oldest of kept.keys()) if (kept.size >= MOST_KEPT) kept.delete(oldest);
    kept.set(key, survey);
    return survey;
  };
}

async function countPages(adapter: FormatAdapter, file: SourceFile, context: ReadContext): Promise<Survey> {
  const survey = { pages: 0, wordless: true };
  const keepAttachment: ReadContext['keepAttachment'] = async (attachment) => ({ ...attachment, size: 0, sha256: '' });
  for await (const event of adapter.read(file, { ...context, keepAttachment })) {
    if (event.type !== 'page') continue;
    survey.pages++;
    survey.wordless &&= isBlank(event.page);
  }
  return survey;
}

export function isBlank({ words, form_fields, tick_boxes }: Page): boolean {
  return words.length + form_fields.length + tick_boxes.length === 0;
}
