/** What people do who are not signed in. */
const STRANGERS = new Set(['sign_in.failed', 'sign_in.limited']);

/** Who an entry of the audit trail is about, in words; the desk itself where nobody else was. */
export function actorName({ actor, event }: { actor: { name: string } | null; event: string }): string {
  return actor?.name ?? (STRANGERS.has(event) ? 'Not signed in' : 'Countersign');
}
