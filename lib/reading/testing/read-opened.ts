import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSource, readEvents } from '../child/read-events.ts';
import type { ReadContext } from '../model/adapter.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { createLazyRecogniser } from '../ocr/lazy-recogniser.ts';

/** The words and warnings of a file, opened with its password and read as the reading child does it. */
export async function readOpened(bytes: Uint8Array, name: string, password?: string): Promise<{ text: string; warnings: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'read-opened-'));
  const context: ReadContext = {
    limits: DEFAULT_LIMITS,
    languages: ['en'],
    signal: new AbortController().signal,
    keepAttachment: () => Promise.reject(new Error('There are no attachments.')),
  };
  const words: string[] = [];
  const warnings: string[] = [];
  try {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    for await (const event of readEvents(await openSource({ path: file, name, folder, password }), context, createLazyRecogniser())) {
      if (event.type === 'page') words.push(...event.page.words.map(({ text }) => text));
      if (event.type === 'warning') warnings.push(event.message);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return { text: words.join(' '), warnings };
}
