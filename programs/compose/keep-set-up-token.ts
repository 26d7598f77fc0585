import { type Config, requireDatabaseUrl } from '#lib/platform/config.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { hasPeople } from '#lib/session/people/has-people.ts';
import { setUpTokenOf } from '#lib/session/set-up-token.ts';

/** Where there is no account yet: makes the file with the token for the first one, so that it can be read before anybody opens the page. */
export async function keepSetUpToken(config: Config): Promise<void> {
  const { database, close } = createDatabase(requireDatabaseUrl(config), { max: 1, name: 'countersign-start' });
  if (!(await hasPeople(database).finally(close))) setUpTokenOf(config);
}
