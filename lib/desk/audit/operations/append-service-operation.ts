import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../append-audit.ts';
import { withAuditOrigin } from '../audit-origin.ts';

/** `key`: the API key that was used; it stands in the trail as who did it. */
export type DoneWithKey = { event: string; key: { id: string; name: string }; address: string | null; detail: Record<string, unknown> };

/** Records in the audit trail what was done at the embedded service with an API key, past the desk. */
export async function appendServiceOperation(transaction: Transaction, { event, key, address, detail }: DoneWithKey): Promise<void> {
  const actor = { id: `key:${key.id}`, name: `API key “${key.name}”` };
  await withAuditOrigin({ address, session: null }, () => appendAudit(transaction, [{ actor, event, detail }]));
}
