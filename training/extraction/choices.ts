import path from 'node:path';
import type { Field, Rule } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { answerCertain } from '#lib/extraction/answers/answer-certain.ts';
import { scoreOfChoice } from '#lib/extraction/assignment/answer-fields.ts';
import { chooseEntries } from '#lib/extraction/assignment/answer-list.ts';
import { chooseFields, isExactLabel } from '#lib/extraction/assignment/choose-fields.ts';
import { describeAbsence } from '#lib/extraction/assignment/describe-absence.ts';
import { describeChoice, documentStatisticsOf } from '#lib/extraction/assignment/describe-choice.ts';
import { createExtractionContext } from '#lib/extraction/scoring/extraction-context.ts';
import { type AnswerGroup, answerGroupOf, type Weights } from '#lib/extraction/scoring/weights.ts';
import { equalValue } from '../sets/equal-value.ts';
import { kindOf } from '../sets/kind-of.ts';
import { loadReading } from '../sets/load-reading.ts';
import { loadSchemas, loadTruth } from '../sets/load-set.ts';
import type { MadeDocuments } from './made-documents.ts';
import { SYNTHETIC_SET } from './questions.ts';

/** What the engine chose for one field of one document, as it would ship, before it is decided whether the value is given. */
export type Choice = {
  set: string;
  /** `kindOf` the document. */
  kind: string;
  document: string;
  /** Which of the weights named for the document chose. */
  way: number;
  field: string;
  group: AnswerGroup;
  vector: Float32Array;
  /** `describeAbsence` without what is learned of the choice (its second number is set when that is known). */
  absence: number[];
  /** Log-odds that are held against the threshold; 0 for lists, whose entries have thresholds of their own. */
  score: number;
  /** The value stands literally behind its label. */
  isExactLabel: boolean;
  /** Of lists: what `chanceOfList` goes by. */
  list?: { chance: number; count: number; isIntroduced: boolean };
  isRight: boolean;
  /** The document has a value of the field. */
  isWanted: boolean;
};

/** Choices of the engine for all scored fields of a set, every document with each of the weights named for it. */
export async function choicesOf(folder: string, weightsFor: (document: string) => readonly Weights[]): Promise<Choice[]> {
  const schemas = loadSchemas(folder);
  const out: Choice[] = [];
  for (const line of loadTruth(folder)) {
    const schema = schemas.get(line.schema);
    const weights = weightsFor(line.file);
    if (!schema || !weights.length || !line.fields) continue;
    const reading = await loadReading(path.join(folder, line.file));
    const set = path.basename(folder);
    const named = { set, kind: kindOf(set, line.schema, schemas.size), document: line.file };
    const known = Object.fromEntries(Object.entries(line.fields).filter(([name]) => !line.ignore?.includes(name)));
    for (const choice of choicesIn(reading, schema, weights, known, line.accept ?? {})) out.push({ ...choice, ...named });
  }
  return out;
}

/** Choices for synthetic documents. */
export function syntheticChoices(made: MadeDocuments, weightsFor: (document: string) => readonly Weights[]): Choice[] {
  const out: Choice[] = [];
  for (let at = 0; at < made.count; at++) {
    const { file, reading, fields, truth } = made.make(at);
    const weights = weightsFor(file);
    if (!weights.length) continue;
    for (const choice of choicesIn(reading, { fields }, weights, truth, {}))
      out.push({ ...choice, set: SYNTHETIC_SET, kind: SYNTHETIC_SET, document: file });
  }
  return out;
}

const NO_VECTOR = new Float32Array();

function choicesIn(
  reading: Reading,
  schema: { fields: readonly Field[]; rules?: readonly Rule[] },
  named: readonly Weights[],
  truths: Record<string, unknown>,
  accept: Record<string, unknown[]>,
): Omit<Choice, 'set' | 'kind' | 'document'>[] {
  const scalars = schema.fields.filter((field) => field.type !== 'rows');
  const context = createExtractionContext(reading, scalars);
  const { scored } = answerCertain(context, schema.fields);
  return named.flatMap((weights, way) => {
    const { assignments, lists } = chooseFields(context, weights, scored, schema.rules ?? []);
    const statistics = documentStatisticsOf(context, assignments);
    const whole = [...lists].flatMap(([index, ranked]) => {
      const field = scalars[index];
      const { chosen, whole: chance, isIntroduced } = chooseEntries(context, weights, ranked);
      if (!field || !chosen.length || !Array.isArray(truths[field.name])) return [];
      const keys = chosen.map((entry) => textKey(String(context.pool.candidates[entry.index]?.value))).sort();
      const wanted = (truths[field.name] as unknown[]).map((entry) => textKey(String(entry))).sort();
      const isRight = keys.join('|') === wanted.join('|');
      const list = { chance, count: chosen.length, isIntroduced };
      return {
        ...{ field: field.name, group: 'list' as const, vector: NO_VECTOR, absence: [], score: 0, isExactLabel: false },
        ...{ list, isRight, isWanted: true },
      };
    });
    const single = assignments.flatMap((assignment) => {
      const field = scalars[assignment.field];
      const choice = assignment.ranked[assignment.position];
      const vector = describeChoice(context, assignment, statistics);
      if (!field || !choice || !vector || !(field.name in truths)) return [];
      const truth = truths[field.name];
      const isWanted = truth !== null && truth !== undefined && truth !== '';
      const right = isWanted ? [truth, ...(accept[field.name] ?? [])] : [];
      const value = context.pool.candidates[choice.index]?.value;
      return {
        field: field.name,
        group: answerGroupOf(context.profiles[assignment.field]?.kind ?? 'text', false),
        vector,
        absence: describeAbsence(context, assignment, statistics, 0),
        score: scoreOfChoice(assignment, choice),
        isExactLabel: isExactLabel(choice),
        isRight: right.some((entry) => equalValue(field.type, entry, value)),
        isWanted,
      };
    });
    return [...single, ...whole].map((choice) => ({ ...choice, way }));
  });
}
