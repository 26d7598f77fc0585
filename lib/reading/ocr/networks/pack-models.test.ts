import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModels } from './load-models.ts';
import { packModels } from './pack-models.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pack-models-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function answer(session: InferenceSession, shape: number[]): Promise<Float32Array> {
  const values = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, index) => Math.sin(index));
  const input = new Tensor('float32', values, shape);
  return (await session.run({ [session.inputNames[0]!]: input }))[session.outputNames[0]!]!.data as Float32Array;
}

test('packed models answer exactly as those folded when they are loaded', async () => {
  const target = path.join(folder, 'packed');
  expect(await packModels(target)).toBe(true);
  const [packed, folded] = [await loadModels(target), await loadModels()];
  for (const [network, shape] of [
    ['detector', [1, 3, 96, 160]],
    ['recogniser', [1, 3, 48, 160]],
    ['orientation', [1, 3, 48, 192]],
  ] as const) {
    expect(await answer(packed[network], [...shape]), network).toEqual(await answer(folded[network], [...shape]));
  }
  expect(packed.alphabet).toEqual(folded.alphabet);
});

test('what is packed already is left alone, and a change of its files is found', async () => {
  const target = path.join(folder, 'twice');
  await packModels(target);
  const manifest = path.join(target, 'manifest.json');
  const before = (await stat(manifest)).mtimeMs;
  expect(await packModels(target)).toBe(false);
  expect((await stat(manifest)).mtimeMs).toBe(before);
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"packed": "./, '"packed": "x'));
  expect(await packModels(target)).toBe(true);
  await writeFile(path.join(target, 'ppocr_keys_v1.txt'), 'a\nb\n');
  await expect(loadModels(target)).rejects.toThrow('ppocr_keys_v1.txt is not the file that was expected');
});
