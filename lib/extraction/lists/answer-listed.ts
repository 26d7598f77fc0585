import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { evidenceOf } from '../values/build-value.ts';
import { isAloneOnLine } from '../view/document-view.ts';
import { findColumn } from './find-column.ts';
import { SURE, textOfLines } from './list-column.ts';
import { type ListEntry, textOfEntry } from './list-entry.ts';
import { listGoods } from './list-goods.ts';
import { LABEL_WORDS, readLines } from './read-lines.ts';
import { splitEntries } from './split-entries.ts';

/** Confidence in entries under a heading like the field's name, and under just that name. */
const [LIKE, NAMED] = [0.72, 0.9];
/**
 * Confidence in entries that all look like labels with values of their own, in lines under one of several headings on a line, and in a
 * column whose neighbours' headings do not look like any: it may be a form.
 */
const UNSURE = 0.5;
/**
 * Confidence in a column whose heading is the field's own name: of 27 such lists in reports that nothing was learned from 19 were right.
 * And in one whose heading only means it: 2 of 8 in orders and invented documents.
 */
const [COLUMN, MEANT] = [0.7, 0.3];
/** Kinds that are known by their form wherever they stand, so that scoring finds them without a column. */
const BY_FORM: ReadonlySet<FieldKind> = new Set(['email', 'iban', 'bic', 'vat_id', 'phone', 'url']);

type Found = { score: number; entries: ListEntry[]; texts: string[]; confidence: number; reason: string };

/**
 * Reads the entries of a list that has a column of a table to itself, or stands under a heading or behind a label of the field's own
 * name: "Skills: Python, SQL", or one entry a line. Null when there is none, so that names in running text are looked for by scoring.
 */
export function answerListed(context: ExtractionContext, field: number): ExtractedValue | null {
  const kind = context.profiles[field]?.kind ?? 'text';
  if (BY_FORM.has(kind)) return null;
  const goods = listGoods(context, field);
  if (goods.length > 0) return ofCells(goods);
  const column = columnOf(context, field);
  // Names and numbers behind a label are told from the words around them by scoring.
  const lines = kind === 'text' ? findLines(context, field) : null;
  const found = column && (!lines || lines.confidence <= UNSURE || column.score >= lines.score) ? column : lines;
  if (!found) return null;
  const { texts, confidence, reason } = found;
  return {
    value: texts,
    text: texts.join('; '),
    confidence: texts.every((text) => text.includes(':')) ? Math.min(UNSURE, confidence) : confidence,
    evidence: found.entries.flatMap(({ ranges, page }) => evidenceOf(context.view, ranges, page)),
    candidates: [],
    reason,
  };
}

/** The cells of a column that hold more than a dash. */
function columnOf(context: ExtractionContext, field: number): Found | null {
  const column = findColumn(context, field);
  const entries = column?.entries.filter(({ ranges }) => /[\p{L}\p{N}]/u.test(textOfLines(context, ranges))) ?? [];
  if (!column || !entries.length) return null;
  return {
    score: column.score,
    entries,
    texts: entries.map(({ ranges }) => textOfLines(context, ranges)),
    confidence: column.score < SURE ? MEANT : column.isHead ? COLUMN : UNSURE,
    reason: `stands in the column “${column.title.slice(0, 60)}”`,
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
function findLines(context: ExtractionContext, field: number): Found | null {
  let best: (Omit<Found, 'texts' | 'reason'> & { worth: number }) | null = null;
  for (const segment of context.view.segments) {
    for (let end = segment.start + 1; end <= Math.min(segment.end, segment.start + LABEL_WORDS); end++) {
      const match = context.labels.match(segment.start, end)[field];
      if (!match || match.phrase < 0.8 || match.unit < 0.85) continue;
      const colon = /:$/.test(context.view.tokens[end - 1]?.text ?? '');
      if (end < segment.end && !colon) continue;
      // As headings over the columns of a table do.
      const isBeside = !colon && !isAloneOnLine(context.view, segment);
      const entries = end < segment.end ? splitEntries(context.view, end, segment.end) : readLines(context, field, segment, !isBeside);
      const worth = match.score + Math.min(5, entries.length) * 0.05;
      if (!entries.length || worth <= (best?.worth ?? 0)) continue;
      const named = isOwnLabel(context, field, segment.start, end) && entries.length > 1 ? NAMED : LIKE;
      best = { score: match.score, worth, entries, confidence: isBeside ? UNSURE : named };
    }
  }
  if (!best || (best.entries.length < 2 && best.worth < 0.9)) return null;
  return { ...best, texts: best.entries.map((entry) => textOfEntry(context.view, entry)), reason: 'listed under its name' };
}

function isOwnLabel(context: ExtractionContext, field: number, start: number, end: number): boolean {
  return context.profiles[field]?.ownLabels.has(keyOfTokens(context, start, end)) ?? false;
}
