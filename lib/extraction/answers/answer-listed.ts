import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import type { Scene } from '../scoring/scene.ts';
import { evidenceOf } from '../values/build-value.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';

/** Words of a heading or label at most, and lines under a heading that may be entries. */
const [LABEL_WORDS, MOST_LINES] = [5, 40];
/** Entries are at most this long (characters) and this wide apart (ems). */
const [LONGEST, STEP] = [80, 2.2];
/** A gap between entries wider than this (ems), and wider than the one before it, is a blank line. */
const BLANK = 1.1;
/** Confidence in entries under a heading like the field's name, and under just that name. */
const [LIKE, NAMED] = [0.72, 0.9];
/** Confidence in entries that all look like labels with values of their own. */
const UNSURE = 0.5;

type Entry = { start: number; end: number; page: number };

/**
 * Reads the entries of a list that stands under a heading or behind a label of the field's own name: "Skills: Python, SQL", or
 * one entry a line. Null when there is no such heading, so that names in running text are looked for by scoring.
 */
export function answerListed(scene: Scene, field: number): ExtractedValue | null {
  let best: { score: number; entries: Entry[]; isNamed: boolean } | null = null;
  for (const segment of scene.view.segments) {
    for (let end = segment.start + 1; end <= Math.min(segment.end, segment.start + LABEL_WORDS); end++) {
      const match = scene.labels.match(segment.start, end)[field];
      if (!match || match.phrase < 0.8 || match.unit < 0.85) continue;
      const colon = /:$/.test(scene.view.tokens[end - 1]?.text ?? '');
      if (end < segment.end && !colon) continue;
      const entries = end < segment.end ? split(scene.view, end, segment.end) : entriesBeside(scene, field, segment);
      const score = match.score + Math.min(5, entries.length) * 0.05;
      if (entries.length && score > (best?.score ?? 0)) best = { score, entries, isNamed: isOwnLabel(scene, field, segment.start, end) };
    }
  }
  if (!best || (best.entries.length < 2 && best.score < 0.9)) return null;
  const texts = best.entries.map(({ start, end }) => textOfTokens(scene.view, start, end).replace(/^[•·*–-]\s*|[\s,;.]+$/g, ''));
  return {
    value: texts,
    text: texts.join('; '),
    confidence: texts.every((text) => text.includes(':')) ? UNSURE : best.isNamed && texts.length > 1 ? NAMED : LIKE,
    evidence: best.entries.flatMap(({ start, end, page }) => evidenceOf(scene.view, [[start, end]], page)),
    candidates: [],
    reason: 'listed under its name',
  };
}

function isOwnLabel(scene: Scene, field: number, start: number, end: number): boolean {
  return scene.profiles[field]?.ownLabels.has(keyOfTokens(scene, start, end)) ?? false;
}

/** Right of the label on its line, or on the lines under it. */
function entriesBeside(scene: Scene, field: number, label: Segment): Entry[] {
  const { view } = scene;
  const right = view.segments[view.links.right[label.index] ?? -1];
  if (right) {
    const beside = split(view, right.start, right.end);
    if (beside.length > 1 || /:$/.test(view.tokens[label.end - 1]?.text ?? '')) return beside;
  }
  const heading = view.tokens[label.start];
  const out: Entry[] = [];
  let current = label;
  let step = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST_LINES; count++) {
    const below = view.segments[view.links.below[current.index] ?? -1];
    const first = below && view.tokens[below.start];
    if (!below || !first || below.page !== label.page) break;
    if (below.top - current.bottom > STEP || Math.abs(below.left - label.left) > 2.5) break;
    const gap = below.top - current.bottom;
    // A blank line behind entries ends them, and so does the next label with its value.
    if (count > 0 && gap > BLANK && gap > step + 0.6) break;
    step = gap;
    if (out.length && isLabelled(view, below) && !out.some(({ start, end }) => hasColon(view, start, end))) break;
    // The next heading: set like this one, unlike the entries, or a name of another field.
    const styled = count > 0 && heading !== undefined && first.bold === heading.bold && Math.abs(first.size - heading.size) < 0.04;
    const entry = view.tokens[out[0]?.start ?? -1];
    const differs =
      heading !== undefined && entry !== undefined && (heading.bold !== entry.bold || Math.abs(heading.size - entry.size) > 0.06);
    if (styled && differs) break;
    if (
      scene.labels.match(below.start, below.end).some((match, other) => other !== field && match && match.unit > 0.85 && match.phrase > 0.8)
    )
      break;
    if (textOfTokens(view, below.start, below.end).length > LONGEST * 2) break;
    out.push(...split(view, below.start, below.end));
    current = below;
  }
  return out;
}

/** True for "Label: value" or a label that ends a line with its colon. */
function isLabelled(view: DocumentView, line: Segment): boolean {
  const end = Math.min(line.end, line.start + LABEL_WORDS);
  for (let token = line.start; token < end; token++) if (/[\p{L}\p{N})]:$/u.test(view.tokens[token]?.text ?? '')) return true;
  return false;
}

function hasColon(view: DocumentView, start: number, end: number): boolean {
  return view.tokens.slice(start, end).some(({ text }) => text.endsWith(':'));
}

/** Entries between commas, semicolons and dots of a stretch of print. */
function split(view: DocumentView, from: number, to: number): Entry[] {
  const out: Entry[] = [];
  let start = from;
  const page = view.tokens[from]?.page ?? 0;
  const close = (end: number) => {
    const text = textOfTokens(view, start, end);
    if (end > start && /[\p{L}\p{N}]/u.test(text) && text.length <= LONGEST) out.push({ start, end, page });
  };
  for (let token = from; token < to; token++) {
    const text = view.tokens[token]?.text ?? '';
    if (/^[•·|;,/]$/.test(text)) {
      close(token);
      start = token + 1;
    } else if (/[,;]$/.test(text)) {
      close(token + 1);
      start = token + 1;
    }
  }
  close(to);
  return out;
}
