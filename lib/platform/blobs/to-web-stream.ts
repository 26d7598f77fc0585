import { Readable } from 'node:stream';

const HIGH_WATER_MARK = 256 * 1024;

/**
 * Bytes as a web stream that holds at most 256 KB of them beyond one chunk. `Readable.toWeb` by itself counts chunks
 * instead of bytes (Node 20 to 24: tens of thousands of them), so a slow reader would have the whole stream in memory.
 * What goes wrong in `source` breaks the stream: its reader never takes a part for the whole.
 * @param source made with `encodeText` where it is text: a text has no length in bytes, and none may be counted
 * @param size how many bytes were promised; fewer or more break the stream, because whoever was told a length waits for the rest
 * @throws TypeError in the stream, for a chunk that is not bytes
 */
export function toWebStream(source: AsyncIterable<Uint8Array>, size?: number): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) {
          if (size !== undefined && sent !== size) throw new Error(`The stream ended after ${sent} of ${size} bytes.`);
          controller.close();
          return;
        }
        // a Node stream is typed as one of anything
        if (!((value as unknown) instanceof Uint8Array)) throw new TypeError('A stream of bytes gave something else.');
        sent += value.byteLength;
        if (size !== undefined && sent > size) throw new Error(`The stream has more than ${size} bytes.`);
        controller.enqueue(value);
      },
      async cancel() {
        // at once, even while it waits for its next chunk
        if (source instanceof Readable) source.destroy();
        else await chunks.return?.();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK }),
  );
}
