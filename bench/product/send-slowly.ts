import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** `sent`: pieces that were on their way when the answer began. */
export type Answer = { status: number; text: string; sent: number };

/**
 * POSTs a body piece by piece, so that it takes at least `overMs`.
 * @param pieces parts of the body, sent evenly spread
 * @throws Error when the connection breaks before an answer
 */
export function sendSlowly(url: string, headers: Record<string, string>, pieces: Uint8Array[], overMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const sending = request(url, { method: 'POST', headers }, (response) => {
      const sentBefore = sent;
      isAnswered = true;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, sent: sentBefore }));
      response.once('error', reject);
    });
    // more than one may come when the other side hangs up
    sending.on('error', reject);
    const send = async () => {
      for (const piece of pieces) {
        if (sending.destroyed || isAnswered) return;
        sent += 1;
        sending.write(piece);
        await sleep(overMs / pieces.length);
      }
      if (!isAnswered) sending.end();
    };
    send().catch(reject);
  });
}

/** A multipart/form-data body with one file, cut into pieces. */
export function multipart(name: string, bytes: Uint8Array, pieces: number): { headers: Record<string, string>; pieces: Uint8Array[] } {
  const boundary = `----countersign${Math.random().toString(16).slice(2)}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const body = Buffer.concat([head, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const step = Math.ceil(body.length / pieces);
  const parts = Array.from({ length: pieces }, (_, index) => body.subarray(index * step, (index + 1) * step)).filter(
    (part) => part.length > 0,
  );
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(body.length) }, pieces: parts };
}
