import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldNetwork } from './fold-network.ts';
import { hashBytes, MANIFEST, type Manifest, openModelFolder } from './model-folder.ts';

/**
 * Writes a model folder anew with its networks folded (see `foldNetwork`), so that no process has to do it when it loads them.
 * Does nothing when `target` was packed from the same files by the same code.
 * @param source the folder to pack; the installed model package when absent
 * @returns whether anything was written
 * @throws Error when a file of the source is missing or not the expected one, or a folded network cannot be loaded
 */
export async function packModels(target: string, source?: string): Promise<boolean> {
  const { manifest, read } = await openModelFolder(source);
  const packed = await origin(manifest);
  if (await isPacked(target, packed)) return false;
  const folder = await mkdtemp(`${path.resolve(target)}.`);
  try {
    const sha256: Manifest['sha256'] = {};
    const write = async (name: string, bytes: Uint8Array) => {
      sha256[name] = hashBytes(bytes);
      await writeFile(path.join(folder, name), bytes);
    };
    for (const name of [manifest.detector, manifest.recogniser, manifest.orientation]) await write(name, await fold(await read(name)));
    await write(manifest.dictionary, await read(manifest.dictionary));
    await writeFile(path.join(folder, MANIFEST), JSON.stringify({ ...manifest, sha256, packed } satisfies Manifest, null, 2));
    await chmod(folder, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target).catch(async (error) => {
      // another build has packed the same in the meantime
      if (!(await isPacked(target, packed))) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

/** The folded network, once it was loaded. */
async function fold(bytes: Uint8Array): Promise<Uint8Array> {
  const folded = foldNetwork(bytes);
  const { InferenceSession } = await import('onnxruntime-node');
  await InferenceSession.create(folded, { logSeverityLevel: 3 });
  return folded;
}

/** Stands for the files that are packed and the code that packs them. */
async function origin({ sha256 }: Manifest): Promise<string> {
  const code = hashBytes(await readFile(fileURLToPath(import.meta.url)));
  return hashBytes(Buffer.from(JSON.stringify([sha256, code])));
}

async function isPacked(target: string, packed: string): Promise<boolean> {
  if (!existsSync(path.join(target, MANIFEST))) return false;
  return openModelFolder(target).then(
    ({ manifest }) => manifest.packed === packed,
    () => false,
  );
}
