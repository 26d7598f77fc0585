import type { Forest } from '#lib/extraction/scoring/weights.ts';
import { type Answer, answerQuestions, learnForests } from './learn-forests.ts';
import { type Question, SYNTHETIC_SET } from './questions.ts';

/** Parts that the documents are divided into; each is judged by forests that were learned from the others. */
export const PARTS = 5;

/**
 * What is kept together in a part: all documents of an issuer, which then was never seen, a document alone, or all of a kind.
 * Synthetic documents are no kind: they are always learned from when kinds are held out.
 */
export type HoldOutKey = 'issuer' | 'document' | 'kind';

/** Forests of each part, learned from the questions of the other parts, and their answers to the questions of the part. */
export type HoldOut = {
  key: HoldOutKey;
  /** The part of each document, by `documentId`. */
  parts: Map<string, number>;
  forests: Record<string, Forest>[];
  answers: Answer[];
};

/** A document's name among all sets. */
export function documentId(set: string, document: string): string {
  return `${set}/${document}`;
}

/** The part that a name falls in (FNV-1a over its code units); the same on every machine. */
export function partOf(name: string): number {
  let value = 2166136261;
  for (const char of name) value = Math.imul(value ^ char.charCodeAt(0), 16777619) >>> 0;
  return value % PARTS;
}

/** Learns the forests of all parts. */
export function holdOut(questions: readonly Question[], key: HoldOutKey, trees: number, onPart: (part: number) => void): HoldOut {
  const result: HoldOut = { key, parts: new Map(), forests: [], answers: [] };
  const isHeld = ({ set }: Question) => key !== 'kind' || set !== SYNTHETIC_SET;
  for (const question of questions)
    if (isHeld(question)) result.parts.set(documentId(question.set, question.document), partOf(question[key]));
  for (let part = 0; part < PARTS; part++) {
    const forests = learnForests(
      questions.filter((question) => !isHeld(question) || partOf(question[key]) !== part),
      trees,
    );
    const held = questions.filter((question) => isHeld(question) && partOf(question[key]) === part);
    for (const answer of answerQuestions(held, forests)) result.answers.push(answer);
    result.forests.push(forests);
    onPart(part);
  }
  return result;
}
