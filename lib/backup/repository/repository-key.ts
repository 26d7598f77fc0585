import { createHmac, hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AgeIdentity, generateAgeIdentity, parseAgeIdentity } from '../age/age-keys.ts';
import { decryptText, encryptText } from '../age/age-stream.ts';
import { BackupError } from '../backup-error.ts';

const KEY_FILE = 'key.age';
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
  folder: string,
  { isEncrypted, passphrase }: { isEncrypted: boolean; passphrase: string | null },
): Promise<RepositoryKey | null> {
  const file = path.join(folder, KEY_FILE);
  if (!isEncrypted) {
    if (passphrase === null) return null;
    throw new BackupError(`These backups are not encrypted, but ${SETTING} is set. Choose another folder for encrypted ones, or unset it.`);
  }
  if (passphrase === null) throw new BackupError(`These backups are encrypted. Set ${SETTING} to their passphrase.`);
  if (!existsSync(file)) {
    throw new BackupError(`The file ${KEY_FILE} of these encrypted backups is missing. Put it back: without it nobody can read them.`);
  }
  const bytes = await readFile(file);
  const text = await decryptText(bytes, passphrase).catch((cause) => {
    throw new BackupError(`${SETTING} is not the passphrase of these backups, or their file ${KEY_FILE} is damaged.`, { cause });
  });
  return toKey(parseAgeIdentity(text));
}

/** A new key, and the file that keeps it under the passphrase. @param workFactor less only for tests */
export async function makeRepositoryKey(passphrase: string, workFactor?: number): Promise<{ name: string; bytes: Buffer }> {
  return { name: KEY_FILE, bytes: await encryptText(`${generateAgeIdentity().text}\n`, passphrase, workFactor) };
}

function toKey(identity: AgeIdentity): RepositoryKey {
  const nameKey = Buffer.from(hkdfSync('sha256', identity.text, '', 'countersign object names', 32));
  return { identity, nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex') };
}
