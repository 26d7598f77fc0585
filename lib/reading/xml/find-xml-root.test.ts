import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findXmlRoot } from './find-xml-root.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'xml-root-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function rootOf(content: string | Buffer, mediaType = 'application/xml'): Promise<string | null> {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  return findXmlRoot(file, mediaType);
}

it('gives the local name of the root of an XML file, and nothing for other files', async () => {
  expect(await rootOf('<?xml version="1.0"?><!-- <Not/> --><rsm:CrossIndustryInvoice xmlns:rsm="x">')).toBe('CrossIndustryInvoice');
  expect(await rootOf(Buffer.from('\ufeff<Invoice/>', 'utf16le'), 'text/xml')).toBe('Invoice');
  expect(await rootOf('<Invoice/>', 'text/plain')).toBeNull();
  expect(await rootOf('<!--'.repeat(4_000))).toBeNull();
});
