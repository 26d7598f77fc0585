import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SecondCheck } from '#lib/contract/service/example.ts';
import type { Sketched } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import type { Outcomes } from '#lib/extraction/memory/track-record.ts';
import type { Database, Executor, Transaction } from '#lib/platform/database/database.ts';
import { examples } from '../context/tables.ts';

/** Examples of one schema that are looked at: the newest. */
const MOST_OF_SCHEMA = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** What an entry takes besides its integers, about. */
const ENTRY_BYTES = 500;
/** Examples that one statement gives. */
const CHUNK = 1000;
/** The newest examples of a schema, whose outcomes are looked at: more of them would tell little more of a field. */
const MOST_OUTCOMES = 500;
/** What an outcome takes, about. */
const OUTCOME_BYTES = 120;
/** The mark of no examples. */
const NOTHING = '0 0';

/** All statements see the database as it is at the first one. */
const ONE_STATE = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** An example that a schema has learned from: its sketch, and how the engine's answers turned out on its document. */
export type KnownExample = Sketched & {
  /** Null beyond the newest examples of the schema. */
  outcomes: Outcomes | null;
  /** What a second check of the document found; null where there was none. */
  secondCheck: SecondCheck | null;
};
type Entry = KnownExample & { attempt: number };
/** `mark`: stands for exactly these entries, see `findMark`. */
type Known = { mark: string; entries: Map<string, Entry>; bytes: number; working: Promise<unknown> };

/** The examples that a schema has learned from, kept in memory and never out of date. */
export type KnownExamples = {
  /** Each known by the id of its document, the newest first. */
  list: (schemaId: string) => Promise<readonly KnownExample[]>;
};

/**
 * Sketches and outcomes are kept for the schemas used last. Each time the database is asked for a mark of the set of examples, and for the ones that
 * are not known only when the mark is another: so removed examples and those of other workers are seen at once.
 * @param options.mostBytes memory for all schemas; the one in use stays, whatever it takes
 * @param options.mostOutcomes newest examples of a schema whose outcomes are kept
 */
export function createKnownExamples(database: Database, options: { mostBytes?: number; mostOutcomes?: number } = {}): KnownExamples {
  const { mostBytes = MOST_BYTES, mostOutcomes = MOST_OUTCOMES } = options;
  /** By schema, the one used last at the end. */
  const known = new Map<string, Known>();

  const keepWithin = (schemaId: string) => {
    let total = [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [id, { bytes }] of known) {
      if (total <= mostBytes) return;
      if (id === schemaId) continue;
      known.delete(id);
      total -= bytes;
    }
  };

  const refresh = async (schemaId: string, of: Known): Promise<readonly KnownExample[]> => {
    const mark = await findMark(database, schemaId);
    if (mark !== of.mark) {
      const loaded = await database.transaction((tx) => load(tx, schemaId, of.entries, mostOutcomes), ONE_STATE);
      Object.assign(of, loaded);
    }
    if (of.mark === NOTHING) known.delete(schemaId);
    else keepWithin(schemaId);
    return [...of.entries.values()];
  };

  return {
    list(schemaId) {
      const of = known.get(schemaId) ?? { mark: NOTHING, entries: new Map(), bytes: 0, working: Promise.resolve() };
      known.delete(schemaId);
      known.set(schemaId, of);
      // one after the other: each sees the state of its own time, and nothing is loaded twice
      const done = of.working.then(() => refresh(schemaId, of));
      of.working = done.catch(() => undefined);
      return done;
    },
  };
}

function learnedOf(executor: Executor, schemaId: string) {
  return executor
    .select({ id: examples.id, attempt: examples.attempt })
    .from(examples)
    .where(and(eq(examples.schemaId, schemaId), eq(examples.status, 'completed'), eq(examples.lessonVersion, LESSON_VERSION)))
    .orderBy(desc(examples.id))
    .limit(MOST_OF_SCHEMA);
}

/**
 * A text that is another one for another set of examples: how many there are and the sum of their hashes, 64 bits each. An example that
 * was learned anew has another attempt.
 */
async function findMark(executor: Executor, schemaId: string): Promise<string> {
  const learned = learnedOf(executor, schemaId).as('learned');
  const mark = sql<string>`count(*) || ' ' || coalesce(sum(hash_record_extended((${learned.id}, ${learned.attempt}), 0)), 0)`;
  const [row] = await executor.select({ mark }).from(learned);
  return row!.mark;
}

/** The set as it is in this transaction, which must see one state of the database; what is known already is not asked for again. */
async function load(
  tx: Transaction,
  schemaId: string,
  before: ReadonlyMap<string, Entry>,
  mostOutcomes: number,
): Promise<Omit<Known, 'working'>> {
  const mark = await findMark(tx, schemaId);
  const learned = await learnedOf(tx, schemaId);
  const known = new Map<string, Entry>();
  for (const { id, attempt } of learned) {
    const entry = before.get(id);
    if (entry?.attempt === attempt) known.set(id, entry);
  }
  const missing = learned.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  for (const chunk of chunksOf(missing)) {
    const rows = await tx
      .select({
        id: examples.id,
        attempt: examples.attempt,
        documentId: examples.documentId,
        sketch: examples.sketch,
        secondCheck: examples.secondCheck,
      })
      .from(examples)
      .where(inArray(examples.id, chunk));
    for (const { id, attempt, documentId, sketch, secondCheck } of rows)
      if (sketch) known.set(id, { id: documentId, attempt, sketch, outcomes: null, secondCheck });
  }
  const newest = learned.slice(0, mostOutcomes).map(({ id }) => id);
  const untold = newest.filter((id) => known.get(id)?.outcomes === null);
  const told = new Map<string, Outcomes>();
  for (const chunk of chunksOf(untold)) for (const { id, outcomes } of await selectOutcomes(tx, chunk)) told.set(id, outcomes);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for (const [at, { id }] of learned.entries()) {
    const entry = known.get(id);
    if (!entry) continue;
    const outcomes = at < mostOutcomes ? (entry.outcomes ?? told.get(id) ?? null) : null;
    entries.set(id, outcomes === entry.outcomes ? entry : { ...entry, outcomes });
    bytes += entry.sketch.byteLength + ENTRY_BYTES + OUTCOME_BYTES * Object.keys(outcomes ?? {}).length;
  }
  return { mark, entries, bytes };
}

/** Taken out of the lessons by the database: with all that they hold, they are some ten times as long. */
function selectOutcomes(tx: Transaction, ids: string[]): Promise<{ id: string; outcomes: Outcomes }[]> {
  const names = sql`'confidence', confidence, 'isRight', "isRight", 'isNothing', "isNothing", 'asked', asked, 'isUntouched', "isUntouched"`;
  // what is left out stays so: most have been looked at
  const outcome = sql`json_strip_nulls(json_build_object(${names}))`;
  const columns = sql`confidence float8, "isRight" boolean, "isNothing" boolean, asked bigint, "isUntouched" boolean`;
  const fields = sql`json_each(${examples.lesson}->'fields') as field cross join json_to_record(field.value) as told(${columns})`;
  const outcomes = sql<Outcomes>`coalesce((select json_object_agg(field.key, ${outcome}) from ${fields}), '{}')`;
  return tx.select({ id: examples.id, outcomes }).from(examples).where(inArray(examples.id, ids));
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK));
}
