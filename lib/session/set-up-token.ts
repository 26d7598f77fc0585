import { createHmac } from 'node:crypto';
import type { Config } from '#lib/platform/config.ts';
import { findSecret, getSecret, removeSecret, secretOf } from '#lib/platform/secrets.ts';

/**
 * The token that the first account requires: the one of the settings, else one that follows from the session secret, so that all desks
 * of a cluster have the same. It is kept in `DATA/secrets/set-up-token` for the person to read.
 */
export function setUpTokenOf(config: Pick<Config, 'dataDir' | 'secrets'>): string {
  const { dataDir, secrets } = config;
  if (secrets['set-up-token']) return secrets['set-up-token'];
  const token = createHmac('sha256', secretOf(config, 'session-secret')).update('countersign set-up-token').digest('base64url');
  const kept = findSecret(dataDir, 'set-up-token');
  // one of an earlier version, or of another session secret
  if (kept !== null && kept !== token) removeSecret(dataDir, 'set-up-token');
  return getSecret(dataDir, 'set-up-token', () => token);
}
