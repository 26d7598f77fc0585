import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { endOf, startOf } from '../candidates/candidate.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { evidenceOf } from '../values/build-value.ts';

/** Gap between the lines of one paragraph or cell at most, in ems, and how far to the right of the line above the next one may begin. */
const [CLOSE, APART] = [1, 1];
/** What a broken number goes on with: a word with digits, without the mark of the sentence behind it. */
const REST = /^([\p{Lu}\d][\p{Lu}\d./-]*\d[\p{Lu}\d]*)[.,;)]?$/u;

/** A number of something that is broken at its hyphen, with the rest of it at the beginning of the next line. Other answers stay. */
export function withNextLine(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  const { profiles, pool, view } = context;
  if (profiles[field]?.kind !== 'identifier' || typeof answer.value !== 'string' || !/\d[-–/]$/.test(answer.value)) return answer;
  for (const candidate of pool.candidates) {
    if (candidate.text !== answer.text || candidate.ranges.length !== 1) continue;
    const [start, end] = [startOf(candidate), endOf(candidate)];
    const line = view.segments[view.tokens[end - 1]?.segment ?? -1];
    if (!line || line.end !== end) continue;
    const next = view.segments.find(
      ({ page, left, right, top }) =>
        page === line.page && top > line.top + 0.3 && top - line.bottom < CLOSE && left < line.left + APART && right > line.left,
    );
    const rest = next && REST.exec(view.tokens[next.start]?.text ?? '')?.[1];
    if (!next || !rest) continue;
    const text = `${answer.value}${rest}`;
    return {
      ...answer,
      value: text,
      text,
      evidence: evidenceOf(
        view,
        [
          [start, end],
          [next.start, next.start + 1],
        ],
        candidate.page,
      ),
    };
  }
  return answer;
}
