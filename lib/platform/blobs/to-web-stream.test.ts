import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { encodeText } from '../http/encode-text.ts';
import { toWebStream } from './to-web-stream.ts';

async function* texts(count: number, length = 100): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield `${String(index).padStart(length - 2, '·')}\r\n`;
}

test('5 MB of text in small pieces arrive whole, byte for byte', async () => {
  let whole = '';
  for await (const text of texts(30_000)) whole += text;
  const bytes = new Uint8Array(await new Response(toWebStream(encodeText(texts(30_000)))).arrayBuffer());
  expect(bytes.length).toBeGreaterThan(5_000_000);
  expect(Buffer.from(bytes).equals(Buffer.from(whole))).toBe(true);
});

test('a piece larger than what the stream holds arrives whole too', async () => {
  const answer = await new Response(toWebStream(encodeText(texts(3, 2_000_000)))).arrayBuffer();
  expect(answer.byteLength).toBeGreaterThan(6_000_000);
});

test('no text is an empty stream', async () => {
  expect(await new Response(toWebStream(encodeText(texts(0)))).text()).toBe('');
});

test('an error in the middle breaks the stream', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(500_000);
    throw new Error('The database is away.');
  }
  await expect(new Response(toWebStream(broken())).arrayBuffer()).rejects.toThrow('The database is away.');
  await expect(new Response(toWebStream(Readable.from(broken()))).arrayBuffer()).rejects.toThrow('The database is away.');
});

test('a chunk that is no bytes breaks the stream instead of being counted wrongly', async () => {
  await expect(new Response(toWebStream(Readable.from(texts(1)))).text()).rejects.toThrow('something else');
});

test('a source that is shorter or longer than was promised breaks the stream', async () => {
  const bytes = () => Readable.from([Buffer.alloc(600), Buffer.alloc(400)]);
  expect((await new Response(toWebStream(bytes(), 1000)).arrayBuffer()).byteLength).toBe(1000);
  await expect(new Response(toWebStream(bytes(), 1001)).arrayBuffer()).rejects.toThrow('1000 of 1001');
  await expect(new Response(toWebStream(bytes(), 999)).arrayBuffer()).rejects.toThrow('more than 999');
});

test('only as much is taken from the source as the reader asks for', async () => {
  let given = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (; given < 1000; given += 1) yield new Uint8Array(64 * 1024);
  }
  const reader = toWebStream(chunks()).getReader();
  await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toBeLessThan(10);
  await reader.cancel();
});

test('a reader that goes away ends the source, whether it makes its chunks or waits for them', async () => {
  let ended = false;
  async function* made(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1000);
    } finally {
      ended = true;
    }
  }
  const first = toWebStream(made()).getReader();
  await first.read();
  await first.cancel();
  expect(ended).toBe(true);
  const silent = new Readable({ read() {} });
  const second = toWebStream(silent).getReader();
  const waiting = second.read();
  await second.cancel();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(silent.destroyed).toBe(true);
});
