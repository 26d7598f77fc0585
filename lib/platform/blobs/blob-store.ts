import type { Readable } from 'node:stream';
import type { FreeSpace } from './free-space.ts';

/**
 * Where bytes are kept: a folder or S3. Keys are paths like `files/HASH` (segments of `A-Z a-z 0-9 . _ -`, none beginning
 * with a dot); the same bytes always get the same key, so writing one twice is harmless. Where the store itself is at fault,
 * each function fails with an `OutageError`.
 */
export type BlobStore = {
  /** Keeps the bytes under `key`. When this returns they are on disk (or with S3). @throws ProblemError `storage_full` */
  put: (key: string, source: Readable | Uint8Array) => Promise<{ size: number }>;
  /** @throws BlobNotFoundError */
  get: (key: string) => Promise<Readable>;
  /** Bytes `start` to `end`, both included, from 0. @throws BlobNotFoundError */
  getRange: (key: string, start: number, end: number) => Promise<Readable>;
  /** The blob as a file that others (child processes) may read until `release`. @throws BlobNotFoundError */
  localPath: (key: string) => Promise<{ path: string; release: () => Promise<void> }>;
  has: (key: string) => Promise<boolean>;
  /** In bytes. @throws BlobNotFoundError */
  size: (key: string) => Promise<number>;
  /**
   * Removing what is not there is no error.
   * @param by a moment (milliseconds since 1970) after which it must have no effect any more, however long this program or its request
   * was held up: it fails then, and the blob is there. A bucket goes by its own clock.
   */
  remove: (key: string, by?: number) => Promise<void>;
  /** Keys that begin with `prefix` (a whole path segment or several, e.g. `readings/HASH`), in no particular order. */
  list: (prefix: string) => AsyncIterable<string>;
  /** Takes in bytes whose hash is not known yet, e.g. an upload: constant memory, nothing is kept until `keep`. */
  receive: (source: Readable, options: ReceiveOptions) => Promise<Received>;
  /** Removes what uploads left behind when their process was killed. */
  sweep: () => Promise<void>;
  /** Keeps and gives back a few bytes, to see whether it can. @throws OutageError */
  probe: () => Promise<void>;
};

/** What a store leaves free of the disk it writes to: for what comes from outside, and (less) for what work on it makes. */
export type StoreSpaces = { uploads?: FreeSpace; work?: FreeSpace };

export type ReceiveOptions = {
  /** More bytes: ProblemError `file_too_large`. */
  maxBytes: number;
  /** How many are to come, where that is known: refused at once when there is no space for them. */
  expectedBytes?: number | undefined;
  /** No byte for so long: ProblemError `upload_interrupted`. */
  idleMs?: number;
  signal?: AbortSignal;
};

/** Bytes that arrived completely and wait to be kept or discarded. One of the two must be called. */
export type Received = {
  /** SHA-256 of the bytes, 64 hexadecimal digits. */
  sha256: string;
  size: number;
  /** A local file with the bytes, until `keep` or `discard`. */
  path: string;
  /** Keeps the bytes under a key made from their hash and returns it. When this returns they are safe. */
  keep: (keyOf: (sha256: string) => string) => Promise<string>;
  discard: () => Promise<void>;
};

/** There is no blob of that key. */
export class BlobNotFoundError extends Error {
  override name = 'BlobNotFoundError';
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}){0,9}$/;

/** @throws Error when the key could leave the store or mean two things */
export function checkBlobKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This is not a blob key.');
  return key;
}
