import type { Readable } from 'node:stream';

const HIGH_WATER_MARK = 256 * 1024;

/**
 * A stream of bytes as a web stream that holds at most 256 KB. `Readable.toWeb` by itself counts chunks instead of bytes
 * (Node 20 to 24: tens of thousands of them), so a slow reader would have the whole stream in memory.
 */
export function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        stream.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
}
