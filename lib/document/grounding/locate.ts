import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { unionAll } from '../geometry/box.ts';
import { textKey } from '../values/fold-text.ts';
import { matchDate, matchNumber, matchText, type WordMatch } from './match-words.ts';

export type LocateOptions = {
  /** What the field is called: evidence near these words comes first. */
  label?: string;
  /** Evidence returned at most (default 10). */
  limit?: number;
};

/** Evidence of a value, how sure it is that it is the one meant, and how near the label's words are; both 0 to 1. */
export type Located = { evidence: Evidence; score: number; near: number };

/**
 * Finds where a value stands: numbers and dates in any notation, texts whatever their case, accents and punctuation, and with
 * slips of recognition when nothing agrees better. A list gives the best place of each entry. Best first; nothing found = none.
 */
export function locate(value: Value, type: FieldType, pages: readonly Page[], options: LocateOptions = {}): Evidence[] {
  return rankEvidence(value, type, pages, options).map(({ evidence }) => evidence);
}

/** Like `locate`, with the score of each evidence. */
export function rankEvidence(value: Value, type: FieldType, pages: readonly Page[], options: LocateOptions = {}): Located[] {
  if (value === null || value === '' || typeof value === 'boolean') return [];
  if (Array.isArray(value)) return value.flatMap((entry) => rankEvidence(entry, 'string', pages, { ...options, limit: 1 }));
  const words = (options.label ?? '').split(/[\s_]+/).map(textKey);
  const wanted = [...new Set(words.filter((word) => word.length > 1))];
  const located = pages.flatMap((page) =>
    matchesOn(page, value, type).map((match): Located => {
      const near = wanted.length ? nearness(page, match, wanted) : 0;
      return { evidence: evidenceOf(page, match), score: Math.min(1, match.score * (0.8 + 0.2 * near)), near };
    }),
  );
  located.sort((a, b) => b.score - a.score || a.evidence.page - b.evidence.page);
  return located.slice(0, options.limit ?? 10);
}

function matchesOn(page: Page, value: string | number, type: FieldType): WordMatch[] {
  if (typeof value === 'number') return matchNumber(page, value);
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return matchDate(page, value);
  return matchText(page, value);
}

function evidenceOf(page: Page, match: WordMatch): Evidence {
  const words = page.words.slice(match.start, match.end);
  const indices = words.map((_, index) => match.start + index);
  const evidence: Evidence = {
    page: page.number,
    box: unionAll(words.map((word) => word.box)),
    text: words.map((word) => word.text).join(' '),
    words: indices,
  };
  const first = page.cell_addresses?.[match.start];
  const last = page.cell_addresses?.[match.end - 1];
  if (first) evidence.range = last && last !== first ? `${first}:${last}` : first;
  const sheet = page.grid?.sheet ?? page.name;
  if (first && sheet) evidence.sheet = sheet;
  return evidence;
}

/** 0 to 1: share of the label's words that stand left of the place on its line or shortly over it, nearer counts more. */
function nearness(page: Page, match: WordMatch, wanted: readonly string[]): number {
  const place = page.words[match.start]?.box;
  if (!place) return 0;
  const height = Math.max(0.004, place[3] - place[1]);
  const best = new Map<string, number>();
  page.words.forEach((word, index) => {
    if (index >= match.start && index < match.end) return;
    const key = textKey(word.text);
    const hit = wanted.find((part) => key.startsWith(part) || (key.length > 3 && part.startsWith(key)));
    if (!hit) return;
    const down = place[1] - word.box[1];
    const sameLine = Math.abs(down) < 0.6 * height && word.box[2] <= place[0] + 0.01;
    const over = down >= 0.6 * height && down < 4 * height && word.box[0] < place[2] && word.box[2] > place[0] - 0.05;
    if (!sameLine && !over) return;
    const distance = sameLine ? (place[0] - word.box[2]) * 1.2 : down * 2;
    best.set(hit, Math.max(best.get(hit) ?? 0, Math.max(0.2, 1 - distance)));
  });
  return [...best.values()].reduce((sum, score) => sum + score, 0) / wanted.length;
}
