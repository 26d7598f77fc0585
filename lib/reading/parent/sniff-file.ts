import { open } from 'node:fs/promises';
import type { ChildMessage } from '#lib/platform/children/child-messages.ts';
import type { ReadMessage } from '../model/child-task.ts';
import { ReadError } from '../model/read-error.ts';
import type { FileKind, SniffRequest } from '../model/readable-kinds.ts';
import { MAGIC_BYTES, sniffMagic } from '../sniffing/sniff-magic.ts';
import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';

/** Sniffing takes milliseconds; what takes longer is made to. */
const TIMEOUT_MS = 15_000;
/** Waiting for a child included. */
const LONGEST_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/**
 * Finds the kind of a file by its content: the commonest by their first bytes, all others in a child process with limits, so
 * that no file can harm the program that asks. Throws `ReadError`, or the signal's reason.
 */
export async function sniffFile({ pool }: Pick<ReadingContext, 'pool'>, { path, name, signal }: SniffRequest): Promise<FileKind> {
  const known = sniffMagic(await readStart(path));
  if (known) return { mediaType: known, xmlRoot: null };
  const late = AbortSignal.timeout(LONGEST_MS);
  let found: FileKind | undefined;
  const take = ({ head }: ChildMessage) => {
    const message = head as ReadMessage;
    if (message.type === 'kind') found = { mediaType: message.mediaType, xmlRoot: message.xmlRoot };
  };
  const limits = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES, urgent: true, onMessage: take };
  try {
    await runChild(pool, { kind: 'sniff', path, name }, { ...limits, signal: signal ? AbortSignal.any([signal, late]) : late });
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) throw new ReadError('reading_timed_out', 'Finding out what this file is took too long.', { cause: error });
    throw error;
  }
  if (!found) throw new ReadError('reading_crashed', 'Nothing was found out about this file.');
  return found;
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
