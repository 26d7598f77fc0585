import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { folderLocation } from './folder-location.ts';
import { describeLocation } from './testing/location-contract.ts';

let top = '';
let count = 0;
beforeAll(() => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-location-'));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describeLocation('a folder', () => {
  count += 1;
  const folder = path.join(top, String(count));
  return { location: folderLocation(folder), again: () => folderLocation(folder) };
});
