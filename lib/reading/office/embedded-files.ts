import path from 'node:path';
import CFB from 'cfb';
import type { ReadContext, ReadEvent } from '../adapter.ts';
import type { Archive } from '../archive/open-archive.ts';
import { stripControls } from '../layout/strip-controls.ts';
import { ReadError } from '../read-error.ts';

const EMBEDDED = /^(word|ppt|xl)\/embeddings\/[^/]+$/i;
const MEDIA_TYPES: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  pdf: 'application/pdf',
};

type Embedded = { name: string; bytes: Uint8Array };

/** A file packed by the Packager ([MS-OLEDS] 2.3.6 and the stream `Ole10Native`): label, name, command, bytes. */
function unpackNative(stream: Buffer): Embedded | null {
  let at = 6;
  const text = () => {
    const end = stream.indexOf(0, at);
    if (end < 0) throw new RangeError('The name does not end.');
    const value = stream.toString('latin1', at, end);
    at = end + 1;
    return value;
  };
  try {
    const label = text();
    text();
    at += 4;
    at += 4 + stream.readUInt32LE(at);
    const length = stream.readUInt32LE(at);
    const bytes = stream.subarray(at + 4, at + 4 + length);
    return length > 0 && bytes.length === length ? { name: path.win32.basename(label), bytes } : null;
  } catch {
    return null;
  }
}

/** The file inside an OLE object: a PDF (`CONTENTS`), an Office package (`Package`), any file of the Packager, or itself. */
function unpackObject(bytes: Buffer, name: string): Embedded | null {
  let container: CFB.CFB$Container;
  try {
    container = CFB.read(bytes, { type: 'buffer' });
  } catch {
    return null;
  }
  const stream = (wanted: string) => {
    const index = container.FullPaths.findIndex((each) => stripControls(each.split('/').at(-1) ?? '').toLowerCase() === wanted);
    const content = container.FileIndex[index]?.content;
    return content ? Buffer.from(content as Uint8Array) : null;
  };
  const contents = stream('contents');
  if (contents?.subarray(0, 5).toString('latin1') === '%PDF-') return { name: `${name}.pdf`, bytes: contents };
  const native = stream('ole10native');
  if (native) return unpackNative(native);
  const inner = stream('package');
  if (inner) return { name: `${name}.zip`, bytes: inner };
  for (const [part, extension] of [
    ['worddocument', 'doc'],
    ['workbook', 'xls'],
    ['powerpoint document', 'ppt'],
  ] as const) {
    if (stream(part)) return { name: `${name}.${extension}`, bytes };
  }
  return null;
}

/** Keeps the files embedded in an Office Open XML package; damaged ones and objects without a file are passed over. */
export async function* embeddedEvents(archive: Archive, context: ReadContext): AsyncGenerator<ReadEvent> {
  for (const part of archive.names.filter((name) => EMBEDDED.test(name)).slice(0, context.limits.maxEntries)) {
    context.signal.throwIfAborted();
    const { name, ext } = path.posix.parse(part);
    try {
      const bytes = Buffer.from(await archive.read(part));
      const file = ext.toLowerCase() === '.bin' ? unpackObject(bytes, name) : { name: `${name}${ext}`, bytes };
      if (!file) continue;
      const extension = path.posix.extname(file.name).slice(1).toLowerCase();
      const about = { name: file.name, media_type: MEDIA_TYPES[extension] ?? 'application/octet-stream', inline: false };
      yield { type: 'attachment', attachment: await context.keepAttachment(about, file.bytes) };
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
    }
  }
}
