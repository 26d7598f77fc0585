import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { startRemoteStandIn } from '#lib/deployment/stand-in/remote-stand-in.ts';
import { documents as serviceDocuments } from '#lib/service/context/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { extractions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { startOpinion } from '../second-opinions/start-opinion.ts';
import { PERMIT } from './made-permit.ts';
import { PLAIN_SETTINGS } from './plain-settings.ts';
import { ACTOR, startTestDesk } from './start-test-desk.ts';

const KEY = 'key-of-a-stranger';

export type OpinionDesk = Awaited<ReturnType<typeof startOpinionDesk>>;

/** A desk whose documents, permits, are at a stranger's deployment, and the real embedded service, which may be asked for second opinions. */
export async function startOpinionDesk() {
  const stranger = await startRemoteStandIn({ apiKey: KEY, control: { work_ms: 20, shape: 'wrapped' } });
  const t = await startTestDesk({ service: true, work: true, deployment: { url: stranger.url, key: KEY } });
  const { database } = t.desk;
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, PERMIT);
  let count = 0;
  const atService = () => database.select().from(serviceDocuments);
  return {
    t,
    stranger,
    schemaId,
    /** Sets who is asked. */
    ask: (second_opinion_by: string | null, more: { learn_from_approvals?: boolean } = {}) =>
      saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, ...more, second_opinion_by }),
    /** A permit under review at the stranger. */
    async drop(): Promise<string> {
      count += 1;
      const { id } = await t.drop(`PERMIT ${count}\n\nHolder: Anna Lind\nFee: ${count}40.00\n`, { name: `permit-${count}.txt`, schemaId });
      await t.until(id, 'to_review');
      return id;
    },
    /** Has an opinion asked for about the answer that a document has, and loses the job. */
    async begin(id: string): Promise<void> {
      const settings = await findSchemaSettings(database, schemaId);
      const [answer] = await database.select().from(extractions).where(eq(extractions.documentId, id));
      const { schema } = await getDocument(t.desk, id);
      const lost = { queue: { send: async () => null } };
      const about = { documentId: id, schema: schema!, at: answer!.at, holdsApproval: false };
      await database.transaction((transaction) => startOpinion(lost, transaction, about, settings));
    },
    copiesOf: (id: string) => database.select().from(comparisonCopies).where(eq(comparisonCopies.documentId, id)),
    /** The documents that the service has. */
    atService,
    untilNothingSent: () =>
      expect
        .poll(async () => [...(await database.select().from(comparisonCopies)), ...(await atService())], { timeout: 20_000 })
        .toEqual([]),
    async close() {
      await t.close();
      await stranger.close();
    },
  };
}
