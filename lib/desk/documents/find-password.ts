import { eq } from 'drizzle-orm';
import { decrypt, secretOf } from '#lib/platform/secrets.ts';
import type { Desk } from '../context/desk.ts';
import { submissions } from './tables.ts';

/** The password that a person gave for a protected file, or undefined. */
export async function findPassword(desk: Desk, documentId: string): Promise<string | undefined> {
  const [row] = await desk.database
    .select({ password: submissions.password })
    .from(submissions)
    .where(eq(submissions.documentId, documentId));
  return row?.password ? decrypt(secretOf(desk.config, 'encryption-key'), row.password) : undefined;
}
