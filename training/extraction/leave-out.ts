import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { documentId } from './hold-out.ts';
import { learnConfidence } from './learn-confidence.ts';
import { type Answer, answerQuestions, learnForests } from './learn-forests.ts';
import type { Question } from './questions.ts';
import { type HeldOutResults, type TrainingOptions, weightsOf } from './train-extraction.ts';

export type KindLeftOut = {
  questions: Question[];
  answers: Answer[];
  /** Weights that saw no document of the kind; null when only the answers are asked for. */
  weights: Weights | null;
};

/** Learns from all kinds but one and answers the questions of that one. */
export function leaveOut(left: string, options: TrainingOptions, results: HeldOutResults, withWeights: boolean): KindLeftOut {
  const { questions, trees, version } = options;
  const isLeft = ({ kind }: { kind: string }) => kind === left;
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

/** The number of each document's weights, by `documentId`: those of its kind. */
export function partsOfKinds(left: readonly KindLeftOut[]): Map<string, number> {
  return new Map(
    left.flatMap(({ questions }, part) => questions.map(({ set, document }): [string, number] => [documentId(set, document), part])),
  );
}
