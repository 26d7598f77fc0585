/** Why a backup cannot be made, restored or checked; the message says what happened and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Something in a backup is not what it was when it was made. */
export class DamageError extends BackupError {
  override name = 'DamageError';
}

/** An error of the system at a folder, as a sentence; any other one as it is. @param what the folder, in words */
export function toFolderError(error: unknown, what: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`There is no space left for ${what}. Free some and run this again.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new BackupError(`This account has no right to ${code === 'EROFS' ? 'write to' : 'use'} ${what}.`);
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return new BackupError(`${what} is not a folder.`);
  return error;
}
