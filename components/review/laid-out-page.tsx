'use client';

import type { Page } from '#lib/contract/reading.ts';

const percent = (value: number) => `${value * 100}%`;

/** A page that has no picture: its words, as real selectable text, and the frames of its tables at their boxes. */
export function LaidOutPage({ page, width }: { page: Page; width: number }) {
  const scale = width / page.width;
  return (
    <div className="absolute inset-0 overflow-hidden font-sans">
      {page.tables.flatMap((table) =>
        table.cells.map((cell) => (
          <div
            key={`${table.box.join()} ${cell.row} ${cell.column}`}
            className="absolute border border-black/15"
            style={{
              left: percent(cell.box[0]),
              top: percent(cell.box[1]),
              width: percent(cell.box[2] - cell.box[0]),
              height: percent(cell.box[3] - cell.box[1]),
            }}
          />
        )),
      )}
      {page.words.map((word, index) => {
        const height = (word.box[3] - word.box[1]) * page.height * scale;
        const wordWidth = (word.box[2] - word.box[0]) * width;
        const size = Math.min((word.size ?? 10) * scale, height * 1.05);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: words of a page never move
            key={index}
            className="absolute whitespace-pre leading-none"
            style={{
              left: percent(word.box[0]),
              top: percent(word.box[1]),
              width: wordWidth,
              height,
              fontSize: size,
              lineHeight: `${height}px`,
              fontWeight: word.bold ? 600 : 400,
              fontFamily: 'Helvetica, Arial, "Liberation Sans", sans-serif',
              textAlignLast: word.text.length > 1 ? 'justify' : 'left',
              letterSpacing: '-0.01em',
            }}
          >
            {word.text}
          </span>
        );
      })}
    </div>
  );
}
