import type { Page, Word } from '#lib/contract/service/reading.ts';

/** Words that are looked at, of a block or a page. */
const SAMPLE = 60;
/** Share of them that must be so wide; a few short ones of other faces are by chance. */
const MOST = 0.8;

/**
 * Indices of the words that are set in a typewriter face, told by their widths. A page may hold both: the head of a mail is set
 * in another face than its text. Words outside of any block are taken as most of the page.
 */
export function monospacedWords({ words, lines, blocks, width }: Pick<Page, 'words' | 'lines' | 'blocks' | 'width'>): Set<number> {
  const found = new Set<number>();
  if (isMonospaced(words, width)) for (const index of words.keys()) found.add(index);
  for (const block of blocks) {
    const indices = lines.slice(...block.lines).flatMap(({ words: [from, to] }) => Array.from({ length: to - from }, (_, at) => from + at));
    const verdict = isMonospaced(
      indices.flatMap((index) => words[index] ?? []),
      width,
    );
    if (verdict !== null) for (const index of indices) verdict ? found.add(index) : found.delete(index);
  }
  return found;
}

/** True when nearly all words are as wide as in a typewriter face: six tenths of the size a character. Null when there is nothing to tell by. */
function isMonospaced(words: readonly Word[], pageWidth: number): boolean | null {
  const ratios = words
    .filter((word) => word.size && word.text.length > 2)
    .slice(0, SAMPLE)
    .map((word) => ((word.box[2] - word.box[0]) * pageWidth) / ((word.size ?? 1) * word.text.length));
  if (ratios.length === 0) return null;
  return ratios.filter((ratio) => Math.abs(ratio - 0.6) < 0.012).length >= ratios.length * MOST;
}
