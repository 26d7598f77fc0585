import { describe, expect, it } from 'vitest';
import { buildPage, type Print } from '../testing/build-reading.ts';
import { BOLT, drawGrid, HOSE, heading, item, LINES, line, readPages, TAXED } from '../testing/print-table.ts';

describe('rows of tables with drawn lines', () => {
  const ACROSS = [30, 60, 160, 340, 400, 470, 560];
  const tableHeading = (y: number): Print[] =>
    line(y, [35, '#'], [65, 'Article no.'], [165, 'Name & Description'], [345, 'Qty'], [405, 'Unit price'], [475, 'Amount']);
  const entry = (y: number, number: string, code: string, name: string, figures: [string, string, string]): Print[] => [
    ...line(y, [35, number], [345, figures[0]], [405, figures[1]], [475, figures[2]]),
    ...line(y - 6, [65, `EAN: 40123450000${code}`], [165, `${name} - ${'galvanised'}`]),
    ...line(y + 6, [65, `Article: A${code}`], [165, 'Packed in bags']),
  ];
  const FIRST = [
    ...tableHeading(50),
    ...entry(90, '1', '16', 'Bolt M8', ['4', '0.50', '2.00']),
    ...entry(130, '2', '23', 'Hook', ['2', '1.10', '2.20']),
  ];

  it('reads cells of several lines set at any height: the name before its dash, the number whose label is meant', () => {
    const page = drawGrid(buildPage(1, FIRST), ACROSS, [40, 70, 110, 150]);
    expect(readPages([page], TAXED).map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['A16', 'Bolt M8', 4, 0.5, null, 2],
      ['A23', 'Hook', 2, 1.1, null, 2.2],
    ]);
  });

  it('goes on in the grid of the next page, which has no headings', () => {
    const pages = [
      drawGrid(buildPage(1, FIRST), ACROSS, [40, 70, 110, 150]),
      drawGrid(buildPage(2, entry(60, '3', '30', 'Chain', ['5', '2.00', '10.00'])), ACROSS, [40, 80]),
    ];
    expect(readPages(pages, TAXED).map((row) => row.description?.value)).toEqual(['Bolt M8', 'Hook', 'Chain']);
  });

  it('reads line by line where only the columns are drawn and one cell holds the figures of all rows', () => {
    const page = drawGrid(
      buildPage(1, [...heading(50), ...item(80, 'Bolt M8', '4', '0.50', '2.00'), ...item(100, 'Garden hose', '1', '19.90', '19.90')]),
      [30, 280, 340, 430, 560],
      [40, 70, 120],
    );
    expect(readPages([page], LINES).map((row) => Object.values(row).map(({ value }) => value))).toEqual([BOLT, HOSE]);
  });
});
