import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createPerson, RefusedError } from './desk-client.mjs';

/** Made on a desk that has no account yet, and tried where none is given. */
export const ADMIN = { name: 'Ada Brandt', email: 'ada@example.org', password: 'seeded desks have an admin' };
const COLLEAGUE = { name: 'Ben Okoro', email: 'ben@example.org', password: 'seeded desks have a colleague' };

/** What the person who called can do about it. */
export class SeedError extends Error {}

/**
 * Signs in; on a desk without any account makes the first one, with the set-up token of the data folder.
 * @param {{ url: string, email?: string, password?: string, dataDir: string }} options
 * @throws SeedError when the desk does not run, or the account does not exist
 */
export async function enterDesk({ url, email, password, dataDir }) {
  const person = createPerson(url);
  const state = await person.get('/api/session').catch((error) => {
    if (error instanceof RefusedError) throw new SeedError(`What answers at ${url} is no desk: ${error.message}`);
    throw new SeedError(`No desk answers at ${url}. Start it with "npm start", or name another one with --url.`);
  });
  if (state.set_up) {
    const account = { ...ADMIN, ...(email ? { email } : {}), ...(password ? { password } : {}) };
    await person.post('/api/set-up', { ...account, token: readToken(dataDir) });
    console.log(`Made the first account: ${account.email}, password “${account.password}”.`);
    return person;
  }
  try {
    await person.post('/api/auth/sign-in/email', { email: email ?? ADMIN.email, password: password ?? ADMIN.password });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new SeedError(
      `${error.message}\nName an admin's account with --email and --password, or COUNTERSIGN_SEED_EMAIL and COUNTERSIGN_SEED_PASSWORD.`,
    );
  }
  return person;
}

function readToken(dataDir) {
  const file = path.join(dataDir, 'secrets', 'set-up-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SeedError(
      `The desk has no account yet, and ${file} cannot be read. Make the first account in the browser, or name its data folder with --data.`,
    );
  }
}

/**
 * A second person, who joins by invitation or signs in again. Null where the account may not invite, or the colleague of an
 * earlier run has another password now.
 */
export async function enterColleague(admin, url) {
  const colleague = createPerson(url);
  const { email, password } = COLLEAGUE;
  try {
    const { items } = await admin.get('/api/people');
    if (items.some((person) => person.email === email)) {
      await colleague.post('/api/auth/sign-in/email', { email, password });
      return colleague;
    }
    const { url: link } = await admin.post('/api/invitations', { role: 'reviewer', email });
    await colleague.post('/api/links/use', { token: new URL(link).hash.slice(1), ...COLLEAGUE });
    console.log(`Invited a colleague: ${email}, password “${password}”.`);
    return colleague;
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
