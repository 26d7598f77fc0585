import type { Database } from '#lib/platform/database/database.ts';
import { verifyAudit } from '../append-audit.ts';

/**
 * Checks the whole audit trail of a database without recording it, for checks from outside the desk.
 * @returns how many entries are right, and the first one that is not
 */
export async function verifyAuditChain(database: Database): Promise<{ checked: number; broken: string | null }> {
  const { checked, broken } = await verifyAudit(database);
  return { checked, broken: broken && String(broken.id) };
}
