import { text } from 'drizzle-orm/pg-core';
import { deskRoom, moment } from '../context/columns.ts';

/** What the secrets that this database is used with are known again by. Whoever has a secret can make its fingerprint, not the reverse. */
export const secretFingerprints = deskRoom.table('secret_fingerprints', {
  name: text('name').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  seenAt: moment('seen_at').notNull(),
});
