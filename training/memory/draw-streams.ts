import path from 'node:path';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { uprightReading } from '#lib/document/geometry/upright-reading.ts';
import { answerScalars } from '#lib/extraction/answers/answer-scalars.ts';
import { learnLesson } from '#lib/extraction/learn-lesson.ts';
import { describeProposals } from '#lib/extraction/memory/describe-proposal.ts';
import { findAlike, type Sketched } from '#lib/extraction/memory/find-alike.ts';
import type { Lesson } from '#lib/extraction/memory/lesson.ts';
import { PrintIndex } from '#lib/extraction/memory/print-index.ts';
import { memoryOf, propose } from '#lib/extraction/memory/propose.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { loadWeights } from '#lib/extraction/scoring/load-weights.ts';
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

type Met = Sketched & { line: TruthLine; schema: SchemaDraft; lesson: Lesson };

/**
 * Simulates streams of approvals over a set: in the order of files, and each document behind random ones. The engine answers with
 * weights that did not see the document, its issuer or its kind, as the folder of parts says.
 */
export async function drawStreams(folder: string, parts: string): Promise<MemoryQuestion[]> {
  const set = path.basename(folder);
  const weightsFor = weightsOfParts(parts, folder);
  const read = async (file: string) => uprightReading(await loadReading(path.join(folder, file)));
  const met: Met[] = [];
  const schemas = loadSchemas(folder);
  for (const line of loadTruth(folder)) {
    const schema = schemas.get(line.schema);
    if (!schema || !line.fields) continue;
    const reading = await read(line.file);
    const lesson = learnLesson({ schema, reading, approved: approveTruth(line, schema), weights: weightsFor(line.file) });
    met.push({ id: line.file, line, schema, lesson, sketch: sketchReading(reading) });
  }
  const questions: MemoryQuestion[] = [];
  for (const [at, document] of met.entries()) {
    const random = createRandom(at + 1);
    const streams = [met.slice(0, at)];
    for (let draw = 0; draw < DRAWS; draw++) {
      const share = random();
      streams.push(met.filter((other) => other !== document && random() < share));
    }
    const answered = answerScalars(document.schema, await read(document.id), loadWeights(weightsFor(document.id)));
    for (const stream of streams) for (const question of ask(set, document, answered, stream)) questions.push(question);
  }
  return questions;
}

function ask(set: string, { id, line, sketch }: Met, answered: ReturnType<typeof answerScalars>, stream: readonly Met[]): MemoryQuestion[] {
  const { scene, answers, stated } = answered;
  const known = new Map(stream.filter((other) => other.line.schema === line.schema).map((other) => [other.id, other]));
  const memory = findAlike(sketch, [...known.values()]).flatMap(({ id: other, likeness }) => {
    const lesson = known.get(other)?.lesson;
    return lesson ? [{ id: other, likeness, lesson }] : [];
  });
  const prints = new PrintIndex(scene);
  return scene.profiles.flatMap((profile, index) => {
    const { name, type } = profile.field;
    const answer = answers.get(name) as ExtractedValue | undefined;
    const remembered = memoryOf(memory, name);
    if (type === 'list' || line.ignore?.includes(name) || !Object.hasOwn(line.fields ?? {}, name)) return [];
    if (!answer || stated.has(name) || remembered.length === 0) return [];
    const proposals = propose(scene, prints, index, answer, remembered);
    const vectors = describeProposals(profile, answer, remembered, proposals);
    const options = proposals.map(({ value, isEngine }, at) => ({
      isRight: isTrue(line, name, type, value),
      isEngine,
      isNothing: value === null,
      vector: vectors[at] as Float32Array,
    }));
    return [{ set, document: id, field: name, hasValue: !isTrue(line, name, type, null), options }];
  });
}
