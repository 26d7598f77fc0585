import { readFile, stat } from 'node:fs/promises';
import { decryptDoc, docTableName, isProtectedDoc } from '../legacy/ciphers/decrypt-doc.ts';
import { decryptPpt, isProtectedPpt } from '../legacy/ciphers/decrypt-ppt.ts';
import { decryptWorkbook, isProtectedWorkbook } from '../legacy/ciphers/decrypt-workbook.ts';
import { type Compound, findStream, openCompound, replaceStream, toBytes } from '../legacy/containers/compound-file.ts';
import type { ReadLimits } from '../model/adapter.ts';
import { passwordRequired } from '../model/password-errors.ts';
import { ReadError } from '../model/read-error.ts';
import { decryptOdf } from './decrypt-odf.ts';
import { decryptPackage, isProtectedPackage } from './decrypt-package.ts';
import { isOpenDocument } from './may-be-protected.ts';

/**
 * Passwords that Excel and PowerPoint use where only changing the file is protected ([MS-XLS] 2.2.10, [MS-PPT] 2.3.7): the file
 * opens for everybody.
 */
const DEFAULT_PASSWORDS = ['VelvetSweatshop', '/01Hannes Ruescher/01'];
const LARGEST_FILE = 256 * 1024 * 1024;
const OLE_MAGIC = 0xd0cf11e0;
type Open = (password: string) => Buffer;

/**
 * The bytes of an Office file that is protected by a password, without it; null when it is not protected. Without a password,
 * those that programs use by themselves are tried. Throws `ReadError` `password_required`, `password_wrong`, `damaged_file`,
 * `unsupported_media_type`, `too_large_to_read`.
 * @param mediaType by content; null for a package that only the container tells to be protected
 */
export async function openProtected(
  path: string,
  mediaType: string | null,
  password: string | undefined,
  limits: ReadLimits,
): Promise<Buffer | null> {
  if (mediaType !== null && isOpenDocument(mediaType))
    return password === undefined ? null : openSafely(() => decryptOdf(path, password, limits));
  if ((await stat(path)).size > LARGEST_FILE) {
    // its own reader says whether it is protected
    if (password === undefined) return null;
    throw new ReadError(
      'too_large_to_read',
      'This Office file is too large to be opened with a password. Remove the password in the program that made it.',
    );
  }
  const open = findLock(await readFile(path), mediaType);
  if (!open) return null;
  return password === undefined ? openByDefault(open) : openSafely(() => open(password));
}

async function openByDefault(open: Open): Promise<Buffer> {
  for (const password of DEFAULT_PASSWORDS) {
    try {
      return await openSafely(() => open(password));
    } catch (error) {
      if (!(error instanceof ReadError) || error.code !== 'password_wrong') throw passwordRequired(error);
    }
  }
  throw passwordRequired();
}

/** Offsets in a damaged file lead outside of its streams. */
async function openSafely<T>(open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ReadError) throw cause;
    throw new ReadError('damaged_file', 'This protected Office file is damaged. Ask for a new copy.', { cause });
  }
}

function findLock(bytes: Buffer, mediaType: string | null): Open | null {
  if (bytes.length < 8) return null;
  if (bytes.readUInt32BE(0) !== OLE_MAGIC) {
    return mediaType === 'application/vnd.ms-excel' && isProtectedWorkbook(bytes) ? (password) => decryptWorkbook(bytes, password) : null;
  }
  if (mediaType === null) return isProtectedPackage(bytes) ? (password) => decryptPackage(bytes, password) : null;
  let container: Compound;
  try {
    container = openCompound(bytes);
  } catch {
    // its own reader says what is wrong
    return null;
  }
  if (mediaType === 'application/msword') return docLock(container);
  return mediaType === 'application/vnd.ms-excel' ? workbookLock(container) : pptLock(container);
}

function workbookLock(container: Compound): Open | null {
  const names = ['Workbook', 'Book'].filter((name) => {
    const stream = findStream(container, name);
    return stream !== null && isProtectedWorkbook(stream);
  });
  if (names.length === 0) return null;
  return (password) => {
    for (const name of names) replaceStream(container, name, decryptWorkbook(findStream(container, name)!, password));
    return Buffer.from(toBytes(container));
  };
}

function docLock(container: Compound): Open | null {
  const main = findStream(container, 'WordDocument');
  if (!main || !isProtectedDoc(main)) return null;
  const tableName = docTableName(main);
  const [table, data] = [tableName === null ? null : findStream(container, tableName), findStream(container, 'Data')];
  return (password) => {
    const plain = decryptDoc({ main, table, data }, password);
    replaceStream(container, 'WordDocument', plain.main);
    if (tableName !== null && plain.table) replaceStream(container, tableName, plain.table);
    if (plain.data) replaceStream(container, 'Data', plain.data);
    return Buffer.from(toBytes(container));
  };
}

function pptLock(container: Compound): Open | null {
  const [user, document] = [findStream(container, 'Current User'), findStream(container, 'PowerPoint Document')];
  if (!user || !document || !isProtectedPpt(user)) return null;
  return (password) => {
    const plain = decryptPpt({ user, document }, password);
    replaceStream(container, 'Current User', plain.user);
    replaceStream(container, 'PowerPoint Document', plain.document);
    return Buffer.from(toBytes(container));
  };
}
