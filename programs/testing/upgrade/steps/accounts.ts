import type { PersonName, User } from '#lib/contract/desk/user.ts';
import { createPerson, type Person } from './person.ts';

/** Who must be told to make the first account of the kept desk. */
export const SET_UP_TOKEN = 'a token for the first account of a kept desk';

/** The people of the kept desk. The passwords open nothing else. */
export const ACCOUNTS = {
  ada: { name: 'Ada Brandt', email: 'ada@example.org', password: 'a kept desk has an admin' },
  ben: { name: 'Ben Okoro', email: 'ben@example.org', password: 'a kept desk has a reviewer' },
  cleo: { name: 'Cleo Marchetti', email: 'cleo@example.org', password: 'a kept desk has a schema owner' },
  dora: { name: 'Dora Lind', email: 'dora@example.org', password: 'a kept desk had a viewer' },
} as const;

export type People = { ada: Person; ben: Person; cleo: Person; benName: PersonName; adaName: PersonName };

/** The first account; three people who joined by invitation, one of whom was switched off again; one invitation left open. */
export async function makeAccounts(url: string): Promise<People> {
  const ada = createPerson(url);
  await ada.post('/api/set-up', { ...ACCOUNTS.ada, token: SET_UP_TOKEN });
  const join = async (who: 'ben' | 'cleo' | 'dora', role: User['role']) => {
    const { url: link } = await ada.post<{ url: string }>('/api/invitations', { role, email: ACCOUNTS[who].email });
    const person = createPerson(url);
    await person.post('/api/links/use', { token: new URL(link).hash.slice(1), ...ACCOUNTS[who] });
    return person;
  };
  const ben = await join('ben', 'reviewer');
  const cleo = await join('cleo', 'schema_owner');
  await join('dora', 'viewer');
  await ada.post('/api/invitations', { role: 'viewer', days: 30 });
  const { items: people } = await ada.get<{ items: (PersonName & { email: string })[] }>('/api/people');
  const find = (email: string) => people.find((one) => one.email === email)!;
  await ada.put(`/api/people/${find(ACCOUNTS.dora.email).id}`, { active: false });
  const name = (email: string) => ({ id: find(email).id, name: find(email).name });
  return { ada, ben, cleo, adaName: name(ACCOUNTS.ada.email), benName: name(ACCOUNTS.ben.email) };
}
