import { type SummaryResult, summaryResultSchema } from '#lib/contract/summary-job.ts';
import { isRecord } from './read-status.ts';

/** Where a summary usually stands, the likeliest first. */
const PLACES = [
  'summary',
  'summary_text',
  'summaryText',
  'text',
  'content',
  'abstract',
  'result',
  'results',
  'output',
  'data',
  'response',
  'answer',
  'value',
];
const DEEPEST = 5;

/** A summary and, where our own service tells them, its sentences with their places. */
export type ReadSummary = { text: string; sentences: SummaryResult['sentences'] };

/** Finds the text of a summary wherever it stands in a deployment's answer; null when there is none (yet). */
export function readSummary(answer: unknown): ReadSummary | null {
  if (isRecord(answer)) {
    const sentences = summaryResultSchema.shape.sentences;
    const job = summaryResultSchema.safeParse(answer.result);
    if (job.success) return { text: job.data.text, sentences: job.data.sentences };
    const own = sentences.safeParse(answer.sentences);
    if (own.success && typeof answer.summary === 'string') return { text: answer.summary, sentences: own.data };
  }
  const text = findText(answer, 0);
  return text === null ? null : { text, sentences: [] };
}

function findText(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return depth > 0 && value.trim() !== '' ? value.trim() : null;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) {
    const parts = value.map((entry) => (typeof entry === 'string' ? entry.trim() : findText(entry, depth + 1))).filter(Boolean);
    return depth > 0 && parts.length > 0 ? parts.join('\n') : null;
  }
  if (!isRecord(value)) return null;
  for (const place of PLACES) {
    const found = place in value ? findText(value[place], depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}
