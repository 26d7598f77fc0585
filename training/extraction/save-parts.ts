import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { listOddsOf } from './decisions.ts';
import { documentId } from './hold-out.ts';
import { type HeldOutResults, weightsOf } from './train-extraction.ts';

/**
 * Writes weights that did not see some documents, as `bench:extract --parts FOLDER` reads them.
 * @param parts the number of each document's weights, by `documentId`
 */
export function saveParts(folder: string, weights: readonly Weights[], parts: ReadonlyMap<string, number>): void {
  mkdirSync(folder, { recursive: true });
  for (const [part, entry] of weights.entries()) writeFileSync(path.join(folder, `part-${part}.json`), JSON.stringify(entry));
  writeFileSync(path.join(folder, 'documents.json'), JSON.stringify(Object.fromEntries(parts)));
}

/** Writes the weights of every hold-out under `FOLDER/issuer`, `FOLDER/document` and `FOLDER/kind`. */
export function saveHoldOuts(folder: string, version: string, { holdOuts, found, opinions, decisions }: HeldOutResults): void {
  holdOuts.forEach(({ key, parts, forests }, way) => {
    const weights = forests.map((entry, part) => {
      // few lists are learned from, so those of the part itself would show
      const others = listOddsOf(found.filter(({ set, document }) => parts.get(documentId(set, document)) !== part));
      return weightsOf(version, entry, { ...decisions, lists: others }, opinions[way]?.[part]);
    });
    saveParts(path.join(folder, key), weights, parts);
  });
}
