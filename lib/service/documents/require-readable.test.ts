import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cyclicCompounds } from '#lib/reading/testing/cyclic-compounds.ts';
import { odt } from '#lib/reading/testing/whole-files.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { requireReadable } from './require-readable.ts';

let test: TestService;
let folder = '';
beforeAll(async () => {
  test = await startTestService({ worker: false });
  folder = await mkdtemp(path.join(tmpdir(), 'readable-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function kindOf(bytes: Uint8Array | string, name: string): Promise<string> {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return (await requireReadable(test.context, { path: file, name })).mediaType;
}

describe('requireReadable', () => {
  it('knows a file by its content, whatever its name', async () => {
    expect(await kindOf(odt(), 'photo.jpg')).toBe('application/vnd.oasis.opendocument.text');
    expect(await kindOf('%PDF-1.7\n', 'table.csv')).toBe('application/pdf');
    expect(await kindOf('<Invoice xmlns="x"/>', 'a.txt')).toBe('text/plain');
  });

  it('refuses what nothing here can read', async () => {
    await expect(kindOf(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'invoice.pdf')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  it('tells the kind of Office files whose chains turn in circles', async () => {
    for (const bytes of cyclicCompounds('Workbook')) expect(await kindOf(bytes, 'a.xls')).toBe('application/vnd.ms-excel');
  });

  it('leaves damaged files to indexing, which says why', async () => {
    expect(await kindOf(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]), 'a.docx')).toBe('application/octet-stream');
  });
});
