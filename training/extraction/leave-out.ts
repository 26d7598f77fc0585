import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { documentId } from './hold-out.ts';
import { learnConfidence } from './learn-confidence.ts';
import { type Answer, answerQuestions, learnForests } from './learn-forests.ts';
import type { Question } from './questions.ts';
import { type HeldOutResults, type TrainingOptions, weightsOf } from './train-extraction.ts';

/** Sets whose names begin alike (up to a hyphen) share documents or issuers and are left out together. */
export function familyOf(set: string): string {
  return set.replace(/-.*/, '');
}

export type FamilyLeftOut = {
  questions: Question[];
  answers: Answer[];
  /** Weights that saw no document of the family; null when only the answers are asked for. */
  weights: Weights | null;
};

/** Learns from all families but one and answers the questions of that one. */
export function leaveOut(family: string, options: TrainingOptions, results: HeldOutResults, withWeights: boolean): FamilyLeftOut {
  const { questions, trees, version } = options;
  const isLeft = ({ set }: { set: string }) => familyOf(set) === family;
  const forests = learnForests(
    questions.filter((question) => !isLeft(question)),
    trees,
  );
  const held = questions.filter(isLeft);
  const opinion = () => learnConfidence(results.single.filter((choice) => !isLeft(choice)));
  return {
    questions: held,
    answers: answerQuestions(held, forests),
    weights: withWeights ? weightsOf(version, forests, results.decisions, opinion()) : null,
  };
}

/** The number of each document's weights, by `documentId`: those of its family. */
export function partsOfFamilies(left: readonly FamilyLeftOut[]): Map<string, number> {
  return new Map(
    left.flatMap(({ questions }, part) => questions.map(({ set, document }): [string, number] => [documentId(set, document), part])),
  );
}
