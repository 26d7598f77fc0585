import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ComposedPage } from '../model/child-task.ts';
import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';
import { withFileAndFolder } from './with-file-and-folder.ts';

export type ComposeRequest = {
  sha256: string;
  name?: string | undefined;
  password?: string | undefined;
  /** Pages the file must have, so that none is left out unseen. */
  pageCount: number;
  /** The pages of each new PDF, in order. */
  parts: readonly (readonly ComposedPage[])[];
  signal?: AbortSignal | undefined;
};

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Makes new PDFs of the pages of a file in a child process, and gives them to `use` in the order of `parts`, one open at a
 * time; they are gone when it has ended. Throws `ReadError`, `BlobNotFoundError`, or the signal's reason.
 */
export async function compose<T>(
  context: ReadingContext,
  request: ComposeRequest,
  use: (files: AsyncIterable<Readable>) => Promise<T>,
): Promise<T> {
  const { blobs, limits } = context;
  const { sha256, password, pageCount, parts, name = '', signal } = request;
  return withFileAndFolder(blobs, sha256, 'compose', async (file, folder) => {
    const targets = parts.map((_, index) => path.join(folder, `${index}.pdf`));
    const given = parts.map((pages, index) => ({ pages, target: targets[index]! }));
    await runChild(
      context.pool,
      { kind: 'compose', path: file, name, password, limits, pageCount, parts: given },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, signal },
    );
    return use(openInTurn(targets));
  });
}

/** Each file is opened when it is asked for, and closed before the next, however the caller ends. */
async function* openInTurn(targets: readonly string[]): AsyncGenerator<Readable> {
  for (const target of targets) {
    const file = await open(target);
    const stream = file.createReadStream();
    try {
      yield stream;
    } finally {
      stream.destroy();
      await file.close();
    }
  }
}
