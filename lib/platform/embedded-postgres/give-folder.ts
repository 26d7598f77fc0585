import { closeSync, constants, fchmodSync, fchownSync, lchownSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { ownerOf, type RunAs } from './run-as.ts';

/**
 * Makes the server's account the owner of a folder and of all in it, if it is not. Only root can and needs to. Links are given
 * themselves, never what they point to.
 * @throws EmbeddedPostgresError when the folder, or a file in it, may be someone else's
 */
export function giveFolder(as: RunAs, folder: string): void {
  const owner = ownerOf(as);
  if (!owner) return;
  const { uid } = requireOwnFolder(as, folder);
  if (uid === owner.uid) return;
  giveContents(folder, owner);
  // last, so that an interrupted run is done again
  lchownSync(folder, owner.uid, owner.gid);
}

/**
 * Makes a folder for the server alone, or takes the one that is there.
 * @throws EmbeddedPostgresError when someone else made it, or it is a link
 */
export function makeServerFolder(as: RunAs, folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    requireOwnFolder(as, folder);
  }
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    fchmodSync(fd, 0o700);
    const owner = ownerOf(as);
    if (owner) fchownSync(fd, owner.uid, owner.gid);
  } finally {
    closeSync(fd);
  }
}

function requireOwnFolder(as: RunAs, folder: string): { uid: number } {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new EmbeddedPostgresError(`${folder} is not a folder. Move it away and start again.`);
  // root has started the server in either way before
  const ours = ownerOf(as) ? [0, ownerOf({ kind: 'nobody' })?.uid] : [process.getuid?.() ?? found.uid];
  if (ours.includes(found.uid)) return found;
  throw new EmbeddedPostgresError(
    `The folder ${folder} belongs to the account ${found.uid}. Start as that account, or make its files yours first if you trust them.`,
  );
}

function giveContents(folder: string, owner: { uid: number; gid: number }): void {
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    const found = lstatSync(entry);
    if (found.isDirectory()) giveContents(entry, owner);
    else if (found.nlink > 1 && found.uid !== owner.uid) {
      throw new EmbeddedPostgresError(
        `${entry} has a second name elsewhere (a hard link), so it is not given away. Remove it and start again.`,
      );
    }
    lchownSync(entry, owner.uid, owner.gid);
  }
}
