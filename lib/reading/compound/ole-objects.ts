import path from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import CFB from 'cfb';
import { stripControls } from '../encoding/strip-controls.ts';
import { type Compound, parseCompound } from './compound-file.ts';

/** A file found inside an Office file. */
export type Embedded = { name: string; bytes: Uint8Array };

/** Streams that tell what an object without a wrapper is. */
const OWN_STREAMS = [
  ['worddocument', 'doc'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['powerpoint document', 'ppt'],
  ['__properties_version1.0', 'msg'],
] as const;
/** Storages of embedded objects: of Word (`ObjectPool/_1234`) and of Excel (`MBD0001234A`). */
const OBJECT_FOLDER = /^[^/]+\/(objectpool\/_[^/]+|mbd[0-9a-f]+)\/$/i;
const PDF = '%PDF-';

/** A file packed by the Packager ([MS-OLEDS] 2.3.6 and the stream `Ole10Native`): label, name, command, bytes. */
export function unpackNative(stream: Buffer): Embedded | null {
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
    return length > 0 && bytes.length === length ? { name: path.win32.basename(label) || 'embedded', bytes } : null;
  } catch {
    return null;
  }
}

/** The PDF that a stream of unknown make holds (Acrobat writes it with or without a length before it); null when there is none. */
function pdfIn(stream: Buffer): Buffer | null {
  const start = stream.subarray(0, 1024).indexOf(PDF, 0, 'latin1');
  return start < 0 ? null : stream.subarray(start);
}

/** The file inside an OLE object: a PDF, an Office package, any file of the Packager, or itself. Null when there is none. */
export function unpackObject(bytes: Uint8Array, name: string): Embedded | null {
  try {
    const container = parseCompound(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return unpackFolder(container, container.FullPaths[0] ?? '', name);
  } catch {
    return null;
  }
}

function unpackFolder(container: Compound, folder: string, name: string): Embedded | null {
  const streams = new Map<string, Buffer>();
  for (const [index, full] of container.FullPaths.entries()) {
    const { content } = container.FileIndex[index] ?? {};
    const own = full.startsWith(folder) ? full.slice(folder.length) : '';
    if (content && own !== '' && !own.includes('/')) streams.set(stripControls(own).toLowerCase(), Buffer.from(content as Uint8Array));
  }
  const contents = pdfIn(streams.get('contents') ?? Buffer.alloc(0));
  if (contents) return { name: `${name}.pdf`, bytes: contents };
  const native = streams.get('ole10native');
  if (native) {
    const pdf = pdfIn(native);
    return unpackNative(native) ?? (pdf ? { name: `${name}.pdf`, bytes: pdf } : null);
  }
  const inner = streams.get('package');
  if (inner) return { name: `${name}.zip`, bytes: inner };
  const own = OWN_STREAMS.find(([stream]) => streams.has(stream));
  return own ? { name: `${name}.${own[1]}`, bytes: copyFolder(container, folder) } : null;
}

/** A compound file of its own with the streams of one folder. */
function copyFolder(container: Compound, folder: string): Uint8Array {
  const copy = CFB.utils.cfb_new();
  for (const [index, full] of container.FullPaths.entries()) {
    const { content } = container.FileIndex[index] ?? {};
    if (content && full.startsWith(folder) && full.length > folder.length)
      CFB.utils.cfb_add(copy, `/${full.slice(folder.length)}`, content);
  }
  return CFB.write(copy, { type: 'buffer' }) as Uint8Array;
}

/** The files embedded in an old Word or Excel file, each in a storage of its own. Objects without a file are passed over. */
export function compoundObjects(container: Compound): Embedded[] {
  const found: Embedded[] = [];
  for (const folder of container.FullPaths.filter((full) => OBJECT_FOLDER.test(full))) {
    const object = unpackFolder(container, folder, `object${found.length + 1}`);
    if (object) found.push(object);
  }
  return found;
}

/** The bytes of an object stored in a record of its own: packed or not ([MS-PPT] 2.10.34). Null when damaged or too large. */
export function unpackStored(body: Buffer, packed: boolean, most: number): Buffer | null {
  if (!packed) return body;
  try {
    // some programs leave the end of the packed bytes out
    return inflateSync(body.subarray(4), { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
