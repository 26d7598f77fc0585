import type { AuditVerdict } from '#lib/contract/desk/audit.ts';
import { now } from '#lib/platform/clock.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { appendAudit, verifyAudit } from '../append-audit.ts';

/** Checks the whole audit trail and records in it that and with what verdict. */
export async function checkAudit(desk: Desk, actor: NonNullable<Actor>): Promise<AuditVerdict> {
  const { checked, broken, head } = await verifyAudit(desk.database);
  const detail = { checked, broken: broken ? String(broken.id) : null };
  await desk.database.transaction((transaction) => appendAudit(transaction, [{ actor, event: 'audit.verified', detail }]));
  return {
    checked,
    broken: broken && { id: String(broken.id), at: broken.at.toISOString() },
    head: head && { id: String(head.id), hash: head.hash },
    verified_at: now().toISOString(),
  };
}
