import type { SummaryFact } from '#lib/contract/desk/deployment.ts';
import { type SummaryResult, summaryResultSchema } from '#lib/contract/service/summary-job.ts';
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
const NOTHING_ELSE = { sentences: [], title: null, note: null, facts: [] };

/** A summary and, where our own service tells them, its sentences with their places, the title, a note and the key facts. */
export type ReadSummary = Pick<SummaryResult, 'text' | 'sentences' | 'title' | 'note'> & { facts: SummaryFact[] };

/** Finds the text of a summary wherever it stands in a deployment's answer; null when there is none (yet). */
export function readSummary(answer: unknown): ReadSummary | null {
  if (isRecord(answer)) {
    const sentences = summaryResultSchema.shape.sentences;
    const job = summaryResultSchema.safeParse(answer.result);
    if (job.success) {
      const { text, sentences, title, note, key_facts } = job.data;
      return { text, sentences, title, note, facts: key_facts.map(toFact) };
    }
    const own = sentences.safeParse(answer.sentences);
    if (own.success && typeof answer.summary === 'string') return { ...NOTHING_ELSE, text: answer.summary, sentences: own.data };
  }
  const text = findText(answer, 0);
  return text === null ? null : { ...NOTHING_ELSE, text };
}

function toFact({ label, value, text, evidence }: SummaryResult['key_facts'][number]): SummaryFact {
  const plain = Array.isArray(value) ? value.join('; ') : String(value);
  return { label, text: text || plain, evidence, by_person: false };
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
