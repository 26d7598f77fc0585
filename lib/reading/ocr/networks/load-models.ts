import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession } from 'onnxruntime-node';
import { disableTelemetry } from '#lib/platform/no-telemetry.ts';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { foldNetwork } from './fold-network.ts';
import { MANIFEST, openModelFolder } from './model-folder.ts';

// before the first session; the library has no call for it
disableTelemetry();

/** The three networks and the alphabet of the recogniser. */
export type Models = {
  detector: InferenceSession;
  recogniser: InferenceSession;
  orientation: InferenceSession;
  alphabet: Alphabet;
  /** See `Manifest`. */
  readsAccents: boolean;
};

/** What reads lines that are found already. */
export type LineModels = Pick<Models, 'recogniser' | 'alphabet'>;

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
 * Loads the networks from `modelDir`, or, when it is not given, those packed by the build, or else the installed package's. See
 * `openModelFolder` for what a folder holds.
 * @throws Error when a file is missing or its SHA-256 is not the expected one.
 */
export async function loadModels(modelDir?: string): Promise<Models> {
  const { manifest, load } = await openModels(modelDir);
  return {
    // threads gain on whole pages; on single lines two cost twice the processor time and are no faster
    detector: await load(manifest.detector, Math.min(MOST_THREADS, availableParallelism())),
    orientation: await load(manifest.orientation),
    readsAccents: manifest.readsAccents ?? false,
    ...(await loadLineModels(modelDir)),
  };
}

/** Loads only what reads lines that are found already; see `loadModels`. */
export async function loadLineModels(modelDir?: string): Promise<LineModels> {
  const { folder, manifest, load } = await openModels(modelDir);
  const dictionary = await folder.read(manifest.dictionary);
  return { recogniser: await load(manifest.recogniser), alphabet: createAlphabet(new TextDecoder().decode(dictionary)) };
}

async function openModels(modelDir?: string) {
  const folder = await openModelFolder(modelDir ?? packedFolder());
  const load = async (name: string, intraOpNumThreads = 1) => {
    const options = { ...SESSION_OPTIONS, intraOpNumThreads };
    const bytes = await folder.read(name);
    return folder.manifest.packed ? InferenceSession.create(bytes, options) : openUnpacked(bytes, options);
  };
  return { folder, manifest: folder.manifest, load };
}

/** The networks that the build has packed; undefined where the programs were not built. */
function packedFolder(): string | undefined {
  const packed = fileURLToPath(new URL('./ocr-models', import.meta.url));
  return existsSync(path.join(packed, MANIFEST)) ? packed : undefined;
}

/** Networks of another folder are folded here, which costs each process half a second, unless `pack-models` has done it. */
async function openUnpacked(bytes: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(foldNetwork(bytes), options);
  } catch {
    return InferenceSession.create(bytes, options);
  }
}
