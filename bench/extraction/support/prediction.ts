import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';

/** One line of predictions as the scorer of the sets reads it. */
export type Prediction = Record<string, unknown> & { file: string };

function tablesOf(reading: Reading): unknown[] {
  return reading.pages.flatMap((page) =>
    page.tables.map((table) => ({
      page: page.number,
      cells: table.cells.map((cell) => ({
        r: cell.row,
        c: cell.column,
        r2: cell.row + cell.row_span - 1,
        c2: cell.column + cell.column_span - 1,
        text: cell.text,
      })),
    })),
  );
}

function textOf(reading: Reading): string {
  return reading.pages
    .map((page) =>
      page.lines
        .map((line) =>
          page.words
            .slice(...line.words)
            .map((word) => word.text)
            .join(' '),
        )
        .join('\n'),
    )
    .join('\n');
}

/**
 * A result as a line of predictions.
 * @param withTables also give the reading's tables and text, for sets that score them
 */
export function predictionOf(file: string, reading: Reading, result: ExtractionResult | null, withTables: boolean): Prediction {
  const fields: Record<string, unknown> = {};
  const confidence: Record<string, number> = {};
  const prediction: Prediction = { file, fields, confidence };
  for (const [name, entry] of Object.entries(result?.fields ?? {})) {
    if (Array.isArray(entry)) {
      const rows = entry.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value.value])));
      if (name === 'line_items') prediction.line_items = rows;
      else fields[name] = rows;
    } else {
      const value = entry as ExtractedValue;
      fields[name] = value.value;
      confidence[name] = value.confidence;
    }
  }
  if (result?.duration_ms !== undefined) prediction.ms = result.duration_ms;
  prediction.page_count = reading.page_count;
  if (withTables) {
    prediction.tables = tablesOf(reading);
    prediction.text = textOf(reading);
  }
  return prediction;
}
