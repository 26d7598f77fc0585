import { OutageError } from '../outage-error.ts';

/** PostgreSQL's codes for connections that broke, servers that start, stop or stand by, and resources that ran out. */
const AWAY = /^(08...|57P0[1-5]|53[02-9]..|58...|25006)$/;
const FULL = '53100';
/** Wrong name, password or database: asking again changes nothing until somebody sets it right. */
const REFUSED = /^(28...|3D000)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Codes of the operating system for a connection that cannot be made or broke. */
const CONNECTION = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND|EACCES|EMFILE|ENFILE)/;
/** What the driver says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** An error of the database's driver as it is, or the outage that it stands for. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OutageError) return error;
  const { code } = error as { code?: unknown };
  const options = { cause: error };
  if (typeof code === 'string' && SQLSTATE.test(code) && 'severity' in error) {
    if (code === FULL) return new OutageError('database', 'full', 'The database has no space left.', options);
    if (REFUSED.test(code)) return new OutageError('database', 'refused', 'The database refuses the connection.', options);
    return AWAY.test(code) ? new OutageError('database', 'away', 'The database does not work at the moment.', options) : error;
  }
  const isAway = (typeof code === 'string' && CONNECTION.test(code)) || WORDS.test(error.message);
  return isAway ? new OutageError('database', 'away', 'The database does not answer.', options) : error;
}
