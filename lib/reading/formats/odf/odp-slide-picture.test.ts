import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ReadContext, SourceFile } from '../../model/adapter.ts';
import { DEFAULT_LIMITS } from '../../model/read-limits.ts';
import { odpSlidePicture } from './odp-slide-picture.ts';

const slide = (text: string) =>
  `<draw:page><draw:frame><draw:image><office:binary-data>${Buffer.from(text).toString('base64')}</office:binary-data></draw:image></draw:frame></draw:page>`;

test('the file is opened once for the pictures of all its slides', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'odp-slide-'));
  const target = path.join(folder, 'slides.fodp');
  const xml = `<office:document xmlns:office="o" xmlns:draw="d"><office:body><office:presentation>${slide('one')}${slide('two')}</office:presentation></office:body></office:document>`;
  await writeFile(target, xml);
  const mediaType = 'application/vnd.oasis.opendocument.presentation-flat-xml';
  const file: SourceFile = { path: target, name: '', size: xml.length, mediaType };
  const context = { limits: DEFAULT_LIMITS, languages: [], signal: new AbortController().signal } as unknown as ReadContext;
  const first = await odpSlidePicture(file, context, 1);
  await rm(folder, { recursive: true });
  expect(String(first)).toBe('one');
  expect(String(await odpSlidePicture(file, context, 2))).toBe('two');
  expect(await odpSlidePicture(file, context, 3)).toBeNull();
});
