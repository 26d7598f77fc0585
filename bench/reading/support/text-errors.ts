/** Right, recognised and true words of a page, and wrong and true characters. Sums of pages are the figures of a set. */
export type TextErrors = { rightWords: number; readWords: number; trueWords: number; wrongCharacters: number; trueCharacters: number };

/**
 * Compares what was recognised on a page with what stands there. Words are compared as a bag; case does not count, accents and signs do.
 * Characters: each true line against the stretch of the page's text that is most like it, without spaces (P. Sellers, The theory and
 * computation of evolutionary distances, 1980), so that the order of lines does not count.
 */
export function compareText(read: string, lines: readonly string[]): TextErrors {
  const [given, wanted] = [countWords(read), countWords(lines.join(' '))];
  let rightWords = 0;
  for (const [word, count] of wanted) rightWords += Math.min(count, given.get(word) ?? 0);
  const page = fold(read).replace(/\s/g, '');
  const bare = lines.map((line) => fold(line).replace(/\s/g, '')).filter((line) => line !== '');
  return {
    rightWords,
    readWords: sum([...given.values()]),
    trueWords: sum([...wanted.values()]),
    wrongCharacters: sum(bare.map((line) => leastDistance(line, page))),
    trueCharacters: sum(bare.map((line) => line.length)),
  };
}

export function addErrors(one: TextErrors, other: TextErrors): TextErrors {
  return Object.fromEntries(
    Object.keys(one).map((key) => [key, one[key as keyof TextErrors] + other[key as keyof TextErrors]]),
  ) as TextErrors;
}

/** F1 of the words and the share of wrong characters, in hundredths. */
export function ratesOf({ rightWords, readWords, trueWords, wrongCharacters, trueCharacters }: TextErrors): {
  words: number;
  characters: number;
} {
  return {
    words: (200 * rightWords) / Math.max(1, readWords + trueWords),
    characters: (100 * wrongCharacters) / Math.max(1, trueCharacters),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").replace(/[–—]/g, '-');

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of fold(text).split(/\s+/)) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Edit distance of `line` to the stretch of `page` that is nearest to it; at most the line's length. */
function leastDistance(line: string, page: string): number {
  if (page.includes(line)) return 0;
  let before = new Uint16Array(line.length + 1).map((_, index) => index);
  let least = line.length;
  for (const character of page) {
    const now = new Uint16Array(line.length + 1);
    for (let i = 1; i <= line.length; i++) {
      const changed = before[i - 1]! + (line[i - 1] === character ? 0 : 1);
      now[i] = Math.min(changed, before[i]! + 1, now[i - 1]! + 1);
    }
    least = Math.min(least, now[line.length]!);
    before = now;
  }
  return least;
}
