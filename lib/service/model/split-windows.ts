import type { Page } from '#lib/contract/service/reading.ts';

/** Text of consecutive pages, or of a part of one page. */
export type TextWindow = { lines: { page: number; text: string }[] };

/** The lines of the pages as a person sees them; hidden words are left out. */
function visibleLines(pages: readonly Page[]): TextWindow['lines'] {
  return pages.flatMap((page) =>
    page.lines.map((line) => ({
      page: page.number,
      text: page.words
        .slice(...line.words)
        .filter((word) => !word.hidden)
        .map((word) => word.text)
        .join(' '),
    })),
  );
}

/** Cuts a document into windows of at most `maxCharacters`, between lines, at page ends where that does not halve a window. */
export function splitWindows(pages: readonly Page[], maxCharacters: number): TextWindow[] {
  const windows: TextWindow[] = [];
  let current: TextWindow['lines'] = [];
  let size = 0;
  let previous = 0;
  for (const line of visibleLines(pages).filter(({ text }) => text !== '')) {
    const turnsPage = line.page !== previous && size > maxCharacters / 2;
    if (current.length > 0 && (size + line.text.length > maxCharacters || turnsPage)) {
      windows.push({ lines: current });
      current = [];
      size = 0;
    }
    current.push(line);
    size += line.text.length + 1;
    previous = line.page;
  }
  if (current.length > 0) windows.push({ lines: current });
  return windows;
}

/** Two halves of a window, or null when it has one line. */
export function halveWindow({ lines }: TextWindow): [TextWindow, TextWindow] | null {
  if (lines.length < 2) return null;
  const middle = Math.ceil(lines.length / 2);
  return [{ lines: lines.slice(0, middle) }, { lines: lines.slice(middle) }];
}
