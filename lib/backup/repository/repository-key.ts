import { createHmac, hkdfSync } from 'node:crypto';
import { type AgeIdentity, generateAgeIdentity, parseAgeIdentity } from '../age/age-keys.ts';
import { decryptText, encryptText } from '../age/age-stream.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupLocation } from '../location/location.ts';
import { readWhole, writeWhole } from '../location/whole-files.ts';

export const KEY_FILE = 'key.age';
/** The same under a passphrase to which it is being changed: it counts where the other one was lost by that. */
const NEW_KEY_FILE = 'key-new.age';
const SETTING = 'COUNTERSIGN_BACKUP_PASSPHRASE';

/** What a repository is encrypted with. */
export type RepositoryKey = {
  identity: AgeIdentity;
  /** The name of an object: a hash by itself would tell whoever has a file that it is in the backup. @param sha256 of its content */
  nameOf: (sha256: string) => string;
};

/**
 * The key of a repository that is there, or null when it is not encrypted.
 * @throws BackupError when the passphrase is not its own, or the file of the key is missing
 */
export async function openRepositoryKey(
  location: BackupLocation,
  { isEncrypted, passphrase }: { isEncrypted: boolean; passphrase: string | null },
): Promise<RepositoryKey | null> {
  if (!isEncrypted) {
    if (passphrase === null) return null;
    throw new BackupError(`These backups are not encrypted, but ${SETTING} is set. Choose another place for encrypted ones, or unset it.`);
  }
  if (passphrase === null) throw new BackupError(`These backups are encrypted. Set ${SETTING} to their passphrase.`);
  return toKey(parseAgeIdentity(await readIdentity(location, passphrase)));
}

async function readIdentity(location: BackupLocation, passphrase: string): Promise<string> {
  const what = `The file ${KEY_FILE}`;
  const bytes = (await readWhole(location, KEY_FILE, what)) ?? (await readWhole(location, NEW_KEY_FILE, what));
  if (bytes === null) {
    throw new BackupError(`The file ${KEY_FILE} of these encrypted backups is missing. Put it back: without it nobody can read them.`);
  }
  return decryptText(bytes, passphrase).catch((cause) => {
    throw new BackupError(`${SETTING} is not the passphrase of these backups, or their file ${KEY_FILE} is damaged.`, { cause });
  });
}

/** The file of a new key, under the passphrase. @param workFactor less only for tests */
export function makeRepositoryKey(passphrase: string, workFactor?: number): Promise<Buffer> {
  return encryptText(`${generateAgeIdentity().text}\n`, passphrase, workFactor);
}

/** Keeps the key of a repository under another passphrase. @throws BackupError when `from` is not its own @param workFactor less only for tests */
export async function rekeepRepositoryKey(
  location: BackupLocation,
  { from, to }: { from: string; to: string },
  workFactor?: number,
): Promise<void> {
  const bytes = await encryptText(await readIdentity(location, from), to, workFactor);
  // without the key nobody can read, so it is there twice while one of them is written
  await writeWhole(location, NEW_KEY_FILE, bytes);
  await writeWhole(location, KEY_FILE, bytes);
  await readIdentity(location, to);
  await location.remove(NEW_KEY_FILE);
}

function toKey(identity: AgeIdentity): RepositoryKey {
  const nameKey = Buffer.from(hkdfSync('sha256', identity.text, '', 'countersign object names', 32));
  return { identity, nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex') };
}
