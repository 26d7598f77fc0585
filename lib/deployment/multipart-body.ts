import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

export type MultipartFile = { body: Readable; name: string; size?: number | undefined };

/** A multipart/form-data body that streams. `contentLength` is null when the file's size is not known. */
export type MultipartBody = { contentType: string; contentLength: number | null; stream: Readable };

/**
 * Builds the body of an upload with the text parts first and the file as the part `file`, in constant memory.
 * The stream fails when the file has not exactly `size` bytes.
 */
export function buildMultipartBody(file: MultipartFile, fields: Record<string, string>): MultipartBody {
  const boundary = `----countersign-${randomBytes(18).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: file.size === undefined ? null : head.length + file.size + tail.length,
    stream: Readable.from(chunks(head, file, tail), { objectMode: false }),
  };
}

async function* chunks(head: Buffer, { body, size }: MultipartFile, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  let sent = 0;
  for await (const chunk of body) {
    sent += chunk.length;
    if (size !== undefined && sent > size) throw new Error('The file is longer than its size.');
    yield chunk as Uint8Array;
  }
  if (size !== undefined && sent < size) throw new Error('The file is shorter than its size.');
  yield tail;
}

/** As browsers quote names in multipart headers (WHATWG: form data encoding). */
function quote(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22').replaceAll('\0', '');
}
