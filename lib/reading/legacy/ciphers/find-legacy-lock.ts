import { type Compound, findStream, openCompound, replaceStream, toBytes } from '../../compound/compound-file.ts';
import { isCompound } from '../../compound/is-compound.ts';
import { decryptDoc, docTableName, isProtectedDoc } from './decrypt-doc.ts';
import { decryptPpt, isProtectedPpt } from './decrypt-ppt.ts';
import { decryptWorkbook, isProtectedWorkbook } from './decrypt-workbook.ts';

/** Gives the bytes of a protected file without its password. Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`. */
export type Unlock = (password: string) => Buffer;

/** How to open an old Word, Excel or PowerPoint file with its password; null when it is not protected, or too damaged to tell. */
export function findLegacyLock(bytes: Buffer, mediaType: string): Unlock | null {
  if (!isCompound(bytes)) {
    return mediaType === 'application/vnd.ms-excel' && isProtectedWorkbook(bytes) ? (password) => decryptWorkbook(bytes, password) : null;
  }
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

function workbookLock(container: Compound): Unlock | null {
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

function docLock(container: Compound): Unlock | null {
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

function pptLock(container: Compound): Unlock | null {
  const [user, document] = [findStream(container, 'Current User'), findStream(container, 'PowerPoint Document')];
  if (!user || !document || !isProtectedPpt(user)) return null;
  return (password) => {
    const plain = decryptPpt({ user, document }, password);
    replaceStream(container, 'Current User', plain.user);
    replaceStream(container, 'PowerPoint Document', plain.document);
    return Buffer.from(toBytes(container));
  };
}
