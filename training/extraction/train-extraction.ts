import path from 'node:path';
import { CHOICE_FEATURES, FEATURES } from '#lib/extraction/scoring/feature-names.ts';
import type { Forest, Weights } from '#lib/extraction/scoring/weights.ts';
import { roundForest } from '../learning/boost.ts';
import { type Choice, choicesOf, syntheticChoices } from './choices.ts';
import { absenceOf, calibrationsOf, type Decisions, decideLists, listOddsOf, thresholdsOf } from './decisions.ts';
import { documentId, type HoldOut, holdOut, PARTS } from './hold-out.ts';
import { learnConfidence, rawConfidence } from './learn-confidence.ts';
import { learnForests } from './learn-forests.ts';
import type { MadeDocuments } from './made-documents.ts';
import { type Question, SYNTHETIC_SET } from './questions.ts';

export type TrainingOptions = {
  questions: readonly Question[];
  /** Folders of the sets that the questions come from. */
  folders: readonly string[];
  /** Synthetic documents that the questions come from. */
  made: MadeDocuments;
  trees: number;
  version: string;
  /** Called with a line of progress. */
  say: (text: string) => void;
};

/** What is learned from documents held out, and what it is judged by. */
export type HeldOutResults = {
  holdOuts: HoldOut[];
  /** All choices, those of lists included. */
  found: Choice[];
  /** Choices of fields with one value. */
  single: Choice[];
  /** Log-odds of single choices, each by an opinion that did not see its document. */
  raw: Map<Choice, number>;
  /** By hold-out and part: the forest that says how sure a choice is. */
  opinions: Forest[][];
  decisions: Decisions;
};

/** The weights in the form of the file that the product loads. */
export function weightsOf(version: string, forests: Record<string, Forest>, decisions: Decisions, confidence?: Forest): Weights {
  return {
    version,
    features: [...FEATURES],
    forests: Object.fromEntries(Object.entries(forests).map(([group, forest]) => [group, roundForest(forest)])),
    ...(confidence ? { confidence: roundForest(confidence), choices: [...CHOICE_FEATURES] } : {}),
    ...decisions,
  };
}

/**
 * Learns from documents held out how choices are decided and how sure they are: every document is answered by forests that
 * did not see its issuer, by forests that did not see the document, and by forests that saw no document of its kind. The second
 * opinion on a part is learned from the other parts' choices, of all ways to hold out.
 */
export async function learnDecisions({ questions, folders, made, trees, version, say }: TrainingOptions): Promise<HeldOutResults> {
  const holdOuts = (['issuer', 'document', 'kind'] as const).map((key) =>
    holdOut(questions, key, trees, (part) => say(`by ${key}, part ${part + 1} of ${PARTS}`)),
  );
  const lists = decideLists(holdOuts[0]?.answers ?? []);
  const weights = holdOuts.map(({ forests }) => forests.map((entry) => weightsOf(version, entry, lists)));
  const weightsFor = (set: string) => (document: string) =>
    holdOuts.flatMap(({ parts }, at) => weights[at]?.[parts.get(documentId(set, document)) ?? -1] ?? []);
  const found: Choice[] = [];
  for (const folder of folders) for (const choice of await choicesOf(folder, weightsFor(path.basename(folder)))) found.push(choice);
  for (const choice of syntheticChoices(made, weightsFor(SYNTHETIC_SET))) found.push(choice);
  say(`${found.length} choices`);
  const single = found.filter(({ group }) => group !== 'list');
  const thresholds = { ...lists.thresholds, ...thresholdsOf(single) };
  const partIn = ({ parts }: HoldOut, { set, document }: Choice) => parts.get(documentId(set, document));
  const opinions = holdOuts.map((entry) =>
    Array.from({ length: PARTS }, (_, part) => learnConfidence(single.filter((choice) => partIn(entry, choice) !== part))),
  );
  say('opinions');
  const raw = new Map<Choice, number>();
  holdOuts.forEach((entry, way) => {
    for (const [part, forest] of (opinions[way] ?? []).entries()) {
      const mine = single.filter((choice) => choice.way === way && partIn(entry, choice) === part);
      for (const [choice, score] of rawConfidence(mine, forest)) raw.set(choice, score);
    }
  });
  const calibrations = { ...lists.calibrations, ...calibrationsOf(single, raw, thresholds) };
  const absence = absenceOf(single, raw, { thresholds, calibrations });
  const decisions: Decisions = { ...lists, lists: listOddsOf(found), thresholds, calibrations, absence };
  return { holdOuts, found, single, raw, opinions, decisions };
}

/** The weights that ship: learned from all documents, decided as learned from documents held out. */
export function learnWeights({ questions, trees, version }: TrainingOptions, { single, decisions }: HeldOutResults): Weights {
  return weightsOf(version, learnForests(questions, trees), decisions, learnConfidence(single));
}
