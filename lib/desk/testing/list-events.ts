import { eq } from 'drizzle-orm';
import { auditEntries } from '../audit/tables.ts';
import type { Desk } from '../context/desk.ts';

/** What the audit trail says of a document, the oldest event first. */
export async function listEvents({ database }: Desk, id: string): Promise<string[]> {
  const entries = await database
    .select({ event: auditEntries.event })
    .from(auditEntries)
    .where(eq(auditEntries.documentId, id))
    .orderBy(auditEntries.id);
  return entries.map(({ event }) => event);
}
