import path from 'node:path';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { answerScalars } from '#lib/extraction/answers/answer-scalars.ts';
import { learnLesson } from '#lib/extraction/learn-lesson.ts';
import { describeProposals } from '#lib/extraction/memory/describe-proposal.ts';
import { findAlike, type Sketched } from '#lib/extraction/memory/find-alike.ts';
import { PrintIndex } from '#lib/extraction/memory/print-index.ts';
import { memoryOf, propose } from '#lib/extraction/memory/propose.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { recordFor, recordOutcomes } from '#lib/extraction/memory/track-record.ts';
import { loadWeights } from '#lib/extraction/scoring/load-weights.ts';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { createRandom } from '../learning/random.ts';
import { approveTruth } from '../sets/approve-truth.ts';
import { isTrue } from '../sets/is-true.ts';
import { loadReading } from '../sets/load-reading.ts';
import { loadSchemas, loadTruth, type TruthLine } from '../sets/load-set.ts';
import { weightsOfParts } from '../sets/weights-of-parts.ts';

/** One proposal for a field: whether it is right, and what it is judged by. */
export type Option = { isRight: boolean; isEngine: boolean; isNothing: boolean; vector: Float32Array };

/** A field of a document before what is remembered at that moment of a stream of approvals. */
export type MemoryQuestion = { set: string; document: string; field: string; hasValue: boolean; options: Option[] };

/** Random streams each document is met in, besides the one in the order of files. */
const DRAWS = 3;

/** A document of a stream: what is true of it, and the weights that the engine answers with. */
export type StreamDocument = { line: TruthLine; schema: SchemaDraft; read: () => Promise<Reading>; weights: Weights | undefined };

type Met = Sketched & StreamDocument & { lesson: Lesson };

/** The documents of a set. Weights did not see the document, its issuer or its kind, as the folder of parts says. */
export function streamOfSet(folder: string, parts: string): StreamDocument[] {
  const weightsFor = weightsOfParts(parts, folder);
  const schemas = loadSchemas(folder);
  return loadTruth(folder).flatMap((line) => {
    const schema = schemas.get(line.schema);
    if (!schema || !line.fields) return [];
    return [{ line, schema, read: () => loadReading(path.join(folder, line.file)), weights: weightsFor(line.file) }];
  });
}

/** Simulates streams of approvals: the documents in their order, and each behind three random selections of the others. */
export async function drawStreams(set: string, documents: readonly StreamDocument[]): Promise<MemoryQuestion[]> {
  const met: Met[] = [];
  for (const document of documents) {
    const { line, schema, weights } = document;
    const reading = uprightReading(await document.read());
    const lesson = learnLesson({ schema, reading, approved: approveTruth(line, schema), weights });
    met.push({ ...document, id: line.file, lesson, sketch: sketchReading(reading) });
  }
  const questions: MemoryQuestion[] = [];
  for (const [at, document] of met.entries()) {
    const random = createRandom(at + 1);
    const alike = (others: readonly Met[]) => others.filter(({ line }) => line.schema === document.line.schema);
    const streams = [alike(met.slice(0, at))];
    for (let draw = 0; draw < DRAWS; draw++) {
      const share = random();
      streams.push(alike(met).filter((other) => other !== document && random() < share));
    }
    const answered = answerScalars(document.schema, uprightReading(await document.read()), loadWeights(document.weights));
    for (const stream of streams) for (const question of ask(set, document, answered, stream)) questions.push(question);
  }
  return questions;
}

function ask(
  set: string,
  { id, line, schema, sketch }: Met,
  answered: ReturnType<typeof answerScalars>,
  stream: readonly Met[],
): MemoryQuestion[] {
  const { context, answers, stated } = answered;
  const known = new Map(stream.map((other) => [other.id, other]));
  const memory = findAlike(sketch, [...known.values()]).flatMap(({ id: other, likeness }) => {
    const lesson = known.get(other)?.lesson;
    return lesson ? [{ id: other, likeness, lesson }] : [];
  });
  const records = recordOutcomes(
    stream.map(({ lesson }) => lesson.fields),
    schema.fields,
  );
  const prints = new PrintIndex(context);
  return context.profiles.flatMap((profile, index) => {
    const { name, type } = profile.field;
    const answer = answers.get(name) as ExtractedValue | undefined;
    const remembered = memoryOf(memory, profile.field);
    if (type === 'list' || line.ignore?.includes(name) || !Object.hasOwn(line.fields ?? {}, name)) return [];
    if (!answer || stated.has(name) || remembered.length === 0) return [];
    const proposals = propose(context, prints, index, answer, remembered);
    const vectors = describeProposals(profile, answer, remembered, proposals, recordFor(records, name, answer));
    const options = proposals.map(({ value, isEngine }, at) => ({
      isRight: isTrue(line, name, type, value),
      isEngine,
      isNothing: value === null,
      vector: vectors[at] as Float32Array,
    }));
    return [{ set, document: id, field: name, hasValue: !isTrue(line, name, type, null), options }];
  });
}
