import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { qualitySamples } from '../documents/quality-samples/tables.ts';

/**
 * Whether a person may be told what was approved of a document: one that waits as a quality sample is told only to who approved it, as whoever
 * checks it is to enter it blind.
 */
export function isToldTo(person: { id: string }, documentId: PgColumn | SQL): SQL {
  return sql`not exists (select 1 from ${qualitySamples} where ${qualitySamples.documentId} = ${documentId}
    and ${qualitySamples.lookedAt} is null and ${qualitySamples.approvedById} <> ${person.id})`;
}
