import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { documentNamesOfField, readDocumentName } from '../../terms/document-names.ts';
import { splitWords } from '../../terms/vocabulary.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { tidyValue } from '../../values/tidy-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';

/** Tokens of a document's name with the sign of a number at most. */
const NAME = 5;
/** Gap between a name and the number under it at most, in ems. */
const UNDER = 1.3;
/** A number as documents give it to themselves: a digit, and letters, digits and the signs between them. */
const CODE = /^#?[\p{L}\d](?:[\p{L}\d/._-]*[\p{L}\d])?$/u;
/** Letters of a series before its number ("FT 2026/61"). */
const SERIES = /^\p{Lu}{1,4}$/u;
const AMOUNT = /^\d+[.,]\d{2}$/;
/** What may follow a number on its line: its date, a separator, a remark. */
const FOLLOWS = new RegExp(`^(?:${anyOf(({ littleWords }) => littleWords?.follows)}|,|;|[|·•/–—-]|\\(.*)$`, 'i');
/** Set by hand, a person sees them: behind the sign of a number, and behind the document's name alone; one of several. */
const [MARKED, BARE, SEVERAL] = [0.7, 0.6, 0.5];

type Found = { start: number; end: number; page: number; isMarked: boolean; text: string };

/**
 * The number a document gives itself, where its title or a label says so: "Fattura n. 88/2026", "Fatura FT 2026/61", "Check #12". Null
 * when the field asks for no document's number or no line begins with such a document's name and a number behind it (beside or under it).
 */
export function answerOwnNumber(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (!profile || !(profile.kind === 'identifier' || profile.kind === 'text') || profile.field.type !== 'string') return null;
  const wanted = documentNamesAsked(context, field);
  if (!wanted.length) return null;
  const found = context.view.segments.flatMap((segment) => findNumber(context, segment, wanted) ?? []);
  const marked = found.some(({ isMarked }) => isMarked) ? found.filter(({ isMarked }) => isMarked) : found;
  const values = new Map(marked.map((entry) => [entry.text, entry] as const).reverse());
  const [best, ...others] = [...values.values()].reverse().sort((a, b) => a.page - b.page || a.start - b.start);
  if (!best) return null;
  const shown = (entry: Found, confidence: number) => ({
    value: tidyValue(entry.text, 'identifier'),
    text: entry.text,
    confidence,
    evidence: evidenceOf(context.view, [[entry.start, entry.end]], entry.page),
    reason: 'stands behind what the document calls itself',
  });
  const confidence = others.length ? SEVERAL : best.isMarked ? MARKED : BARE;
  return { ...shown(best, confidence), candidates: others.slice(0, 5).map((entry) => shown(entry, (1 - confidence) / 2)) };
}

/** The documents a field asks for the number of; an order's number is no receipt's where another field asks for the order's. */
function documentNamesAsked({ profiles }: ExtractionContext, field: number): string[] {
  const own = profiles[field]?.field;
  const ids = [own?.name ?? '', own?.label ?? ''].map((name) => documentNamesOfField(name, 'number')).find((list) => list.length) ?? [];
  const isAsked = (id: string) =>
    profiles.some(
      (other, at) => at !== field && other.field.type === 'string' && documentNamesOfField(other.field.name, 'number')[0] === id,
    );
  return ids.includes('receipt') && ids[0] !== 'order' && isAsked('order')
    ? ids.map((id) => (id === 'receipt' ? 'receipt only' : id))
    : ids;
}

function findNumber(context: ExtractionContext, segment: Segment, wanted: readonly string[]): Found | null {
  const { view } = context;
  const words: string[] = [];
  const tokensOfWord: number[] = [];
  for (let token = segment.start; token < Math.min(segment.end, segment.start + NAME); token++) {
    const text = view.tokens[token]?.text ?? '';
    // The number may be glued to its sign: "#20817".
    const parts = /^[#№]\S/.test(text) ? ['#'] : splitWords(text);
    for (const part of parts) {
      words.push(part);
      tokensOfWord.push(token);
    }
    if (parts[0] === '#' && text.length > 1) break;
  }
  const name = readDocumentName(words);
  if (!name?.ids.some((id) => wanted.includes(id) || (id === 'receipt' && wanted.includes('receipt only') && words[0] !== 'order')))
    return null;
  const last = tokensOfWord[name.length - 1] ?? segment.start;
  const isGlued = /^[#№]\S/.test(view.tokens[last]?.text ?? '');
  const behind = isGlued ? last : last + 1;
  if (behind < segment.end) return readNumber(context, behind, segment.end, name.isMarked);
  if (!name.isMarked) return null;
  const right = neighbourOf(view, segment, 'right');
  if (right) return readNumber(context, right.start, right.end, true);
  const below = neighbourOf(view, segment, 'below');
  return below && below.page === segment.page && below.top - segment.bottom < UNDER
    ? readNumber(context, below.start, below.end, true)
    : null;
}

/** The number that begins at a token, as far as it goes; null for a date or an amount, or where more is said behind it. */
function readNumber({ view }: ExtractionContext, from: number, to: number, isMarked: boolean): Found | null {
  const textAt = (token: number) => view.tokens[token]?.text ?? '';
  let start = from;
  while (start < to && /^[:.\-–—]+$/.test(textAt(start))) start++;
  const isSeries = SERIES.test(textAt(start)) && start + 1 < to && /\d/.test(textAt(start + 1));
  let end = start + (isSeries ? 2 : 1);
  const code = textAt(end - 1).replace(/[,;]$/, '');
  if (end > to || !/\d/.test(code) || !CODE.test(code) || AMOUNT.test(code)) return null;
  // "4 / 2026" is one number.
  if (end + 1 < to && textAt(end) === '/' && /^\d+$/.test(textAt(end + 1))) end += 2;
  // Groups of digits go on to the end of the line: "6310 4477 02".
  const rest = view.tokens.slice(end, to).map(({ text }) => text);
  if (rest.length && rest.length < 5 && /^\d+$/.test(code) && rest.every((text) => /^\d{2,5}$/.test(text))) end = to;
  else if (rest.length && !FOLLOWS.test(rest[0] ?? '') && !/[,;]$/.test(textAt(end - 1))) return null;
  const text = textOfTokens(view, start, end).replace(/[,;]$/, '');
  // Without a sign before it, what reads as a day or a year is one.
  if (!isMarked && (parseDate(text) !== null || /^(?:19|20)\d\d$/.test(text) || (!isSeries && text.length < 3))) return null;
  const page = view.tokens[start]?.page;
  return page === undefined ? null : { start, end, page, isMarked, text };
}
