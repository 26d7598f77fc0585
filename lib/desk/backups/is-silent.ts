import { sql } from 'drizzle-orm';
import { backupRuns } from './tables.ts';

/** A running backup says every minute that it runs. One that said nothing for so long was cut off. */
const SILENT_MS = 10 * 60_000;

/** By the database's clock, which all machines share. */
export const NOW = sql`statement_timestamp()`;
export const before = (ms: number) => sql`${NOW} - ${ms} * interval '1 millisecond'`;

/** True for a run that did not end, and of which nothing is heard. */
export const isSilent = sql<boolean>`(${backupRuns.outcome} is null and ${backupRuns.seenAt} < ${before(SILENT_MS)})`;
