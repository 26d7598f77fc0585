import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Answers } from './answers.ts';
import type { DatabaseCopy } from './database-copy.ts';
import type { ServiceWork } from './steps/service-keys.ts';

/** A data folder in a form that any PostgreSQL can open, with what the desk said about it when it was kept. */
export type KeptFolder = {
  /** Commit of the product that made it. */
  commit: string;
  /** Ids of its documents by the names under which their answers stand. */
  documents: Record<string, string>;
  service: ServiceWork;
  answers: Answers;
  database: DatabaseCopy;
  /** Everything below the data folder but the database: path with `/` → content. */
  files: Record<string, Uint8Array>;
};

/** Folders of the data folder that are kept as they are. */
const FOLDERS = ['blobs', 'secrets'];
const FOLDER = path.resolve('programs/testing/upgrade/kept');

const fileOf = (commit: string) => path.join(FOLDER, `${commit}.zip`);

/** Commits of which a data folder is kept. */
export function listKept(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => path.basename(name, '.zip'));
}

/** Reads the files of a data folder that are kept as they are. */
export function readFiles(dataDir: string): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(path.join(dataDir, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const place = path.join(entry.parentPath, entry.name);
      files[path.relative(dataDir, place).replaceAll(path.sep, '/')] = readFileSync(place);
    }
  }
  return files;
}

/** Writes a kept folder into the repository. @returns its path and size in bytes */
export function saveKept(kept: KeptFolder): { file: string; size: number } {
  const { files, database, ...rest } = kept;
  const json = (value: unknown) => strToU8(`${JSON.stringify(value, null, 1)}\n`);
  const entries: Record<string, Uint8Array> = { 'kept.json': json(rest), 'database.json': json(database) };
  for (const [name, bytes] of Object.entries(files)) entries[`files/${name}`] = bytes;
  const zip = zipSync(entries, { level: 9, mtime: '2026-01-01' });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(kept.commit), zip);
  return { file: fileOf(kept.commit), size: zip.length };
}

/** Reads a kept folder from the repository. */
export function readKept(commit: string): KeptFolder {
  const entries = unzipSync(readFileSync(fileOf(commit)));
  const json = <T>(name: string) => JSON.parse(strFromU8(entries[name]!)) as T;
  const files = Object.entries(entries).flatMap(([name, bytes]) => (name.startsWith('files/') ? [[name.slice(6), bytes] as const] : []));
  return {
    ...json<Omit<KeptFolder, 'database' | 'files'>>('kept.json'),
    database: json('database.json'),
    files: Object.fromEntries(files),
  };
}

/** Lays the files of a kept folder out as a data folder. The database is not among them. */
export function unpackFiles(kept: KeptFolder, dataDir: string): void {
  for (const [name, bytes] of Object.entries(kept.files)) {
    const place = path.join(dataDir, name);
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    writeFileSync(place, bytes);
    if (name.startsWith('secrets/')) chmodSync(place, 0o600);
  }
}
