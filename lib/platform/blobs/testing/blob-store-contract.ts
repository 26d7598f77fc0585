import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { BlobNotFoundError } from '../blob-store.ts';

const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const filesKey = (hash: string) => `files/${hash}`;

type SetUp = () => { store: BlobStore; incoming: string };

/** What every blob store must do. `incoming` is the local folder of blobs under way, which must be empty afterwards. */
export function describeBlobStore(name: string, setUp: SetUp): void {
  describe(`${name} blob store`, () => {
    testBlobs(setUp);
    testUploads(setUp);
    testKeys(setUp);
  });
}

function testBlobs(setUp: SetUp): void {
  test('gives back the bytes it was given, whole and in part', async () => {
    const { store } = setUp();
    const bytes = randomBytes(300_000);
    expect(await store.put('a/whole.bin', bytes)).toEqual({ size: 300_000 });
    expect(Buffer.compare(await buffer(await store.get('a/whole.bin')), bytes)).toBe(0);
    expect(Buffer.compare(await buffer(await store.getRange('a/whole.bin', 1000, 1999)), bytes.subarray(1000, 2000))).toBe(0);
    expect(await store.size('a/whole.bin')).toBe(300_000);
    expect(await store.has('a/whole.bin')).toBe(true);
  });

  test('takes a stream of unknown length, and the last write of a key counts', async () => {
    const { store } = setUp();
    const parts = Array.from({ length: 40 }, () => randomBytes(70_000));
    await store.put('a/streamed', Readable.from(parts));
    expect(await store.size('a/streamed')).toBe(2_800_000);
    await store.put('a/streamed', Buffer.from('short'));
    expect((await buffer(await store.get('a/streamed'))).toString()).toBe('short');
  });

  test('gives a blob as a local file while it is needed', async () => {
    const { store } = setUp();
    await store.put('a/local', Buffer.from('for a child process'));
    const local = await store.localPath('a/local');
    expect(await readFile(local.path, 'utf8')).toBe('for a child process');
    await local.release();
    expect(await store.has('a/local')).toBe(true);
  });

  test('lists and removes by prefix', async () => {
    const { store } = setUp();
    for (const key of ['b/one/1', 'b/one/2/x', 'b/one', 'b/oneself']) {
      if (key !== 'b/one') await store.put(key, Buffer.from(key));
    }
    const list = async (prefix: string) => (await collect(store.list(prefix))).sort();
    expect(await list('b/one')).toEqual(['b/one/1', 'b/one/2/x']);
    await store.remove('b/one/1');
    await store.remove('b/one/1');
    expect(await list('b/one')).toEqual(['b/one/2/x']);
    expect(await list('c')).toEqual([]);
  });
}

function testUploads(setUp: SetUp): void {
  test('keeps an upload under a key made from its hash', async () => {
    const { store, incoming } = setUp();
    const bytes = randomBytes(200_000);
    const received = await store.receive(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), NO_LIMIT);
    expect(received.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(received.size).toBe(200_000);
    expect(await store.has(filesKey(received.sha256))).toBe(false);
    expect(await received.keep(filesKey)).toBe(filesKey(received.sha256));
    expect(Buffer.compare(await buffer(await store.get(filesKey(received.sha256))), bytes)).toBe(0);
    expect(readdirSync(incoming)).toEqual([]);
  });

  test('puts right what an earlier upload of the same bytes has left damaged', async () => {
    const { store, incoming } = setUp();
    const bytes = randomBytes(5_000);
    const keepAgain = async () => (await store.receive(Readable.from([bytes]), NO_LIMIT)).keep(filesKey);
    const key = await keepAgain();
    for (const damaged of [bytes.subarray(0, 100), Buffer.alloc(5_000), Buffer.alloc(0)]) {
      await store.put(key, damaged);
      await keepAgain();
      expect(Buffer.compare(await buffer(await store.get(key)), bytes)).toBe(0);
    }
    expect(readdirSync(incoming)).toEqual([]);
  });

  test('leaves nothing of an upload that is too large, cut off, silent or not wanted', async () => {
    const { store, incoming } = setUp();
    const large = store.receive(Readable.from([randomBytes(600), randomBytes(600)]), { maxBytes: 1000 });
    await expect(large).rejects.toMatchObject({ code: 'file_too_large' });

    const cut = new Readable({ read: () => undefined });
    cut.push(randomBytes(100));
    const cutting = store.receive(cut, NO_LIMIT);
    setTimeout(() => cut.destroy(), 20);
    await expect(cutting).rejects.toMatchObject({ code: 'upload_interrupted' });

    const silent = new Readable({ read: () => undefined });
    silent.push(randomBytes(100));
    await expect(store.receive(silent, { ...NO_LIMIT, idleMs: 50 })).rejects.toMatchObject({ code: 'upload_interrupted' });

    const stopped = new AbortController();
    const waiting = store.receive(new Readable({ read: () => undefined }), { ...NO_LIMIT, signal: stopped.signal });
    stopped.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'upload_interrupted' });

    await (await store.receive(Readable.from([randomBytes(10)]), NO_LIMIT)).discard();
    expect(readdirSync(incoming)).toEqual([]);
  });
}

function testKeys(setUp: SetUp): void {
  test('says that a blob is not there', async () => {
    const { store } = setUp();
    expect(await store.has('no/such')).toBe(false);
    for (const ask of [() => store.get('no/such'), () => store.size('no/such'), () => store.localPath('no/such')]) {
      await expect(ask()).rejects.toBeInstanceOf(BlobNotFoundError);
    }
  });

  test.each(['../secret', 'a/../b', '/etc/passwd', 'a//b', '', '.incoming/x', 'a/.b', 'a b', 'ä'])('refuses the key "%s"', async (key) => {
    const { store } = setUp();
    await expect((async () => store.has(key))()).rejects.toThrow('not a blob key');
    await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toThrow('not a blob key');
  });
}

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}
