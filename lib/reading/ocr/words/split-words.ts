import { longestEmptyRun } from '../ink/ink-columns.ts';
import type { Character } from '../lines/decode-characters.ts';
import { isCjk } from '../networks/alphabet.ts';

/**
 * Logistic regression over the gap between two characters, fitted on lines of receipts and forms whose spaces were known.
 * The recogniser itself emits only some 60 % of the spaces.
 */
const WEIGHTS = [-1.674, 3.368, 4.771, -3.561, 2.034, 1.988, 0.968, 9.725, 0.953, 0.068, 0.192, -3.804] as const;

/**
 * Groups the characters of a line into words: ranges `[start, end)` of indices.
 * @param columns ink per column of the line's crop
 * @param step width of a time step in columns
 * @param height height of the crop in pixels
 */
export function splitWords(characters: Character[], columns: Uint8Array, step: number, height: number): [number, number][] {
  if (characters.length === 0) return [];
  const centres = characters.map((character) => ((character.first + character.last + 1) / 2) * step);
  const distances = centres.slice(1).map((centre, i) => (centre - centres[i]!) / height);
  const runs = distances.map((_, i) => Math.min(1.2, longestEmptyRun(columns, centres[i]!, centres[i + 1]!).length / height));
  const usualDistance = quantile(distances, 0.4);
  const usualRun = quantile(runs, 0.4);
  const words: [number, number][] = [];
  let start = 0;
  for (let i = 0; i < distances.length; i++) {
    const [before, after] = [characters[i]!, characters[i + 1]!];
    const features = [
      1,
      runs[i]!,
      Math.min(1.2, runs[i]! - usualRun),
      Math.min(0.6, usualRun),
      Math.min(4, distances[i]! / Math.max(usualDistance, 1e-6)),
      Math.min(2.5, distances[i]!),
      usualDistance,
      Math.log(Math.max(after.space, 1e-6)) / 10,
      flag(isPunctuation(before.text)),
      flag(isPunctuation(after.text)),
      flag(isDigit(before.text) && isDigit(after.text)),
      flag((isDigit(before.text) && isPoint(after.text)) || (isPoint(before.text) && isDigit(after.text))),
    ];
    const score = features.reduce((sum, feature, k) => sum + feature * WEIGHTS[k]!, 0);
    if (score > 0 && !(isCjk(before.text) && isCjk(after.text))) {
      words.push([start, i + 1]);
      start = i + 1;
    }
  }
  words.push([start, characters.length]);
  return words;
}

function quantile(values: number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

const flag = (condition: boolean) => (condition ? 1 : 0);
const isDigit = (text: string) => /^\d$/.test(text);
const isPoint = (text: string) => text === '.' || text === ',';
const isPunctuation = (text: string) => /^[\p{P}\p{S}]$/u.test(text);
