import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#lib/platform/config.ts';
import { findSecret, type SecretName } from '#lib/platform/secrets.ts';

/** Secrets without which what the database holds cannot be used. The embedded database's password is not among them: each has its own. */
const KEPT = ['desk-api-key', 'session-secret', 'encryption-key'] as const satisfies SecretName[];
const SETTINGS = {
  'desk-api-key': 'COUNTERSIGN_API_KEY',
  'session-secret': 'COUNTERSIGN_SESSION_SECRET',
  'encryption-key': 'COUNTERSIGN_ENCRYPTION_KEY',
} as const satisfies Record<(typeof KEPT)[number], string>;

type Places = Pick<Config, 'dataDir' | 'secrets'>;

const schema = z.partialRecord(z.enum(KEPT), z.string());
export type KeptSecrets = z.infer<typeof schema>;

/** The secrets that are in use, from the settings or the data folder. */
export function collectSecrets({ dataDir, secrets }: Places): KeptSecrets {
  const found = KEPT.map((name) => [name, secrets[name] ?? findSecret(dataDir, name)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== null));
}

/** Says that a backup lacks a secret that its rows are encrypted with. */
export function describeAbsentSecret(name: string): string {
  return `The backup lacks the secret ${name}, which its rows are encrypted with: it was found neither in the data folder nor in the settings.`;
}

export function parseSecrets(bytes: Buffer): KeptSecrets {
  return schema.parse(JSON.parse(bytes.toString('utf8')));
}

/**
 * Puts secrets where a start finds them, and leaves those that settings give.
 * @returns names of settings that say something else than the backup
 */
export function placeSecrets({ dataDir, secrets }: Places, kept: KeptSecrets): string[] {
  const differing: string[] = [];
  const folder = path.join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of KEPT) {
    const value = kept[name];
    if (value === undefined) continue;
    if (secrets[name] !== undefined) {
      if (secrets[name] !== value) differing.push(SETTINGS[name]);
      continue;
    }
    const file = path.join(folder, name);
    if (existsSync(file) && findSecret(dataDir, name) === value) continue;
    writeFileSync(file, `${value}\n`, { mode: 0o600, flush: true });
    chmodSync(file, 0o600);
  }
  return differing;
}
