import type { Box } from '#lib/contract/service/box.ts';
import type { Word } from '#lib/contract/service/reading.ts';
import type { ChildMessage } from '#lib/platform/children/child-messages.ts';
import type { ReadMessage } from '../model/child-task.ts';
import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';
import { withStoredFile } from './with-stored-file.ts';

export type RecogniseRequest = {
  sha256: string;
  name?: string | undefined;
  /** 1-based. */
  page: number;
  /** Points of the page as displayed; tells how many pixels are needed. */
  pageWidth: number;
  /** The part, box scale. */
  region: Box;
  password?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** The first recognition of a process loads its networks; a whole page takes a few seconds more. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Reads a part of a page from its picture in a child process. Throws `ReadError`, `BlobNotFoundError`, or the signal's reason. */
export async function recognisePart(context: ReadingContext, request: RecogniseRequest): Promise<Word[]> {
  const { blobs, limits, ocrModelDir, fontDir, languages } = context;
  const { sha256, page, pageWidth, region, password, name = '', signal } = request;
  let words: Word[] = [];
  const task = { kind: 'recognise', name, password, limits, ocrModelDir, fontDir, languages, page, pageWidth, region } as const;
  const take = ({ head }: ChildMessage) => {
    const message = head as ReadMessage;
    if (message.type === 'words') words = message.words;
  };
  await withStoredFile(blobs, sha256, (path) =>
    runChild(
      context.pool,
      { ...task, path },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal, urgent: true, onMessage: take },
    ),
  );
  return words;
}
