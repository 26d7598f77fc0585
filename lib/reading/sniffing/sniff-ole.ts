import { readFile } from 'node:fs/promises';
import { parseCompound } from '../compound/compound-file.ts';
import { passwordRequired } from '../model/password-errors.ts';
import { ReadError } from '../model/read-error.ts';

const LARGEST_FILE = 512 * 1024 * 1024;
/** Stream name in a compound file → what the file is. The first that is there decides. */
const STREAMS: readonly [string, string][] = [
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];

const OFFICE_ENDING = /\.(do[ct]|xl[st]|pp[st]|pot|msg|oft)$/i;

/** Tells what an OLE compound file is by the names of its streams. Throws `password_required` and `damaged_file`. */
export async function sniffOle(path: string, size: number, name = ''): Promise<string> {
  if (size > LARGEST_FILE) throw new ReadError('too_large_to_read', 'This file is too large to be read.');
  const names = new Set<string>();
  const bytes = await readFile(path);
  try {
    const container = parseCompound(bytes);
    // Only streams of the root: a message or a sheet may be embedded deeper in another document.
    for (const fullPath of container.FullPaths) {
      const parts = fullPath.split('/');
      if (parts.length === 2 && parts[1]) names.add(parts[1]);
    }
  } catch (cause) {
    // the directory may still be there to tell what the file was; its own reader may be more patient
    for (const [stream] of STREAMS) if (bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))) names.add(stream);
    if (names.size === 0)
      throw new ReadError('damaged_file', 'This Office file is damaged and cannot be opened. Save the file again, then retry.', { cause });
  }
  if (names.has('EncryptedPackage') || names.has('EncryptionInfo')) {
    throw passwordRequired();
  }
  const lower = new Set([...names].map((each) => each.toLowerCase()));
  const found = STREAMS.find(([stream]) => lower.has(stream.toLowerCase()))?.[1];
  if (found === undefined && OFFICE_ENDING.test(name)) {
    throw new ReadError('damaged_file', 'This Office file is damaged: the part that holds its content is missing. Send or save it again.');
  }
  return found ?? 'application/x-cfb';
}
