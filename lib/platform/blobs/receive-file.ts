import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { OutageError } from '../outage-error.ts';
import type { ReceiveOptions } from './blob-store.ts';
import type { FreeSpace } from './free-space.ts';

/** Free space is looked at before each so many bytes. */
const SPACE_STEP = 1024 * 1024;
const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * Streams bytes into a new file of `folder` while hashing them, then flushes it to disk. The file is removed on any error.
 * @throws ProblemError `file_too_large`, `upload_interrupted`, `storage_full`
 */
export async function receiveFile(
  source: Readable,
  folder: string,
  options: ReceiveOptions & { space?: FreeSpace },
): Promise<{ path: string; sha256: string; size: number }> {
  // a source that fails before it is read must not end the process; the pipeline tells
  source.on('error', () => undefined);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
      throw asStorageProblem(error);
    });
    await options.space?.require(options.expectedBytes);
  } catch (error) {
    source.destroy();
    throw error;
  }
  const file = path.join(folder, `${Date.now()}-${randomBytes(8).toString('hex')}`);
  const hash = createHash('sha256');
  let size = 0;
  const idle = new AbortController();
  const startWaiting = () => (options.idleMs ? setTimeout(() => idle.abort(new Error('idle')), options.idleMs) : undefined);
  let timer = startWaiting();
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer?.refresh();
      const isStep = Math.floor(size / SPACE_STEP) !== Math.floor((size + chunk.length) / SPACE_STEP);
      size += chunk.length;
      if (size > options.maxBytes) {
        done(new ProblemError('file_too_large', tooLarge(options.maxBytes)));
        return;
      }
      hash.update(chunk);
      const room = isStep ? options.space?.require(chunk.length) : undefined;
      if (room) room.then(() => done(null, chunk), done);
      else done(null, chunk);
    },
  });
  const writer = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  // what goes wrong is told by the pipeline; what comes after it has ended is of no interest
  writer.on('error', () => undefined);
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, idle.signal]) : idle.signal;
    await pipeline(source, measure, writer, { signal });
    return { path: file, sha256: hash.digest('hex'), size };
  } catch (error) {
    // a file that is just being opened would come into being after it was removed
    writer.destroy();
    if (!writer.closed) await new Promise<void>((resolve) => writer.once('close', () => resolve()));
    await rm(file, { force: true });
    throw toProblem(error, idle.signal.aborted);
  } finally {
    clearTimeout(timer);
    timer = undefined;
  }
}

/** What a file system says when it is at fault and not the file. */
const AWAY = new Set(['EIO', 'EMFILE', 'ENFILE', 'ESTALE', 'ENODEV', 'ENXIO', 'EBUSY', 'ENOTCONN', 'EHOSTDOWN']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Turns what the file system says about a full disk into a problem, about itself into an outage; other errors stay as they are. */
export function asStorageProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ProblemError('storage_full', 'The disk of the server is full. Nothing was stored; free some space and try again.', {
      cause: error,
    });
  }
  const cause = { cause: error };
  if (AWAY.has(code ?? '')) return new OutageError('storage', 'away', 'The folder of files does not work at the moment.', cause);
  if (REFUSED.has(code ?? ''))
    return new OutageError('storage', 'refused', 'The folder of files refuses the request. Check its rights.', cause);
  return error;
}

function toProblem(error: unknown, idle: boolean): unknown {
  if (error instanceof ProblemError) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (idle)
    return new ProblemError('upload_interrupted', 'The upload sent nothing for too long and was given up. Try again.', { cause: error });
  const interrupted = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'EPIPE', 'ERR_STREAM_DESTROYED', 'UND_ERR_ABORTED'];
  if (name === 'AbortError' || (code !== undefined && interrupted.includes(code))) {
    return new ProblemError('upload_interrupted', undefined, { cause: error });
  }
  return asStorageProblem(error);
}

function tooLarge(maxBytes: number): string {
  const [amount, unit] = maxBytes >= 1024 ** 2 ? [maxBytes / 1024 ** 2, 'MB'] : [maxBytes, 'bytes'];
  return `The file is larger than the ${Math.floor(amount)} ${unit} that are allowed here.`;
}

/** Removes files that lie in `folder` for more than a day: uploads whose process was killed. */
export async function sweepReceived(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(file, { force: true, recursive: true });
  }
}
