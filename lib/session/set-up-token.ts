import { createHmac } from 'node:crypto';
import type { Config } from '#lib/platform/config.ts';
import { getSecret, secretOf } from '#lib/platform/secrets.ts';

/**
 * The token that the first account requires: the one of the settings, else one that follows from the session secret, so that all desks
 * of a cluster have the same. It is kept in `DATA/secrets/set-up-token` for the person to read.
 */
export function setUpTokenOf(config: Pick<Config, 'dataDir' | 'secrets'>): string {
  const derive = () => createHmac('sha256', secretOf(config, 'session-secret')).update('countersign set-up-token').digest('base64url');
  return config.secrets['set-up-token'] ?? getSecret(config.dataDir, 'set-up-token', derive);
}
