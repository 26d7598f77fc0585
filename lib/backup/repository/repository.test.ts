import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderLocation } from '../location/folder-location.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { changePassphrase, newBackupId, openRepository, openRepositoryToWrite, type Repository } from './repository.ts';

const PASSPHRASE = 'a passphrase of a test';
const QUICK = 10;
const SECRET_WORDS = 'Invoice of Müller & Sons about 4,711 euros';
let top = '';
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'countersign-repository-'));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const textOf = (text: string) => Readable.from([Buffer.from(text)]);

function manifestOf(sha256: string, id = newBackupId(new Date())): Manifest {
  const object = { sha256, size: 1 };
  return {
    format: FORMAT,
    id,
    createdAt: new Date().toISOString(),
    took: 1,
    product: '0.1.0',
    server: '18.1',
    migrations: { desk: 1 },
    queue: 1,
    tables: [],
    sequences: [],
    secrets: object,
    files: [{ key: 'files/known-name-of-a-file', ...object }],
    missing: [],
    absentSecrets: [],
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

async function fill(passphrase: string | null): Promise<{ repository: Repository; sha256: string; id: string }> {
  const repository = await openRepositoryToWrite(folderLocation(top), passphrase, QUICK);
  const { sha256 } = await repository.objects.put(textOf(SECRET_WORDS), 'a test');
  const manifest = manifestOf(sha256);
  await repository.write(manifest);
  await repository.close();
  return { repository, sha256, id: manifest.id };
}

test('the same bytes are kept once, and given back as they were', async () => {
  const { repository, sha256, id } = await fill(null);
  const again = await repository.objects.put(textOf(SECRET_WORDS), 'a test');
  expect(again).toMatchObject({ sha256, isNew: false });
  const opened = await openRepository(folderLocation(top), null);
  expect((await buffer(opened.objects.get(sha256))).toString()).toBe(SECRET_WORDS);
  expect(await opened.list()).toEqual([id]);
  expect(await opened.read(id)).toMatchObject({ id, secrets: { sha256 } });
});

test('an encrypted repository holds neither texts, nor names, nor hashes of files, and opens with its passphrase only', async () => {
  const { sha256, id } = await fill(PASSPHRASE);
  for (const file of filesBelow(top)) {
    const bytes = readFileSync(file).toString('latin1') + file;
    for (const known of ['Invoice', '4,711', 'known-name', sha256, 'sha256"'])
      expect(bytes.includes(known), `${known} in ${file}`).toBe(false);
  }
  const opened = await openRepository(folderLocation(top), PASSPHRASE);
  expect((await buffer(opened.objects.get(sha256))).toString()).toBe(SECRET_WORDS);
  expect((await opened.read(id)).files[0]?.key).toBe('files/known-name-of-a-file');
  await expect(openRepository(folderLocation(top), 'a passphrase of another')).rejects.toThrow('is not the passphrase');
  await expect(openRepository(folderLocation(top), null)).rejects.toThrow('are encrypted');
  await expect(openRepositoryToWrite(folderLocation(top), null)).rejects.toThrow('are encrypted');
});

test('backups open with a new passphrase once it was changed, and with no other', async () => {
  const { sha256 } = await fill(PASSPHRASE);
  const changed = { from: PASSPHRASE, to: 'another passphrase' };
  await expect(changePassphrase(folderLocation(top), { ...changed, from: 'a wrong passphrase' }, QUICK)).rejects.toThrow(
    'is not the passphrase',
  );
  await changePassphrase(folderLocation(top), changed, QUICK);
  await expect(openRepository(folderLocation(top), PASSPHRASE)).rejects.toThrow('is not the passphrase');
  const opened = await openRepositoryToWrite(folderLocation(top), changed.to, QUICK);
  expect((await buffer(opened.objects.get(sha256))).toString()).toBe(SECRET_WORDS);
  await opened.close();
});

test('a change of the passphrase that lost the file of the key leaves another one, which opens the backups', async () => {
  await fill(PASSPHRASE);
  renameSync(path.join(top, 'key.age'), path.join(top, 'key-new.age'));
  expect((await openRepository(folderLocation(top), PASSPHRASE)).isEncrypted).toBe(true);
});

test('a folder without backups stays as it was when its passphrase shall be changed', async () => {
  mkdirSync(path.join(top, 'incoming'));
  writeFileSync(path.join(top, 'incoming', 'upload'), 'mine');
  const changed = { from: PASSPHRASE, to: 'another passphrase' };
  await expect(changePassphrase(folderLocation(top), changed, QUICK)).rejects.toThrow('There are no backups');
  expect(readdirSync(top)).toEqual(['incoming']);
  expect(readFileSync(path.join(top, 'incoming', 'upload'), 'utf8')).toBe('mine');
});

test('after the claim was given back nothing is made known or removed', async () => {
  const { repository, sha256, id } = await fill(null);
  await expect(repository.write(manifestOf(sha256))).rejects.toThrow('was given back');
  await expect(repository.remove(id)).rejects.toThrow('was given back');
  await expect(repository.objects.remove(sha256)).rejects.toThrow('was given back');
  expect(await (await openRepository(folderLocation(top), null)).list()).toEqual([id]);
});

test('an object that cannot be read is a damaged one, and not the end of a check', async () => {
  const { repository, sha256 } = await fill(null);
  const file = path.join(top, 'objects', sha256.slice(0, 2), sha256);
  rmSync(file);
  mkdirSync(file);
  await expect(buffer(repository.objects.get(sha256))).rejects.toThrow(`The object ${sha256} is damaged or cannot be read.`);
});

test('backups that are not encrypted have no passphrase to change', async () => {
  await fill(null);
  const changed = { from: PASSPHRASE, to: 'another passphrase' };
  await expect(changePassphrase(folderLocation(top), changed, QUICK)).rejects.toThrow('are not encrypted');
});

test('a passphrase does not hide that a repository is not encrypted', async () => {
  await fill(null);
  await expect(openRepositoryToWrite(folderLocation(top), PASSPHRASE)).rejects.toThrow('are not encrypted');
});

test.each([null, PASSPHRASE])('a changed byte of any file is noticed (passphrase: %s)', async (passphrase) => {
  const { sha256, id } = await fill(passphrase);
  const readAll = async () => {
    const opened = await openRepository(folderLocation(top), passphrase);
    await opened.read(id);
    await buffer(opened.objects.get(sha256));
  };
  await readAll();
  for (const file of filesBelow(top).filter((name) => !name.endsWith('lock'))) {
    const whole = readFileSync(file);
    const places = file.endsWith('key.age') ? [60] : [0, 1, Math.floor(whole.length / 2), whole.length - 1];
    for (const place of places) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 1;
      writeFileSync(file, changed);
      await expect(readAll(), `${path.basename(file)}, byte ${place}`).rejects.toThrow(/damaged|no backups|is not the passphrase/);
    }
    writeFileSync(file, whole);
  }
});

test('a damaged object is closed when that is noticed, so that any number of them can be checked', async () => {
  const { repository, sha256 } = await fill(PASSPHRASE);
  const name = repository.objects.nameOf(sha256);
  const file = path.join(top, 'objects', name.slice(0, 2), name);
  const whole = readFileSync(file);
  writeFileSync(file, whole.fill(0, 0, 10));
  await expect(buffer(repository.objects.get(sha256))).rejects.toThrow('is damaged');
  const links = () =>
    readdirSync('/proc/self/fd').map((one) => {
      try {
        return readlinkSync(`/proc/self/fd/${one}`);
      } catch {
        return '';
      }
    });
  await expect.poll(() => links().filter((link) => link.endsWith(name))).toEqual([]);
});

test('what a killed backup left under way is removed, and a backup without a manifest does not exist', async () => {
  const repository = await openRepositoryToWrite(folderLocation(top), null);
  const { sha256 } = await repository.objects.put(textOf(SECRET_WORDS), 'a test');
  writeFileSync(path.join(top, 'incoming', 'half'), 'half a file');
  await repository.close();
  expect(await (await openRepository(folderLocation(top), null)).list()).toEqual([]);
  const next = await openRepositoryToWrite(folderLocation(top), null);
  expect(readdirSync(path.join(top, 'incoming'))).toEqual([]);
  expect(await next.objects.has(sha256)).toBe(true);
  await next.close();
});

test('two backups at once into one folder are refused, as are folders with other things', async () => {
  const first = await openRepositoryToWrite(folderLocation(top), null);
  await expect(openRepositoryToWrite(folderLocation(top), null)).rejects.toThrow('Another backup');
  await first.close();
  await (await openRepositoryToWrite(folderLocation(top), null)).close();
  const other = path.join(top, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'letter.txt'), 'mine');
  await expect(openRepositoryToWrite(folderLocation(other), null)).rejects.toThrow('holds other things');
  await expect(openRepository(folderLocation(other), null)).rejects.toThrow('There are no backups');
});

