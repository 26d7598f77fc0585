import { statfs } from 'node:fs/promises';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';

/** Free bytes of the file system that holds a folder. */
export type LookAtSpace = (folder: string) => Promise<number>;

/** A disk that must never become full: the database writes there too. */
export type FreeSpace = {
  /**
   * @param bytes that are about to be written
   * @throws ProblemError `storage_full` when they would eat into the reserve
   */
  require: (bytes?: number) => Promise<void>;
};

/** Free bytes where a folder is. */
export const lookAtSpace: LookAtSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** @param folder must exist when it is looked at; where the system cannot say how much is free, nothing is refused */
export function createFreeSpace(folder: string, reserveBytes: number, look: LookAtSpace = lookAtSpace): FreeSpace {
  return {
    async require(bytes = 0) {
      if (reserveBytes === 0) return;
      const free = await look(folder).catch(() => Number.POSITIVE_INFINITY);
      if (free - bytes >= reserveBytes) return;
      throw new ProblemError('storage_full', 'The disk of the server is almost full. Nothing was stored; free some space and try again.');
    },
  };
}
