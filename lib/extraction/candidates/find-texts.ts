import type { LabelIndex } from '../terms/label-index.ts';
import { type DocumentView, neighbourOf, textOfTokens } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import type { Segment } from '../view/segments.ts';
import type { Candidate } from './candidate.ts';
import { isAlike } from './page-stream.ts';
import { addressLikeness } from './text-likeness.ts';

/** Longest stretch of tokens that is taken for a value as a whole. */
const LONGEST = 24;
/** Signs and icons around a value that are no part of it. */
const BEFORE = /^[:\-–—=#.,;*\p{Co}\p{So}]*$/u;
const BEHIND = /^[:\-–—=.,;*|\p{Co}\p{So}]*$/u;
const SEPARATORS = /^[·•|–—;~]$|^-$/;

/**
 * Text candidates of a page: every segment, what stands behind a label or colon in it, parts between separators, single
 * words with digits, and runs of up to six lines that stand under each other.
 */
export function findTexts(view: DocumentView, page: PageView, labels: LabelIndex): Candidate[] {
  const out: Candidate[] = [];
  const seen = new Set<number>();
  const add = (start: number, end: number, kind: Candidate['kind'], origin: Candidate['origin'], strength = 0.5) => {
    while (start < end && BEFORE.test(view.tokens[start]?.text ?? '')) start++;
    while (end > start && BEHIND.test(view.tokens[end - 1]?.text ?? '')) end--;
    if (end <= start || end - start > LONGEST) return;
    const id = start * 4096 + (end - start) * 8 + (kind === 'code' ? 1 : 0);
    if (seen.has(id)) return;
    seen.add(id);
    const token = view.tokens[start];
    if (!token) return;
    const text = textOfTokens(view, start, end).replace(/^[:\s]+|[\s;:|]+$/g, '');
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    out.push({ kind, ranges: [[start, end]], page: page.index, segment: token.segment, text, value: text, strength, origin });
  };
  for (let index = page.segments[0]; index < page.segments[1]; index++) {
    const segment = view.segments[index];
    if (!segment) continue;
    add(segment.start, segment.end, 'text', 'segment');
    // The number of a form's entry may stand right before what is filled in.
    if (isEntryNumber(view, segment)) add(segment.start + 1, segment.end, 'text', 'after_label', 0.5);
    addParts(view, segment, labels, add);
  }
  addLines(view, page, out);
  return out;
}

/** True for a segment that begins with the number of an entry (“8 14 Mill Lane”, “4d. D1234567”) and goes on. */
function isEntryNumber(view: DocumentView, { start, end }: Segment): boolean {
  return end - start > 1 && end - start <= LONGEST && /^\d{1,2}[a-z]?[.)]?$/i.test(view.tokens[start]?.text ?? '');
}

type Add = (start: number, end: number, kind: Candidate['kind'], origin: Candidate['origin'], strength?: number) => void;

function addParts(view: DocumentView, segment: Segment, labels: LabelIndex, add: Add): void {
  const length = segment.end - segment.start;
  const ends: number[] = [];
  for (let token = segment.start; token < segment.end; token++) {
    const text = view.tokens[token]?.text ?? '';
    if (/[:=]$/.test(text) || /^\p{L}.*[:=]$/u.test(text)) ends.push(token + 1);
    if (/\d/.test(text) && text.length >= 2 && length <= 40) {
      add(token, token + 1, 'code', 'part', 0.5);
      for (let more = token + 2; more <= Math.min(segment.end, token + 5); more++) {
        const next = view.tokens[more - 1]?.text ?? '';
        if (!/^[\d/.\-–A-Z()]+$/.test(next)) break;
        add(token, more, 'code', 'part', 0.4);
      }
      const before = view.tokens[token - 1];
      if (before && token > segment.start && /^[A-Z]{1,5}[-.:]?$/.test(before.text)) add(token - 1, token + 1, 'code', 'part', 0.4);
    }
    if (length <= 40 && (SEPARATORS.test(text) || /[,;|·•]$/.test(text))) {
      add(segment.start, SEPARATORS.test(text) ? token : token + 1, 'text', 'part', 0.4);
      add(token + 1, segment.end, 'text', 'part', 0.3);
    }
    if (text.startsWith('(') && token > segment.start && length <= 40) add(segment.start, token, 'text', 'part', 0.4);
  }
  // Behind a colon: to the end, and to where the next label begins.
  ends.forEach((start, position) => {
    if (start >= segment.end) return;
    const next = ends[position + 1];
    if (next === undefined) {
      add(start, segment.end, 'text', 'after_label', 0.7);
      bracketCut(view, start, segment.end, add);
      return;
    }
    for (let words = 1; words <= 3; words++) if (next - words > start) add(start, next - words, 'text', 'after_label', 0.6);
  });
  // Behind the words of a label without a colon.
  const reach = Math.min(segment.end, segment.start + 8);
  for (let cut = segment.start + 1; cut < reach; cut++) {
    const matches = labels.match(segment.start, cut);
    if (!matches.some((match) => match && match.unit > 0.85 && match.phrase > 0.8)) continue;
    add(cut, segment.end, 'text', 'after_label', 0.6);
    bracketCut(view, cut, segment.end, add);
  }
}

