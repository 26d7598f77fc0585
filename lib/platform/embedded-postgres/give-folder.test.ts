import { chownSync, linkSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { giveFolder, makeServerFolder } from './give-folder.ts';

const NOBODY = 65_534;
const OTHER = 12_345;
const server = { kind: 'nobody' } as const;
let top = '';
let folder = '';
let outside = '';
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-give-'));
  folder = path.join(top, 'postgres');
  outside = path.join(top, 'outside');
  for (const each of [folder, outside]) mkdirSync(each);
  writeFileSync(path.join(outside, 'file'), 'mine');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const ownerOf = (file: string) => lstatSync(file).uid;

describe.skipIf(process.getuid?.() !== 0)('started as root', () => {
  test('a folder is given with all in it, and never what links in it point to', () => {
    mkdirSync(path.join(folder, 'inner'));
    writeFileSync(path.join(folder, 'inner', 'file'), '');
    symlinkSync(outside, path.join(folder, 'inner', 'link'));
    symlinkSync(path.join(outside, 'file'), path.join(folder, 'link'));
    giveFolder(server, folder);
    for (const given of ['', 'inner', 'inner/file', 'inner/link', 'link']) expect(ownerOf(path.join(folder, given)), given).toBe(NOBODY);
    expect([ownerOf(outside), ownerOf(path.join(outside, 'file'))]).toEqual([0, 0]);
  });

  test('a file that has another name elsewhere is not given away', () => {
    linkSync(path.join(outside, 'file'), path.join(folder, 'file'));
    expect(() => giveFolder(server, folder)).toThrow('hard link');
    expect(ownerOf(path.join(outside, 'file'))).toBe(0);
  });

  test('a folder that belongs to someone else is refused and left as it is', () => {
    chownSync(folder, OTHER, OTHER);
    expect(() => giveFolder(server, folder)).toThrow(`belongs to the account ${OTHER}`);
    expect(() => makeServerFolder(server, folder)).toThrow(`belongs to the account ${OTHER}`);
    expect(ownerOf(folder)).toBe(OTHER);
  });
});

test('a link in the place of a folder is refused, and what it points to is left as it is', () => {
  const before = lstatSync(outside);
  const link = path.join(top, 'link');
  symlinkSync(outside, link);
  for (const as of [server, { kind: 'plain' } as const]) expect(() => makeServerFolder(as, link)).toThrow('is not a folder');
  expect(() => giveFolder(server, link)).toThrow('is not a folder');
  expect([lstatSync(outside).uid, lstatSync(outside).mode]).toEqual([before.uid, before.mode]);
});

test('a folder of our own is taken again and closed', () => {
  makeServerFolder({ kind: 'plain' }, folder);
  makeServerFolder({ kind: 'plain' }, folder);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
});
