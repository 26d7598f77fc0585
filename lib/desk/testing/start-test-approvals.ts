import { eq } from 'drizzle-orm';
import type { SaveAutomaticApproval } from '#lib/contract/desk/automatic-approval.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { documents, submissions } from '../documents/tables.ts';
import { storeAnswer } from '../following/store-answer.ts';
import { countDocument } from '../insights/count-document.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { insertReviewable, ORDER } from './insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from './start-test-desk.ts';

const NOTE: SchemaDraft = {
  name: 'Note',
  description: '',
  fields: ORDER.fields.filter(({ name }) => ['number', 'total', 'discount'].includes(name)),
  rules: [],
};
export const NOTE_VALUES: Record<string, Value> = { number: 'A-1', total: 30, discount: 5 };
export const SWITCH_ON: SaveAutomaticApproval = { on: true, error_rate: 0.1, sample_percent: 1, was_on: false };
/** So many right values show that rate. */
export const FEWEST_APPROVED = 29;

type Said = { values?: Record<string, Value>; confidence?: number; engine?: string; notice?: string };
export type Arriving = Said & {
  columns?: Partial<typeof documents.$inferSelect>;
  /** Done to it before its answer comes. */
  before?: (id: string) => Promise<unknown>;
};

export type TestApprovals = TestDesk & {
  /** A schema of which a person has approved so many documents; in the first ones there was no discount. */
  approvedSchema: (count: number, withoutDiscount?: number) => Promise<string>;
  /** A document of it that waits for a person. */
  insertNote: (schemaId: string, options?: { confidence?: number }) => Promise<string>;
  /** A document gets an answer for a schema, as if a person had asked for it and its deployment had just given it. */
  answer: (id: string, schemaId: string, options?: Said) => Promise<DeskDocumentDetail>;
  /** A document whose answer comes in now, as if its deployment had just given it. */
  arrive: (schemaId: string, options?: Arriving) => Promise<DeskDocumentDetail>;
  stateOf: (schemaId: string, options?: Arriving) => Promise<string>;
};

/** A desk with schemas whose documents people have approved. */
export async function startTestApprovals(): Promise<TestApprovals> {
  const t = await startTestDesk();
  const { desk } = t;
  const draftOf = async (schemaId: string): Promise<SchemaDraft> => {
    const { name, description, fields, rules } = await getCurrentSchema(desk.database, schemaId);
    return { name, description, fields, rules };
  };
  const insert = async (schemaId: string, options: { values?: Record<string, Value>; confidence?: number } = {}) => {
    const { id } = await insertReviewable(desk, { schema: await draftOf(schemaId), schemaId, values: NOTE_VALUES, ...options });
    await desk.database.update(documents).set({ readingWarnings: [] }).where(eq(documents.id, id));
    return id;
  };
  let made = 0;
  const answer: TestApprovals['answer'] = async (id, schemaId, options = {}) => {
    const { values = NOTE_VALUES, confidence = 0.99, engine = 'test', notice = null } = options;
    await startExtraction(desk, ACTOR, id, schemaId);
    const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, id));
    const fields = Object.entries(values).map(([name, value]) => [
      name,
      { value, text: String(value), confidence, evidence: [], candidates: [] },
    ]);
    const result: ExtractionResult = { fields: Object.fromEntries(fields), completeness: {}, engine };
    const schema = await getCurrentSchema(desk.database, schemaId);
    const given = { schema, jobId: 'job', raw: {}, unfitting: {}, result, notice };
    await storeAnswer(desk, { documentId: id, run: submission!.run }, given);
    return getDocument(desk, id);
  };
  const arrive: TestApprovals['arrive'] = async (schemaId, options = {}) => {
    const { values = NOTE_VALUES, columns, before, ...said } = options;
    const id = await insert(schemaId, { values });
    if (columns) await desk.database.update(documents).set(columns).where(eq(documents.id, id));
    await before?.(id);
    return answer(id, schemaId, { ...said, values });
  };
  return {
    ...t,
    async approvedSchema(count, withoutDiscount = 0) {
      made += 1;
      const { id: schemaId } = await saveSchema(desk, ACTOR, { ...NOTE, name: `Note ${made}` });
      for (let at = 0; at < count; at += 1) {
        const id = await insert(schemaId, { values: at < withoutDiscount ? { ...NOTE_VALUES, discount: null } : NOTE_VALUES });
        await approve(desk, ACTOR, id, { revision: 0, sign_off: false });
        await countDocument(desk, id);
      }
      return schemaId;
    },
    insertNote: insert,
    answer,
    arrive,
    stateOf: async (schemaId, options) => (await arrive(schemaId, options)).document.state,
  };
}
