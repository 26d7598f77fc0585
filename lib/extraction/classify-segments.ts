import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { SplittingResult } from '#lib/contract/service/splitting-job.ts';
import { classify } from './classify.ts';

/** Says of which class the document in each segment is, seen by its pages alone (see `classify`). */
export function classifySegments(reading: Reading, found: SplittingResult, classes: readonly DocumentClass[]): SplittingResult {
  if (classes.length === 0) return found;
  const segments = found.segments.map((segment) => {
    const pages = reading.pages.filter(({ number }) => number >= segment.first_page && number <= segment.last_page);
    // what the file states of itself is not said of one of its documents
    const part: Reading = { ...reading, pages, page_count: pages.length, stated_values: [], attachments: [], outline: [] };
    const { class: name, confidence } = classify(part, { classes });
    return { ...segment, class: name, class_confidence: confidence };
  });
  return { ...found, segments };
}
