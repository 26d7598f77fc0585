import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { locate } from './locate.ts';

/** Words of a sentence's beginning that are looked for when the whole of it stands nowhere. */
const OPENING = 8;
const MOST = 60;

/**
 * Cuts a text into sentences and finds those that stand on the pages, whole or by their first words. A sentence in words
 * of its own (a model's) has no place, and says so by an empty list.
 */
export function locateSentences(text: string, pages: readonly Page[]): { text: string; evidence: Evidence[] }[] {
  return cutSentences(text)
    .slice(0, MOST)
    .map((sentence) => ({ text: sentence, evidence: findSentence(sentence, pages) }));
}

function findSentence(sentence: string, pages: readonly Page[]): Evidence[] {
  const whole = locate(sentence, 'string', pages, { limit: 1 });
  if (whole.length > 0) return whole;
  const words = sentence.split(/\s+/);
  return words.length > OPENING ? locate(words.slice(0, OPENING).join(' '), 'string', pages, { limit: 1 }) : [];
}

function cutSentences(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== '');
}
