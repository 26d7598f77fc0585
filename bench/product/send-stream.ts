import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';

export type Sent = { status: number; text: string; sha256: string; seconds: number };

/**
 * POSTs `size` bytes that are made while they are sent (a PDF's first line, then noise), so that the sender needs no memory.
 * @param around bytes before and after them (a multipart form)
 */
export async function sendStream(
  url: string,
  headers: Record<string, string>,
  size: number,
  around: { before: Uint8Array; after: Uint8Array } = { before: new Uint8Array(), after: new Uint8Array() },
): Promise<Sent> {
  const start = Date.now();
  const hash = createHash('sha256');
  const length = around.before.length + size + around.after.length;
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': String(length) } });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
  });
  const write = async (bytes: Uint8Array) => {
    if (!sending.write(bytes)) await Promise.race([once(sending, 'drain'), answered]);
  };
  await write(around.before);
  for (const piece of makePieces(size)) {
    hash.update(piece);
    await write(piece);
  }
  sending.end(around.after);
  return { ...(await answered), sha256: hash.digest('hex'), seconds: (Date.now() - start) / 1000 };
}

/** Different in every piece, and cheap. */
function* makePieces(size: number): Generator<Buffer> {
  const first = Buffer.from('%PDF-1.7\n%noise\n');
  yield first.subarray(0, size);
  const noise = createHash('sha512').update(String(Math.random())).digest();
  const block = Buffer.alloc(256 * 1024);
  for (let at = 0; at < block.length; at += noise.length) noise.copy(block, at);
  for (let left = size - first.length, counter = 0; left > 0; left -= block.length, counter += 1) {
    const piece = Buffer.from(block.subarray(0, Math.min(left, block.length)));
    if (piece.length >= 4) piece.writeUInt32LE(counter, 0);
    yield piece;
  }
}