test('bytes that break off are an error and leave nothing', async () => {
  const repository = await openRepositoryToWrite(folderLocation(top), null);
  const broken = (async function* () {
    yield Buffer.from('some');
    throw new Error('the storage broke off');
  })();
  await expect(repository.objects.put(broken, 'a test')).rejects.toThrow('broke off');
  expect(readdirSync(path.join(top, 'incoming'))).toEqual([]);
  await repository.close();
});

test('an encrypted repository whose key is gone is no plain one: nothing is read from it or added to it', async () => {
  await fill(PASSPHRASE);
  rmSync(path.join(top, 'key.age'));
  for (const passphrase of [PASSPHRASE, 'a passphrase of another']) {
    await expect(openRepositoryToWrite(folderLocation(top), passphrase, QUICK)).rejects.toThrow(
      'key.age of these encrypted backups is missing',
    );
  }
  await expect(openRepositoryToWrite(folderLocation(top), null)).rejects.toThrow('are encrypted');
  await expect(openRepository(folderLocation(top), PASSPHRASE)).rejects.toThrow('is missing');
});

test('an error of the source is told as it is, and not as one of the folder of backups', async () => {
  const repository = await openRepositoryToWrite(folderLocation(top), null);
  const closed = (async function* () {
    yield Buffer.from('some');
    throw Object.assign(new Error('EACCES: the source is closed'), { code: 'EACCES' });
  })();
  await expect(repository.objects.put(closed, 'a test')).rejects.toThrow('the source is closed');
  await repository.close();
});

test('the way to what was written is flushed as well: the entry of every new folder', async (context) => {
  const handle = await open(top);
  const flushed = new Set<string>();
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (this: FileHandle) {
    flushed.add(readlinkSync(`/proc/self/fd/${this.fd}`));
  } as never);
  context.onTestFinished(() => sync.mockRestore());
  await handle.close();
  const folder = path.join(realpathSync(top), 'new', 'backups');
  const repository = await openRepositoryToWrite(folderLocation(folder), null);
  const { sha256 } = await repository.objects.put(textOf(SECRET_WORDS), 'a test');
  await repository.write(manifestOf(sha256));
  await repository.close();
  const objects = path.join(folder, 'objects');
  const ways = [path.dirname(path.dirname(folder)), path.dirname(folder), folder, objects, path.join(objects, sha256.slice(0, 2))];
  for (const way of [...ways, path.join(folder, 'manifests')]) expect([...flushed]).toContain(way);
});
