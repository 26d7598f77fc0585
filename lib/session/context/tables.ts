import { boolean, index, integer, pgSchema, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Role } from '#lib/contract/desk/user.ts';

/** The tables of users and sessions. The property names are those that better-auth asks for. */
export const sessionRoom = pgSchema('session');

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const users = sessionRoom.table('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role').notNull().default('viewer'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Set while the account is switched off. */
  deactivatedAt: moment('deactivated_at'),
  lastSeenAt: moment('last_seen_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const sessions = sessionRoom.table(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: moment('expires_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Ways to prove who one is. For a password: `providerId` is `credential` and `password` its scrypt hash. */
export const accounts = sessionRoom.table(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user').on(table.userId)],
);

export const verifications = sessionRoom.table(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** A person's second factor, as better-auth keeps it: secret and backup codes are encrypted with the session secret. */
export const twoFactors = sessionRoom.table(
  'two_factors',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** False until the first code was right. */
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
  },
  (table) => [uniqueIndex('two_factors_user').on(table.userId)],
);

/** Links that admins make for others: to join with a role, or to choose a new password. Single use; only the token's SHA-256 is kept. */
export const oneTimeLinks = sessionRoom.table(
  'one_time_links',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'invitation' | 'password_reset'>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Of an invitation. */
    role: text('role').$type<Role>(),
    /** Of an invitation: only this address may use it; null = any. */
    email: text('email'),
    /** Of a password reset. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    madeById: text('made_by_id').notNull(),
    madeByName: text('made_by_name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('one_time_links_user').on(table.userId)],
);

/** Failed attempts within a window of time; `key` is a keyed hash of what is counted, so that it tells nobody's address. */
export const attempts = sessionRoom.table(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('attempts_ends').on(table.endsAt)],
);

/** What an admin decided for everybody's sign-in. One row. */
export const settings = sessionRoom.table('settings', {
  id: text('id').primaryKey().default('desk'),
  requireTwoFactor: boolean('require_two_factor').notNull().default(false),
});
