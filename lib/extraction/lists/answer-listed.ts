import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import type { Scene } from '../scoring/scene.ts';
import type { Segment } from '../view/segments.ts';
import { findColumn } from './find-column.ts';
import { SURE } from './list-column.ts';
import { evidenceOfEntries, type ListEntry, textOfEntry } from './list-entry.ts';
import { listGoods } from './list-goods.ts';
import { readLines } from './read-lines.ts';
import { splitEntries } from './split-entries.ts';

/** Words of a label at most, and entries of a list. */
const [LABEL_WORDS, MOST_ENTRIES] = [5, 5000];
/** Confidence in entries under a heading like the field's name, and under just that name. */
const [LIKE, NAMED] = [0.72, 0.9];
/** Confidence in entries that all look like labels with values of their own. */
const UNSURE = 0.5;
/**
 * Confidence in cells and lines under a heading of a table that is the field's own name: 44 of 55 such lists were exactly right in real
 * reports that nothing was learned from. And under one that only means it: 2 of 8 in orders and invented documents, of which the heading
 * says too little to tell them apart.
 */
const [COLUMN, MEANT] = [0.8, 0.3];

type Found = { score: number; entries: ListEntry[]; confidence: number; reason: string };

/**
 * Reads the entries of a list that has a column of a table to itself, or stands under a heading or behind a label of the field's own
 * name: "Skills: Python, SQL", or one entry a line. Null when there is none, so that names in running text are looked for by scoring.
 */
export function answerListed(scene: Scene, field: number): ExtractedValue | null {
  const goods = listGoods(scene, field);
  if (goods.length > 0) return ofCells(goods);
  const column = findColumn(scene, field);
  // Names and numbers behind a label are told from the words around them by scoring.
  const lines = scene.profiles[field]?.kind === 'text' ? findLines(scene, field) : null;
  const found: Found | null =
    column && (!lines || column.score >= lines.score)
      ? { ...column, confidence: column.score >= SURE ? COLUMN : MEANT, reason: `stands in the column “${column.title.slice(0, 60)}”` }
      : lines;
  if (!found) return null;
  const entries = found.entries.slice(0, MOST_ENTRIES);
  const texts = entries.map((entry) => textOfEntry(scene.view, entry));
  return {
    value: texts,
    text: texts.join('; '),
    confidence: texts.every((text) => text.includes(':')) ? Math.min(UNSURE, found.confidence) : found.confidence,
    evidence: evidenceOfEntries(scene.view, entries),
    candidates: [],
    reason: found.reason,
  };
}

/** A list of the cells of a column: no surer than the least sure of them. */
function ofCells(cells: readonly ExtractedValue[]): ExtractedValue {
  const texts = cells.map(({ value }) => String(value));
  return {
    value: texts,
    text: texts.join('; '),
    confidence: Math.min(...cells.map(({ confidence }) => confidence)),
    evidence: cells.flatMap(({ evidence }) => evidence),
    candidates: [],
    ...(cells[0]?.reason ? { reason: cells[0].reason } : {}),
  };
}

/** Entries behind or under the label or heading that names the field best by its words. */
function findLines(scene: Scene, field: number): Found | null {
  let best: (Found & { worth: number }) | null = null;
  for (const segment of scene.view.segments) {
    for (let end = segment.start + 1; end <= Math.min(segment.end, segment.start + LABEL_WORDS); end++) {
      const match = scene.labels.match(segment.start, end)[field];
      if (!match || match.phrase < 0.8 || match.unit < 0.85) continue;
      const colon = /:$/.test(scene.view.tokens[end - 1]?.text ?? '');
      if (end < segment.end && !colon) continue;
      const entries = end < segment.end ? splitEntries(scene.view, end, segment.end) : readLines(scene, field, segment);
      const worth = match.score + Math.min(5, entries.length) * 0.05;
      if (!entries.length || worth <= (best?.worth ?? 0)) continue;
      const named = isOwnLabel(scene, field, segment.start, end) && entries.length > 1 ? NAMED : LIKE;
      const confidence = colon || !isBesideOthers(scene, segment) ? named : COLUMN;
      best = { score: match.score, worth, entries, confidence, reason: 'listed under its name' };
    }
  }
  return best && (best.entries.length > 1 || best.worth >= 0.9) ? best : null;
}

/** True for a heading with another one on its line, as over the columns of a table. */
function isBesideOthers({ view }: Scene, { index, left }: Segment): boolean {
  const { right } = view.links;
  return (right[index] ?? -1) >= 0 || view.segments.some((other) => other.left < left && right[other.index] === index);
}

function isOwnLabel(scene: Scene, field: number, start: number, end: number): boolean {
  return scene.profiles[field]?.ownLabels.has(keyOfTokens(scene, start, end)) ?? false;
}
