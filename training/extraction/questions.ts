import path from 'node:path';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { createExtractionContext, type ExtractionContext } from '#lib/extraction/scoring/extraction-context.ts';
import { describeCandidate } from '#lib/extraction/scoring/features/describe-candidate.ts';
import { compareCandidates } from '#lib/extraction/scoring/features/field-candidates.ts';
import { shortList } from '#lib/extraction/scoring/short-list.ts';
import { type AnswerGroup, answerGroupOf, groupOf } from '#lib/extraction/scoring/weights.ts';
import { equalValue, textLikeness } from '../sets/equal-value.ts';
import { kindOf } from '../sets/kind-of.ts';
import { loadReading } from '../sets/load-reading.ts';
import { loadSchemas, loadTruth } from '../sets/load-set.ts';
import type { MadeDocuments } from './made-documents.ts';

const MAIL: ReadonlySet<string> = new Set(['message/rfc822', 'application/mbox', 'application/vnd.ms-outlook']);

/** The name under which synthetic documents count beside the sets. */
export const SYNTHETIC_SET = 'synthetic';

/** One field of one document: its short list as feature vectors, which of them are right, and what the truth is. */
export type Question = {
  set: string;
  /** `kindOf` the document. */
  kind: string;
  document: string;
  /** Who issued the document: documents of one issuer are held back together. */
  issuer: string;
  field: string;
  type: string;
  group: 'date' | 'amount' | 'text';
  answers: AnswerGroup;
  rows: Float32Array[];
  values: unknown[];
  /** 1 = right, 0 = wrong; near misses of recognised text count as right for learning. */
  learn: number[];
  exact: boolean[];
  truth: unknown;
  /** Number of true values (0 = truly absent). */
  wanted: number;
  /** Of a mail: its head states what is asked for, and print that looks like a label in its text is not one. */
  isMail: boolean;
};

/** Turns the documents of a set into questions. Fields of types that are not scored by forests are left out. */
export async function questionsOf(folder: string, limit = Number.POSITIVE_INFINITY): Promise<Question[]> {
  const schemas = loadSchemas(folder);
  const set = path.basename(folder);
  const out: Question[] = [];
  for (const line of loadTruth(folder).slice(0, limit)) {
    const schema = schemas.get(line.schema);
    if (!schema) continue;
    let context: ExtractionContext;
    const fields = schema.fields.filter((field) => field.type !== 'rows');
    try {
      context = createExtractionContext(await loadReading(path.join(folder, line.file)), fields);
    } catch {
      continue;
    }
    if (context.view.tokens.length === 0) continue;
    const named = fields.find(
      (field, index) => context.profiles[index]?.kind === 'name' && field.type === 'string' && line.fields?.[field.name],
    );
    const kind = kindOf(set, line.schema, schemas.size);
    const issuer = named ? textKey(String(line.fields?.[named.name])) : line.file;
    fields.forEach((field, index) => {
      const question = questionOf(context, field, index, line.fields?.[field.name], line.accept?.[field.name] ?? []);
      if (question && line.fields && field.name in line.fields && !line.ignore?.includes(field.name))
        out.push({ ...question, set, kind, issuer, document: line.file });
    });
  }
  return out;
}

/** Questions from synthetic documents; the same for the same ones. */
export function syntheticQuestions(made: MadeDocuments): Question[] {
  const out: Question[] = [];
  for (let at = 0; at < made.count; at++) {
    const { file, reading, fields, truth } = made.make(at);
    const context = createExtractionContext(reading, fields);
    fields.forEach((field, index) => {
      const question = questionOf(context, field, index, truth[field.name], []);
      if (question) out.push({ ...question, set: SYNTHETIC_SET, kind: SYNTHETIC_SET, issuer: file, document: file });
    });
  }
  return out;
}

function questionOf(
  context: ExtractionContext,
  field: Field,
  index: number,
  truth: unknown,
  accept: unknown[],
): Omit<Question, 'set' | 'kind' | 'document' | 'issuer'> | null {
  const profile = context.profiles[index];
  if (!profile || field.type === 'boolean' || field.type === 'enum') return null;
  const wanted = (Array.isArray(truth) ? truth : [truth]).filter((value) => value !== null && value !== undefined && value !== '');
  const right = [...wanted, ...accept];
  const list = shortList(context, index);
  const candidates = compareCandidates(context, index, list);
  const type = field.type === 'list' ? 'string' : field.type;
  const values = list.map((candidate) => context.pool.candidates[candidate]?.value);
  const exact = values.map((value) => right.some((entry) => equalValue(type, entry, value)));
  const anyExact = exact.some(Boolean);
  const learn = values.map((value, at) =>
    exact[at] || (!anyExact && type === 'string' && right.some((entry) => textLikeness(String(entry), String(value)) >= 0.86)) ? 1 : 0,
  );
  return {
    field: field.name,
    type: field.type,
    group: groupOf(profile.kind),
    answers: answerGroupOf(profile.kind, field.type === 'list'),
    rows: list.map((candidate) => describeCandidate(context, candidates, candidate)),
    values,
    learn,
    exact,
    truth,
    wanted: wanted.length,
    isMail: MAIL.has(context.view.reading.media_type),
  };
}
