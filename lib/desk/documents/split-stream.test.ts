import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { splitStream } from './split-stream.ts';

const CHUNK = 64 * 1024;

function source(chunks: number): { stream: Readable; taken: () => number } {
  let taken = 0;
  const stream = Readable.from(
    (function* () {
      for (; taken < chunks; ) {
        taken += 1;
        yield Buffer.alloc(CHUNK, taken % 251);
      }
    })(),
  );
  return { stream, taken: () => taken };
}

test('both legs get the same bytes, and the second ends only when told', async () => {
  const legs = splitStream(source(50).stream, { patienceMs: 60_000 });
  const second = buffer(legs.second);
  const first = await buffer(legs.first);
  const early = await Promise.race([second.then(() => 'ended'), sleep(50, 'open')]);
  expect(early).toBe('open');
  legs.finishSecond();
  expect((await second).equals(first)).toBe(true);
  expect(first.length).toBe(50 * CHUNK);
});

test('the slower leg sets the pace: little more is taken from the source than it took', async () => {
  const { stream, taken } = source(400);
  const legs = splitStream(stream, { patienceMs: 60_000 });
  const first = buffer(legs.first);
  let slow = 0;
  let most = 0;
  const sink = new Writable({
    highWaterMark: CHUNK,
    write(chunk: Buffer, _encoding, done) {
      slow += chunk.length / CHUNK;
      most = Math.max(most, taken() - slow);
      setTimeout(done, slow < 100 ? 2 : 0);
    },
  });
  const piped = pipeline(legs.second, sink);
  await first;
  legs.finishSecond();
  await piped;
  expect(slow).toBe(400);
  expect(most).toBeLessThan(40);
});

test('a second leg that takes nothing is dropped, and the first gets everything', async () => {
  const legs = splitStream(source(100).stream, { patienceMs: 100 });
  expect((await buffer(legs.first)).length).toBe(100 * CHUNK);
  expect(legs.second.destroyed).toBe(true);
});

test('a second leg that its reader ends does not disturb the first', async () => {
  const legs = splitStream(source(100).stream, { patienceMs: 60_000 });
  legs.second.once('data', () => legs.second.destroy());
  expect((await buffer(legs.first)).length).toBe(100 * CHUNK);
});

test('a first leg that its reader ends stops everything', async () => {
  const { stream, taken } = source(1000);
  const legs = splitStream(stream, { patienceMs: 60_000 });
  legs.second.resume();
  legs.first.once('data', () => legs.first.destroy());
  await expect.poll(() => [stream.destroyed, legs.second.destroyed]).toEqual([true, true]);
  expect(taken()).toBeLessThan(100);
});

test('a source that breaks breaks both legs', async () => {
  const stream = new Readable({ read() {} });
  const legs = splitStream(stream, { patienceMs: 60_000 });
  stream.push('some');
  const first = expect(buffer(legs.first)).rejects.toThrow('gone');
  const second = expect(buffer(legs.second)).rejects.toThrow('ended early');
  setTimeout(() => stream.destroy(new Error('gone')), 20);
  await Promise.all([first, second]);
});
