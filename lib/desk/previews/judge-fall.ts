import type { PreviewCounts } from '#lib/contract/desk/schemas/schema-preview.ts';
import { signTest } from '#lib/document/statistics/sign-test.ts';

/** Chance alone would bring about so many losses in less than one of a hundred checks in which nothing became better or worse. */
const UNLIKELY = 0.01;
/** So many more losses than gains there must be, and so many more documents with losses than with gains. */
const LEAST_EXCESS = 3;

/** What a check says of a schema. `isLevel`: nothing was lost that was not made up for, so that later checks may be compared with this one. */
export type Verdict = { probability: number; fell: boolean; isLevel: boolean };

/**
 * Whether quality fell by more than chance, by an exact sign test (see `signTest`). A field of a document counts once, however many rows
 * of it changed: the rows of a table go wrong together. For the same reason it is no fall when one document alone goes wrong.
 * @param documents of each document that was compared: its fields
 */
export function judgeFall(documents: readonly (readonly Pick<PreviewCounts, 'gains' | 'losses'>[])[]): Verdict {
  const fields = signsOf(documents.flat());
  const whole = signsOf(
    documents.map((counts) => {
      const { lost, gained } = signsOf(counts);
      return { losses: lost, gains: gained };
    }),
  );
  const probability = signTest(fields.lost, fields.gained);
  const isLarge = fields.lost - fields.gained >= LEAST_EXCESS && whole.lost - whole.gained >= LEAST_EXCESS;
  return { probability, fell: probability < UNLIKELY && isLarge, isLevel: fields.lost <= fields.gained };
}

function signsOf(counts: readonly Pick<PreviewCounts, 'gains' | 'losses'>[]): { lost: number; gained: number } {
  return {
    lost: counts.filter(({ losses, gains }) => losses > gains).length,
    gained: counts.filter(({ losses, gains }) => gains > losses).length,
  };
}
