import { fieldSchema, type SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { ACTOR, type TestDesk } from './start-test-desk.ts';

/** The schema of a made-up permit, whose fee is looked for beside a label: `Mooring dues` is the right one, `Tariff` finds another amount. */
export const permitWith = (label: string): SchemaDraft => ({
  name: 'Permit',
  description: '',
  fields: [
    { name: 'holder', type: 'string', label: 'Holder' },
    { name: 'fee', type: 'money', label },
  ].map((field) => fieldSchema.parse(field)),
  rules: [],
});

/** Finds the wrong fee. */
export const PERMIT = permitWith('Tariff');

/** The text of a permit. `title`: tells one from another. */
export function permitText(dues: string, { title = 'PERMIT', holder = 'Anna Lind', tariff = '1.00' } = {}): string {
  return `${title}\n\nHolder: ${holder}\nMooring dues: ${dues} EUR\nTariff: ${tariff} EUR\n`;
}

/** Drops a permit and approves it with the right fee. */
export async function approvePermit(
  t: TestDesk,
  { text, name, schemaId, fee }: { text: string; name: string; schemaId: string; fee: number },
): Promise<string> {
  const { id } = await t.drop(text, { name, schemaId });
  await t.until(id, 'to_review');
  const { document } = await getDocument(t.desk, id);
  const draft = { kind: 'correct' as const, pointer: '/fee', value: fee, evidence: [] };
  const saved = await saveActions(t.desk, ACTOR, id, { revision: document.revision, actions: [{ id: crypto.randomUUID(), draft }] });
  await approve(t.desk, ACTOR, id, { revision: saved.document.revision, sign_off: true });
  return id;
}
