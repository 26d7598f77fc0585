import type { Entry, ZipFile } from 'yauzl';
import type { ReadLimits } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';
import { openZip } from './open-zip.ts';

/** A zip container whose entries have passed the gate. Names are as stored; lookups ignore case and a leading slash. */
export type Archive = {
  names: readonly string[];
  has(name: string): boolean;
  /**
   * Unpacks one entry, at most `most` bytes (default: what is left of the archive's allowance).
   * Throws `ReadError` `damaged_file` when it is missing or broken, `too_large_to_read` when it inflates beyond the limits.
   */
  read(name: string, most?: number): Promise<Uint8Array>;
  close(): void;
};

/** The ratio of unpacked to packed size is only judged above this size: small parts of Office files often pack 300 to 1. */
const RATIO_FROM = 10 * 1024 * 1024;

function damaged(cause?: unknown): ReadError {
  return new ReadError('damaged_file', 'The file is damaged: its zip container cannot be read. Ask for a new copy.', { cause });
}

function tooLarge(cause?: unknown): ReadError {
  return new ReadError('too_large_to_read', 'The file unpacks to more data than this installation reads.', { cause });
}

function key(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}

async function unpack(zip: ZipFile, entry: Entry, most: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = await zip.openReadStreamPromise(entry);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      length += chunk.length;
      if (length > most) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks, length);
}

async function listEntries(zip: ZipFile, limits: ReadLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > limits.maxEntries) throw tooLarge();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) {
      throw new ReadError('password_required', 'The file is protected by a password. Give the password or an unprotected copy.');
    }
    if (!entries.has(key(entry.fileName))) entries.set(key(entry.fileName), entry);
    if (entries.size > limits.maxEntries) throw tooLarge();
  }
  return entries;
}

/**
 * Opens a zip container (Office Open XML, OpenDocument, EPUB) behind a gate: number of entries, encryption, names that lead
 * outside, and for every part that is unpacked its declared and real size and its ratio. Parts that are not read cost nothing.
 */
export async function openArchive(source: string | Uint8Array, limits: ReadLimits, signal?: AbortSignal): Promise<Archive> {
  let zip: ZipFile;
  let entries: Map<string, Entry>;
  try {
    zip = await openZip(source);
  } catch (cause) {
    throw damaged(cause);
  }
  try {
    entries = await listEntries(zip, limits);
  } catch (cause) {
    zip.close();
    throw cause instanceof ReadError ? cause : damaged(cause);
  }
  let left = limits.maxUnpackedBytes;
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    has: (name) => entries.has(key(name)),
    async read(name, most = left) {
      const entry = entries.get(key(name));
      if (!entry) throw damaged();
      const { uncompressedSize, compressedSize } = entry;
      if (uncompressedSize > Math.min(most, left)) throw tooLarge();
      if (uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * limits.maxRatio) throw tooLarge();
      try {
        const bytes = await unpack(zip, entry, Math.min(most, left), signal);
        left -= bytes.length;
        return bytes;
      } catch (cause) {
        if (signal?.aborted || cause instanceof ReadError) throw cause;
        throw damaged(cause);
      }
    },
    close: () => zip.close(),
  };
}
