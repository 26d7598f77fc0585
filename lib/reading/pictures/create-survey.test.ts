import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAdapter } from '../formats/text/text-adapter.ts';
import type { FormatAdapter, ReadContext, SourceFile } from '../model/adapter.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { createSurvey } from './create-survey.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'survey-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the pages of a document are counted once, and again when its file has changed', async () => {
  let readings = 0;
  const counted: FormatAdapter = {
    name: 'text',
    read(file, context) {
      readings++;
      return textAdapter.read(file, context);
    },
  };
  const context: ReadContext = {
    limits: DEFAULT_LIMITS,
    languages: ['en'],
    signal: new AbortController().signal,
    keepAttachment: async (attachment) => ({ ...attachment, size: 0, sha256: '' }),
  };
  const survey = async (text: string) => {
    const target = path.join(folder, 'a.txt');
    await writeFile(target, text);
    const file: SourceFile = { path: target, name: 'a.txt', size: (await stat(target)).size, mediaType: 'text/plain' };
    const found = await createSurvey(counted)(file, context);
    expect(await createSurvey(counted)(file, context)).toEqual(found);
    return found;
  };
  expect(await survey('One line\n')).toEqual({ pages: 1, wordless: false });
  expect(readings).toBe(1);
  expect((await survey('Line\n'.repeat(200))).pages).toBeGreaterThan(1);
  expect(readings).toBe(2);
});
