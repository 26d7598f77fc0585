import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBlobStore } from './create-blob-store.ts';
import { sweepRegularly } from './sweep-regularly.ts';

test('what a killed worker left of blobs under way is removed, at the start and later, whatever the store; the rest stays', async () => {
  for (const blobs of ['folder', 's3'] as const) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-sweep-'));
    const folder = path.join(dataDir, 'blobs');
    const incoming = blobs === 'folder' ? path.join(folder, '.incoming') : path.join(dataDir, 'incoming');
    mkdirSync(incoming, { recursive: true });
    const leave = (name: string, hours: number) => {
      writeFileSync(path.join(incoming, name), 'x');
      const at = new Date(Date.now() - hours * 3_600_000);
      utimesSync(path.join(incoming, name), at, at);
    };
    leave('of today', 2);
    leave('of a killed worker', 30);
    const s3 = { kind: 's3', endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' } as const;
    const store = createBlobStore({ dataDir, reserveBytes: 0, blobs: blobs === 's3' ? s3 : { kind: 'folder', folder } });
    const stop = sweepRegularly(store, undefined, 50);
    await expect.poll(() => readdirSync(incoming)).toEqual(['of today']);
    leave('of another', 25);
    await expect.poll(() => readdirSync(incoming)).toEqual(['of today']);
    stop();
    rmSync(dataDir, { recursive: true });
  }
});
