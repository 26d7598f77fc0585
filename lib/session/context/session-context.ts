import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Attempts } from './attempts.ts';
import type { CompanySignIn } from './company-sign-in.ts';
import type { Auth } from './create-auth.ts';
import type { OriginOptions } from './request-origin.ts';

/** Writes into the audit trail; who did it is null when nobody is signed in. */
export type RecordEvent = (actor: { id: string; name: string } | null, event: string, detail?: Record<string, unknown>) => Promise<void>;

/** Everything the operations of this room work with. Made by `createSessions`. */
export type SessionContext = {
  database: Database;
  auth: Auth;
  /** Signs cookies and keys of counts. */
  secret: string;
  /** Cookies are sent by https only. */
  secure: boolean;
  dataDir: string;
  /** What whoever makes the first account must know. */
  getSetUpToken: () => string;
  origin: OriginOptions;
  attempts: Attempts;
  company: CompanySignIn | null;
  record: RecordEvent;
  log: Log;
};
