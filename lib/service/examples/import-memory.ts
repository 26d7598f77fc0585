import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Field, Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { ExportedExample, ImportedMemory, ImportOutcome } from '#lib/contract/service/memory.ts';
import { findTypeFault } from '#lib/document/values/check-value.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { SKETCH_SIZE } from '#lib/extraction/memory/sketch-reading.ts';
import { newId, newIdOf, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { integersOfBytes } from '../context/integer-bytes.ts';
import { LEARN_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, examples, schemas } from '../context/tables.ts';
import { getSchema } from '../schemas/get-schema.ts';

/** What was imported, and into which schema. */
export type ImportedInto = { result: ImportedMemory; schema: Pick<Schema, 'id' | 'name'> };

/**
 * Imports what a schema has learned elsewhere. Each example takes the place of one of the same document that was imported before, so that
 * importing twice changes nothing. A worker finds the layouts in the background; until then the examples teach nothing.
 * @param onImported runs last in the same transaction
 * @throws ProblemError `not_found` for an unknown schema, `invalid_request` for lessons of another version and for broken sketches
 */
export async function importMemory(
  { database, queue }: Pick<ServiceContext, 'database' | 'queue'>,
  schemaId: string,
  given: readonly ExportedExample[],
  onImported?: (tx: Transaction, imported: ImportedInto) => Promise<void>,
): Promise<ImportedMemory> {
  requireVersion(given);
  const sketches = given.map(({ sketch }, at) => readSketch(sketch, at));
  return database.transaction(async (tx) => {
    // as when an example is saved: either we find the schema removed, or whoever removes it finds our examples
    await tx.select({ id: schemas.id }).from(schemas).where(sql`${schemas.id} = ${schemaId} and ${schemas.removedAt} is null`).for('share');
    // one after the other: two who import the same documents would wait for each other
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`service-memory:${schemaId.toLowerCase()}`}, 0))`);
    const schema = await getSchema(tx, schemaId);
    const here = await findHere(tx, given);
    await lockKnown(tx, schema.id, given);
    const outcomes: ImportedMemory['outcomes'] = [];
    for (const [at, example] of given.entries()) {
      const lesson = keepFitting(schema, example.lesson);
      const outcome = outcomeOf(lesson, here.has(example.document_id));
      outcomes.push({ document_id: example.document_id, outcome });
      // what was imported of it before no longer fits
      if (outcome === 'unusable') await removeImported(tx, schema.id, example.document_id);
      if (outcome !== 'imported') continue;
      const saved = await saveImported(tx, schema.id, { ...example, lesson }, sketches[at]!);
      await queue.send(LEARN_QUEUE, { exampleId: saved.id, draft: saved.attempt }, { tx });
    }
    await onImported?.(tx, { result: { outcomes }, schema });
    return { outcomes };
  });
}

function outcomeOf(lesson: Lesson, isHere: boolean): ImportOutcome {
  if (isHere) return 'known';
  return Object.keys(lesson.fields).length > 0 || lesson.tables ? 'imported' : 'unusable';
}

async function removeImported(tx: Transaction, schemaId: string, documentId: string): Promise<void> {
  const which = and(eq(examples.schemaId, schemaId), eq(examples.documentId, documentId), isNotNull(examples.importedName));
  await tx.delete(examples).where(which);
}

/** An identifier by the time of the approval: older ones must not push newer approvals out of the newest that are looked at. */
function toExampleId({ approved_at }: ExportedExample): string {
  const at = approved_at === null ? null : new Date(approved_at);
  return at && at.getTime() > 0 && at < now() ? newIdOf(at) : newId();
}

async function saveImported(tx: Transaction, schemaId: string, example: ExportedExample, sketch: Uint32Array) {
  const { lesson } = example;
  const content = {
    importedName: example.document_name,
    status: 'pending' as const,
    approved: {},
    valueCount: Object.values(lesson.fields).filter(({ value }) => value !== null).length,
    approvedBy: example.approved_by,
    approvedAt: example.approved_at === null ? null : new Date(example.approved_at),
    secondCheck: example.second_check ?? null,
    lesson,
    // set once its layout is known: until then it teaches nothing
    lessonVersion: null,
    sketch,
    layoutId: null,
    partyKeys: lesson.keys,
    error: null,
  };
  const [saved] = await tx
    .insert(examples)
    .values({ id: toExampleId(example), schemaId, documentId: example.document_id, ...content })
    .onConflictDoUpdate({
      target: [examples.documentId, examples.schemaId],
      set: { ...content, attempt: sql`${examples.attempt} + 1`, createdAt: sql`now()`, updatedAt: sql`now()` },
    })
    .returning({ id: examples.id, attempt: examples.attempt });
  return saved!;
}

/** Locks the examples that are replaced, in the order in which whoever forgets them locks them. */
async function lockKnown(tx: Transaction, schemaId: string, given: readonly ExportedExample[]): Promise<void> {
  const ids = given.map(({ document_id }) => document_id);
  const known = and(eq(examples.schemaId, schemaId), inArray(examples.documentId, ids));
  await tx.select({ id: examples.id }).from(examples).where(known).orderBy(examples.id).for('update');
}

/** Of the documents of examples those that are here. */
async function findHere(tx: Transaction, given: readonly ExportedExample[]): Promise<ReadonlySet<string>> {
  const ids = given.map(({ document_id }) => document_id);
  // parents before their attachments, as whoever removes them locks them
  const rows = await tx.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids)).orderBy(documents.id).for('share');
  return new Set(rows.map(({ id }) => id));
}

/** A longer key of a party would be none, and has no place in an index. */
const LONGEST_KEY = 300;
/** Letters of a heading, and headings of a table: more are learned of none. */
const LONGEST_HEADING = 80;
const MOST_HEADINGS = 30;

/** The lesson without fields and columns that the schema does not have, and without values that its fields cannot hold. */
function keepFitting({ fields }: Pick<Schema, 'fields'>, lesson: Lesson): Lesson {
  const fitting: Lesson['fields'] = newRecord();
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const [name, learned] of Object.entries(lesson.fields)) {
    const field = known.get(name);
    if (field && field.type !== 'rows' && findTypeFault(field, learned.value) === null) fitting[name] = learned;
  }
  const { tables: given = {}, ...rest } = lesson;
  const tables = keepTables(known, given);
  const keys = lesson.keys.filter((key) => key.length <= LONGEST_KEY);
  return { ...rest, keys, fields: fitting, ...(Object.keys(tables).length > 0 ? { tables } : {}) };
}

/** What tables taught about columns that the schema has; nothing of a table of which no column is left. */
function keepTables(known: ReadonlyMap<string, Field>, given: NonNullable<Lesson['tables']>): NonNullable<Lesson['tables']> {
  const tables: NonNullable<Lesson['tables']> = newRecord();
  for (const [name, table] of Object.entries(given)) {
    const field = known.get(name);
    if (field?.type !== 'rows') continue;
    const columns = new Set(field.fields?.map((column) => column.name));
    const headings = table.headings
      .filter(({ text, column }) => text.length <= LONGEST_HEADING && (column === null || columns.has(column)))
      .slice(0, MOST_HEADINGS);
    if (headings.some(({ column }) => column !== null)) tables[name] = { ...table, headings };
  }
  return tables;
}

function requireVersion(given: readonly ExportedExample[]): void {
  const at = given.findIndex(({ lesson }) => lesson.version !== LESSON_VERSION);
  if (at < 0) return;
  const version = given[at]?.lesson.version ?? 0;
  const which = version < LESSON_VERSION ? 'an earlier' : 'a later';
  const message = `This memory was learned by ${which} version of Countersign. Bring both installations to the same version, export the memory again, and import it.`;
  throw new ProblemError('invalid_request', message, { errors: [{ pointer: `/examples/${at}/lesson/version`, message }] });
}

/** @throws ProblemError `invalid_request` where the bytes are no ascending integers, or too many */
function readSketch(base64: string, at: number): Uint32Array {
  const bytes = Buffer.from(base64, 'base64');
  const sketch = bytes.length % 4 === 0 ? integersOfBytes(bytes) : null;
  if (sketch && sketch.length <= SKETCH_SIZE && sketch.every((hash, index) => index === 0 || hash > (sketch[index - 1] as number)))
    return sketch;
  const message = 'This is no sketch of a document. The file was changed or cut off; export it again.';
  throw new ProblemError('invalid_request', message, { errors: [{ pointer: `/examples/${at}/sketch`, message }] });
}
