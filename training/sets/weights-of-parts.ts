import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Weights } from '#lib/extraction/scoring/weights.ts';

/**
 * Weights that did not see a document, from a folder that `npm run train --parts` kept (`FOLDER/issuer`, `FOLDER/document`,
 * `FOLDER/kind`). Each part is loaded once.
 * @returns for a document of a set its part's weights; undefined for one of none
 */
export function weightsOfParts(folder: string, set: string): (document: string) => Weights | undefined {
  const partOf = JSON.parse(readFileSync(path.join(folder, 'documents.json'), 'utf8')) as Record<string, number>;
  const loaded = new Map<number, Weights>();
  return (document) => {
    const part = partOf[`${path.basename(set)}/${document}`];
    if (part === undefined) return undefined;
    const weights = loaded.get(part) ?? (JSON.parse(readFileSync(path.join(folder, `part-${part}.json`), 'utf8')) as Weights);
    loaded.set(part, weights);
    return weights;
  };
}
