import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Attachment, type OutlineEntry, type Page, pageSchema, type StatedValue } from '#lib/contract/service/reading.ts';
import type { FormatAdapter, ReadLimits } from '../model/adapter.ts';

export type ReadBytes = {
  pages: Page[];
  pageCount: number;
  warnings: string[];
  stated: StatedValue[];
  attachments: Attachment[];
  outline: OutlineEntry[];
  /** Bytes handed to `keepAttachment`, by name. */
  kept: Map<string, Buffer>;
};

/** Runs an adapter over bytes; every page is checked against the contract. */
export async function readBytes(
  adapter: FormatAdapter,
  content: string | Uint8Array,
  mediaType = '',
  limits: Partial<ReadLimits> = {},
): Promise<ReadBytes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'read-bytes-'));
  const result: ReadBytes = { pages: [], pageCount: 0, warnings: [], stated: [], attachments: [], outline: [], kept: new Map() };
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, content);
    const events = adapter.read(
      { path: file, name: 'sample.x', size: Buffer.byteLength(content), mediaType },
      {
        limits: { maxPages: 300, maxPixels: 1e8, maxUnpackedBytes: 2e8, maxEntries: 1e4, maxRatio: 200, maxDepth: 5, ...limits },
        languages: ['en'],
        keepAttachment: async (attachment, bytes) => {
          result.kept.set(attachment.name, Buffer.from(bytes));
          return { ...attachment, size: bytes.length, sha256: 'kept' };
        },
        signal: new AbortController().signal,
      },
    );
    for await (const event of events) {
      if (event.type === 'page') result.pages.push(pageSchema.parse(event.page));
      else if (event.type === 'page_count') result.pageCount = event.pageCount;
      else if (event.type === 'warning') result.warnings.push(event.message);
      else if (event.type === 'stated_values') result.stated.push(...event.values);
      else if (event.type === 'attachment') result.attachments.push(event.attachment);
      else result.outline.push(...event.entries);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return result;
}

/** Text of every line of a page. */
export function lineTexts(page: Page | undefined): string[] {
  return (page?.lines ?? []).map((line) =>
    (page?.words ?? [])
      .slice(...line.words)
      .map((word) => word.text)
      .join(' '),
  );
}

/** Text of every block of a page with its kind, e.g. `heading: Invoice`. */
export function blockTexts(page: Page | undefined): string[] {
  return (page?.blocks ?? []).map(
    (block) =>
      `${block.kind}: ${lineTexts(page)
        .slice(...block.lines)
        .join(' ')}`,
  );
}
