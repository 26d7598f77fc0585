import type { Actor, Desk } from '../../context/desk.ts';
import { appendAudit } from '../append-audit.ts';

/** Records in the audit trail what happened outside a document, e.g. `user.signed_in`. @param actor null when nobody is signed in */
export async function recordEvent(desk: Desk, actor: Actor, event: string, detail: Record<string, unknown> = {}): Promise<void> {
  await desk.database.transaction((transaction) =>
    appendAudit(transaction, [{ actor: actor && { id: actor.id, name: actor.name }, event, detail }]),
  );
}