function bracketCut(view: DocumentView, start: number, end: number, add: Add): void {
  for (let token = start + 1; token < end; token++)
    if (view.tokens[token]?.text.startsWith('(')) add(start, token, 'text', 'after_label', 0.6);
}

/** Runs of lines under each other with the same left edge, as blocks (names over two lines, postal addresses). */
function addLines(view: DocumentView, page: PageView, out: Candidate[]): void {
  const used = page.segments[1] - page.segments[0];
  const longest = used > 1200 ? 3 : 7;
  const known = new Map<number, { text: string; likeness: number }>();
  const lineOf = ({ index, start, end }: Segment) => {
    let line = known.get(index);
    if (!line) {
      const text = textOfTokens(view, start, end);
      line = { text, likeness: addressLikeness(text) };
      known.set(index, line);
    }
    return line;
  };
  for (let index = page.segments[0]; index < page.segments[1]; index++) {
    const first = view.segments[index];
    if (!first || first.end - first.start > 14) continue;
    const run = [first];
    const lines: string[] = [];
    let likeness = 0;
    for (let current = first; run.length < longest; ) {
      const below = neighbourOf(view, current, 'below');
      if (!below || below.end - below.start > 14 || below.top - current.bottom > 1.1) break;
      const aligned = Math.abs(below.left - first.left) < 1.2;
      const centred = Math.abs(below.left + below.right - first.left - first.right) < 3;
      if (!aligned && !centred) break;
      if (!isAlike(view.tokens[below.start]?.size ?? 1, view.tokens[first.start]?.size ?? 1, view.recognised)) break;
      if (!lines.length) {
        lines.push(lineOf(first).text);
        likeness = lineOf(first).likeness;
      }
      run.push(below);
      lines.push(lineOf(below).text);
      likeness += lineOf(below).likeness;
      current = below;
      if (run.length > 3 && likeness < 0.4) break;
      const text = lines.join(' ');
      out.push({
        kind: 'block',
        ranges: run.map((segment) => [segment.start, segment.end]),
        page: page.index,
        segment: first.index,
        text,
        value: text,
        strength: Math.min(1, likeness / run.length),
        origin: 'lines',
      });
      // An address may begin behind its label or the number of its entry on the first line.
      const colon = isEntryNumber(view, first) ? first.start + 1 : lastColon(view, first);
      if (colon > first.start && colon < first.end) {
        const cut = [textOfTokens(view, colon, first.end), ...lines.slice(1)].join(' ');
        out.push({
          kind: 'block',
          ranges: [[colon, first.end], ...run.slice(1).map((segment): [number, number] => [segment.start, segment.end])],
          page: page.index,
          segment: first.index,
          text: cut,
          value: cut,
          strength: Math.min(1, likeness / run.length),
          origin: 'after_label',
        });
      }
    }
  }
}

function lastColon(view: DocumentView, segment: Segment): number {
  for (let token = segment.start; token < Math.min(segment.end, segment.start + 5); token++)
    if (/:$/.test(view.tokens[token]?.text ?? '')) return token + 1;
  return -1;
}
