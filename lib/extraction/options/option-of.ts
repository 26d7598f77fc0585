import { textKey } from '#lib/document/values/fold-text.ts';
import { isNegation } from './is-negation.ts';

/** Letters of a word that may go on (“pass”, “passed”). */
const LEAST_STEM = 4;
/** Letters in which it may go on. */
const ENDING = 3;

/** Words besides negations that make another option of one. */
const TURNS = /^(?:semi|bi|except|other|than)$/iu;

/**
 * The option that words beside a box say: the option itself, words that begin with it or hold all of its words, with other endings too, a
 * part or an initial of one option only. Null where two options could be meant, or none.
 */
export function optionOf(words: string, options: readonly string[]): string | null {
  const said = textKey(words);
  if (said === '') return null;
  const keys = options.map((option) => ({ option, key: textKey(option), words: wordsOf(option) }));
  const spoken = wordsOf(words);
  const holds = (all: readonly string[], some: readonly string[]) =>
    some.length > 0 && some.every((word) => all.some((other) => other === word || isSameStem(other, word)));
  // “not approved”, “semi-annually”, “every 3 months”
  const isOther = spoken.some((word) => isNegation(word) || TURNS.test(word)) || /\d/.test(said);
  const tests: ((of: (typeof keys)[number]) => boolean)[] = [
    ({ key }) => key === said,
    ({ words: own }) => own.length > 0 && own.every((word, at) => spoken[at] === word),
    ({ words: own }) => holds(spoken, own),
    ({ words: own }) => holds(own, spoken),
    ({ key }) => said.length <= 2 && /^\p{L}+$/u.test(said) && key.startsWith(said),
  ];
  for (const test of isOther ? tests.slice(0, 1) : tests) {
    const found = keys.filter(test);
    if (found.length > 0) return found.length === 1 ? (found[0]?.option ?? null) : null;
  }
  return null;
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s_/–—-]+/)
    .map(textKey)
    .filter((word) => word !== '');
}

function isSameStem(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  let shared = 0;
  while (shared < shorter.length && shorter[shared] === longer[shared]) shared += 1;
  const isWhole = shared === shorter.length && shared >= LEAST_STEM;
  return isWhole && longer.length - shared <= ENDING;
}
