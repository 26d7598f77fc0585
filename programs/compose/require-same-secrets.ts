import { acceptSecrets, compareSecrets, listKnownSecrets } from '#lib/desk/secret-fingerprints/operations/compare-secrets.ts';
import { type Config, ConfigError, requireDatabaseUrl } from '#lib/platform/config.ts';
import { createDatabase, type Executor } from '#lib/platform/database/database.ts';
import { findSecret, secretOf } from '#lib/platform/secrets.ts';

/** Secrets that all programs must share, by the settings that give them. The key for `/v1` is not among them: there may be several. */
const SHARED = { 'encryption-key': 'COUNTERSIGN_ENCRYPTION_KEY', 'session-secret': 'COUNTERSIGN_SESSION_SECRET' } as const;
type SharedSecret = keyof typeof SHARED;

/**
 * Makes sure that the database was used with the same secrets so far, by whatever program on whatever machine.
 * @param names the secrets that this program uses
 * @throws ConfigError with what to do
 */
export async function requireSameSecrets(config: Config, names: readonly SharedSecret[]): Promise<void> {
  const { database, close } = createDatabase(requireDatabaseUrl(config), { max: 1, name: 'countersign-start' });
  try {
    const wrong = await findWrong(database, config, names);
    if (wrong.length > 0) throw new ConfigError(explain(wrong));
  } finally {
    await close();
  }
}

async function findWrong(database: Executor, config: Config, names: readonly SharedSecret[]): Promise<SharedSecret[]> {
  const known = await listKnownSecrets(database, names);
  // one that is missing here is not made anew while the database knows it
  const missing = names.filter((name) => known.has(name) && !config.secrets[name] && !findSecret(config.dataDir, name));
  if (missing.length > 0 && !config.acceptSecrets) return missing;
  const secrets = Object.fromEntries(names.map((name) => [name, secretOf(config, name)]));
  if (config.acceptSecrets) await acceptSecrets(database, secrets);
  const differing = await compareSecrets(database, secrets);
  return names.filter((name) => differing.includes(name));
}

function explain(names: readonly SharedSecret[]): string {
  const which = names.map((name) => `${SHARED[name]} (or secrets/${name} in the data folder)`).join(' and ');
  return (
    `This database has been used with a different secret: ${which}. Give this program the same as all others. ` +
    'If that is lost, start once with COUNTERSIGN_ACCEPT_SECRETS=true; docs/operations.md says what is lost with it.'
  );
}
