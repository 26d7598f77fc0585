const encoder = new TextEncoder();
/** Small pieces are put together until they are about as large. */
const PIECE = 64 * 1024;

/** Text that is made bit by bit as bytes in UTF-8, in pieces of about 64 KB, so that a stream counts what it holds. */
export async function* encodeText(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < PIECE) continue;
    yield encoder.encode(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(waiting.join(''));
}
