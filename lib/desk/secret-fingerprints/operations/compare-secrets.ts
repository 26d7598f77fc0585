import { createHmac } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { secretFingerprints as F } from '../tables.ts';

/** Secrets by their names. */
type Secrets = Readonly<Record<string, string>>;

/** The names, of those given, of which the database has a fingerprint. */
export async function listKnownSecrets(database: Executor, names: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ name: F.name })
    .from(F)
    .where(inArray(F.name, [...names]));
  return new Set(rows.map(({ name }) => name));
}

/**
 * Compares secrets with those that the database was used with so far. One that it does not know becomes the right one; when several
 * programs bring one at once, all are compared with the first.
 * @returns the names of those that are others
 */
export async function compareSecrets(database: Executor, secrets: Secrets): Promise<string[]> {
  await database.insert(F).values(rowsOf(secrets)).onConflictDoNothing();
  const rows = await database
    .select({ name: F.name, fingerprint: F.fingerprint })
    .from(F)
    .where(inArray(F.name, Object.keys(secrets)));
  const isSame = (name: string, fingerprint: string) =>
    [secrets[name]!, canonical(name, secrets[name]!)].some((secret) => fingerprint === fingerprintOf(name, secret));
  return rows.filter(({ name, fingerprint }) => !isSame(name, fingerprint)).map(({ name }) => name);
}

/** From now on these secrets are the right ones. */
export async function acceptSecrets(database: Executor, secrets: Secrets): Promise<void> {
  await database
    .insert(F)
    .values(rowsOf(secrets))
    .onConflictDoUpdate({ target: F.name, set: { fingerprint: sql`excluded.fingerprint`, seenAt: sql`excluded.seen_at` } });
}

const rowsOf = (secrets: Secrets) =>
  Object.entries(secrets).map(([name, secret]) => ({
    name,
    fingerprint: fingerprintOf(name, canonical(name, secret)),
    seenAt: new Date(),
  }));

/** The encryption key is written in base64, with the `=` that ends it or without. Of any other secret each character counts. */
const canonical = (name: string, secret: string) => (name === 'encryption-key' ? secret.replace(/=+$/, '') : secret);

/** HMAC-SHA-256 of the name under the secret, in hex. */
function fingerprintOf(name: string, secret: string): string {
  return createHmac('sha256', secret).update(`countersign ${name}`).digest('hex');
}
