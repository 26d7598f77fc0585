import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Secrets that the product makes itself, each a file of mode 0600 in `DATA/secrets/`. */
export type SecretName = 'database-password' | 'desk-api-key' | 'session-secret' | 'encryption-key' | 'set-up-token';

/** What of the configuration says where secrets are. `secrets`: those that the settings give. */
type SecretPlaces = { dataDir: string; secrets: Partial<Record<SecretName, string>> };

function fileOf(dataDir: string, name: SecretName): string {
  return path.join(/* turbopackIgnore: true */ dataDir, 'secrets', name);
}

/** The secret, or null when it was not made yet. */
export function findSecret(dataDir: string, name: SecretName): string | null {
  try {
    return readFileSync(/* turbopackIgnore: true */ fileOf(dataDir, name), 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The secret; made at the first call. When several processes make it at once, all get the same one.
 * @param create default: 32 random bytes, base64url
 */
export function getSecret(dataDir: string, name: SecretName, create = () => randomBytes(32).toString('base64url')): string {
  const found = findSecret(dataDir, name);
  if (found) return found;
  const file = fileOf(dataDir, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(temporary, `${create()}\n`, { mode: 0o600, flush: true });
    chmodSync(temporary, 0o600);
    // link fails when the name exists: the first maker wins, and nobody ever sees half a file
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return findSecret(dataDir, name) as string;
}

/** The secret that the settings give, else that of the data folder, which is made at the first call. */
export function secretOf({ dataDir, secrets }: SecretPlaces, name: SecretName): string {
  return secrets[name] ?? getSecret(dataDir, name);
}

/** Removes a secret, e.g. the set-up token once it was used. */
export function removeSecret(dataDir: string, name: SecretName): void {
  rmSync(fileOf(dataDir, name), { force: true });
}

/**
 * Encrypts a text for keeping in the database (keys of deployments): AES-256-GCM, `v1.NONCE.TAG.TEXT` in base64url.
 * @param key 32 bytes in base64url: the secret `encryption-key`
 */
export function encrypt(key: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
}

/** The reverse of `encrypt`. @throws Error when the key is another one or the text was changed */
export function decrypt(key: string, encrypted: string): string {
  const [version, nonce, tag, body] = encrypted.split('.');
  if (version !== 'v1' || nonce === undefined || tag === undefined || body === undefined) throw new Error('This is not an encrypted text.');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
}
