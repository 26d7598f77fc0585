import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The file that names the pack in use; absent when the default one is. */
const IN_USE = 'in-use';
const MANIFEST = 'manifest.json';
/** So that a name is never a path. */
const NAME = /^[a-z0-9][a-z0-9.-]{0,60}$/;

/** The folder of an installed pack inside the data folder. @throws RangeError when the name is none */
export function packFolder(dataDir: string, name: string): string {
  if (!NAME.test(name)) throw new RangeError(`“${name}” is not the name of a recognition pack.`);
  return path.join(packsFolder(dataDir), name);
}

/** Where the packs of a data folder are installed. */
export const packsFolder = (dataDir: string): string => path.join(dataDir, 'models');

export const isInstalled = (dataDir: string, name: string): boolean => existsSync(path.join(packFolder(dataDir, name), MANIFEST));

/** The name of the pack that was chosen for a data folder, whether or not it is there; null for the default one. */
export function readChosenPack(dataDir: string): string | null {
  const file = path.join(packsFolder(dataDir), IN_USE);
  if (!existsSync(file)) return null;
  const name = readFileSync(file, 'utf8').trim();
  return NAME.test(name) ? name : null;
}

/** The folder of the pack that was chosen for a data folder; null when it is the default one, or is not there any more. */
export function findChosenPack(dataDir: string): string | null {
  const name = readChosenPack(dataDir);
  return name !== null && isInstalled(dataDir, name) ? packFolder(dataDir, name) : null;
}

/** Chooses an installed pack, or the default one (null); programs take it when they start. @throws RangeError when it is not installed */
export async function choosePack(dataDir: string, name: string | null): Promise<void> {
  const file = path.join(packsFolder(dataDir), IN_USE);
  if (name === null) return rm(file, { force: true });
  if (!isInstalled(dataDir, name)) throw new RangeError(`The recognition pack ${name} is not installed.`);
  await mkdir(packsFolder(dataDir), { recursive: true });
  await writeFile(`${file}.new`, `${name}\n`, { flush: true });
  await rename(`${file}.new`, file);
}
