import type { LayoutBlock, TextRun } from './layout-block.ts';

/** All text of blocks as the runs of one cell: a line per paragraph, a line with tabs per row of an inner table. */
export function flattenBlocks(blocks: readonly LayoutBlock[]): TextRun[] {
  const lines = blocks.flatMap((block): TextRun[][] => {
    if (block.kind === 'page_break' || block.kind === 'picture') return [];
    if (block.kind === 'monospace') return block.lines.map((text) => [{ text }]);
    if (block.kind !== 'table') return [block.marker ? [{ text: `${block.marker} ` }, ...block.runs] : block.runs];
    return block.rows.map((row) => row.flatMap((cell, index) => [...(index > 0 ? [{ text: '\t' }] : []), ...cell.runs]));
  });
  return lines
    .filter((runs) => runs.some((run) => run.text.trim() !== '' || run.field))
    .flatMap((runs, index) => (index > 0 ? [{ text: '\n' }, ...runs] : runs));
}
