import { SUPERUSER } from './server-settings.ts';

/** The database that the product works on. */
export const DATABASE = 'countersign';

/** Connection string of a database of the embedded server. @param password URL-safe characters */
export function addressOf({
  password,
  socketFolder,
  database = DATABASE,
}: {
  password: string;
  socketFolder: string;
  database?: string;
}): string {
  return `postgres://${SUPERUSER}:${password}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}
