import { textKey } from '#lib/document/values/fold-text.ts';

/** Letters that two words must share from their beginning where one only goes on (“pass”, “passed”), and where both differ in their ends. */
const [LEAST_STEM, STEM] = [4, 5];
/** Letters in which the longer of the two may go on. */
const ENDING = 3;

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
  const tests: ((of: (typeof keys)[number]) => boolean)[] = [
    ({ key }) => key === said,
    ({ words: own }) => own.length > 0 && own.every((word, at) => spoken[at] === word),
    ({ words: own }) => holds(spoken, own),
    ({ words: own }) => holds(own, spoken),
    ({ key }) => said.length <= 2 && /^\p{L}+$/u.test(said) && key.startsWith(said),
  ];
  for (const test of tests) {
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
  return (isWhole || (shared >= STEM && shorter.length - shared <= 1)) && longer.length - shared <= ENDING;
}
