import { readFile, stat } from 'node:fs/promises';
import { findLegacyLock, type Unlock } from '../legacy/ciphers/find-legacy-lock.ts';
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

/**
 * The bytes of an Office file that is protected by a password, without it; null when it is not protected. Those that programs use
 * by themselves are tried too. Throws `ReadError` `password_required`, `password_wrong`, `damaged_file`,
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
  return password === undefined ? openByDefault(open) : openWith(open, password);
}

/** A file that opens for everybody does so with any password: whoever sends one may mean that of a sheet. */
async function openWith(open: Unlock, password: string): Promise<Buffer> {
  try {
    return await openSafely(() => open(password));
  } catch (error) {
    if (!(error instanceof ReadError) || error.code !== 'password_wrong') throw error;
    return openByDefault(open).catch(() => {
      throw error;
    });
  }
}

async function openByDefault(open: Unlock): Promise<Buffer> {
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

function findLock(bytes: Buffer, mediaType: string | null): Unlock | null {
  if (mediaType !== null) return findLegacyLock(bytes, mediaType);
  return isProtectedPackage(bytes) ? (password) => decryptPackage(bytes, password) : null;
}
