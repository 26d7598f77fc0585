import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { addressLikeness, isTradeLike } from '../../candidates/text-likeness.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { spansLabels } from '../../scoring/spans-labels.ts';
import { evidenceOf, publicCandidate } from '../../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';

/** Gap between a party's name and its address at most, in ems, and how far their left edges may lie apart. */
const [CLOSE, APART] = [1.6, 1.5];
/** Under a name set so much larger than the rest, an address may stand anywhere within its width. */
const LARGE = 1.3;
/** A line is one of an address from this likeness. */
const LIKE = 0.35;
/** What stands under an address and is none of it: numbers of taxes, registers, telephones and banks by their usual names. */
const BESIDE = new RegExp(`[:@]|(?<!\\p{L})(?:${anyOf(({ addresses }) => addresses?.beside)})(?!\\p{L})`, 'iu');
/** Set by hand, for printed text and for what was recognised from pixels: a person is shown the value. */
const [CONFIDENCE, RECOGNISED] = [0.7, 0.5];

/**
 * The postal address of a party whose name is known: the lines right under the name, as long as they are an address. Null when
 * the field asks for no address, no name of the same party was found, or something else stands under it.
 * @param nameOf the answer that was given for a field, by place among the context's fields
 */
export function answerPlace(
  context: ExtractionContext,
  field: number,
  nameOf: (field: number) => ExtractedValue | undefined,
): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.kind !== 'address') return null;
  const fields = context.profiles.flatMap((other, at) => (other.kind === 'name' && other.role === profile.role ? [at] : []));
  for (const at of fields) {
    const name = nameOf(at);
    for (const print of name ? printsOf(context, name) : []) {
      const index = findUnder(context, print);
      const line = index < 0 ? findBehind(context, print) : null;
      if (line) return line;
      if (index < 0) continue;
      const confidence = context.view.recognised ? RECOGNISED : CONFIDENCE;
      const { value, text, evidence } = publicCandidate(context, field, index, confidence);
      return { value, text, confidence, evidence, candidates: [], reason: 'stands under the name' };
    }
  }
  return null;
}

/** Confidence in an address that stands behind the name on one line. Set by hand. */
const BEHIND = 0.65;
/** Signs between a name and its address on one line, and between the parts of that address. */
const PARTING = /^[,;·•|/–—-]$/;
/** A postcode with its town; an address on one line has one. */
const POSTCODE = /(?<![\p{L}\d])(?:[A-Z]{1,2}[- ])?(?:\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3})(?![\d-])|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b/u;

/** Prints of a name under which an address is looked for. */
const MOST_PRINTS = 12;

type Print = { page: number; token: number };

/**
 * The address behind a name on one line, as in a sender's line over an address window or at the foot of the page: "House · Street 1 ·
 * 12345 Town". It ends where something else begins (a telephone, a register, the next sentence). Null without one.
 */
function findBehind(context: ExtractionContext, { page, token }: Print): ExtractedValue | null {
  const { view } = context;
  const segment = view.segments[view.tokens[token]?.segment ?? -1];
  if (!segment) return null;
  const textAt = (at: number) => view.tokens[at]?.text ?? '';
  const isParted = PARTING.test(textAt(token + 1)) || /[,;]$/.test(textAt(token));
  let start = token + 1;
  while (start < segment.end && PARTING.test(textAt(start))) start++;
  let end = start;
  while (end < segment.end && !BESIDE.test(textAt(end))) {
    end++;
    if (/\p{L}{3}\.$/u.test(textAt(end - 1)) && POSTCODE.test(textOfTokens(view, start, end))) break;
  }
  while (end > start && PARTING.test(textAt(end - 1))) end--;
  const text = textOfTokens(view, start, end).replace(/[.,;]$/, '');
  if (!isParted || !POSTCODE.test(text) || addressLikeness(text) < LIKE) return null;
  const value = text.replace(/\s*[·•|–—]\s*/g, ', ');
  const evidence = evidenceOf(view, [[start, end]], page);
  return { value, text, confidence: BEHIND, evidence, candidates: [], reason: 'stands behind the name' };
}

/** Last words of a name where it was read and where else it is printed. */
function printsOf(context: ExtractionContext, name: ExtractedValue): Print[] {
  const { tokens, pages } = context.view;
  const place = name.evidence.at(-1);
  const page = pages[(place?.page ?? 0) - 1];
  const prints: Print[] = [];
  if (place && page) {
    const [from, to] = page.tokens;
    const last = tokens.slice(from, to).findLastIndex(({ word }) => place.words?.includes(word));
    if (last >= 0) prints.push({ page: page.index, token: from + last });
  }
  const key = textKey(name.text ?? '');
  for (const { kind, text, ranges, page: index } of key === '' ? [] : context.pool.candidates) {
    if (kind === 'text' && textKey(text) === key) prints.push({ page: index, token: (ranges.at(-1)?.[1] ?? 0) - 1 });
  }
  return [...new Map(prints.map((print) => [print.token, print])).values()].slice(0, MOST_PRINTS);
}

/** To whom a letter goes ("Frau Dr. Baum", "Attn: Ann Lee"). */
const PERSON = new RegExp(`^(?:${anyOf(({ letters }) => letters?.addressed)})\\b`, 'i');

/** Print of another size differs by this share at least. */
const OTHER_SIZE = 0.08;

/** True for a line between a name and its address that is no part of the address. */
function isAside({ view }: ExtractionContext, start: number, end: number): boolean {
  const text = textOfTokens(view, start, end);
  if (/\d/.test(text)) return false;
  return PERSON.test(text) || (addressLikeness(text) === 0 && isTradeLike(text) && isSetApart(view, start));
}

/** True for a line in another size or weight than the line under it: houses and places have an "and" in their names as well. */
function isSetApart(view: ExtractionContext['view'], start: number): boolean {
  const first = view.tokens[start];
  const below = view.tokens[neighbourOf(view, view.segments[first?.segment ?? -1], 'below')?.start ?? -1];
  if (!first || !below) return false;
  return first.bold !== below.bold || Math.abs(first.size - below.size) > OTHER_SIZE * below.size;
}

/** An address without lines at its head that are no part of it. */
export function withoutAside(context: ExtractionContext, field: number, answer: ExtractedValue): ExtractedValue {
  if (context.profiles[field]?.kind !== 'address' || answer.value === null) return answer;
  const block = context.pool.candidates.find(({ kind, text }) => kind === 'block' && text === answer.text);
  let from = 0;
  while (block && from < block.ranges.length - 1 && isAside(context, ...(block.ranges[from] ?? [0, 0]))) from++;
  if (!block || from === 0) return answer;
  const start = block.ranges[from]?.[0];
  const end = block.ranges.at(-1)?.[1];
  const index = context.pool.candidates.findIndex(
    ({ kind, ranges }) => (kind === 'block' || kind === 'text') && ranges[0]?.[0] === start && ranges.at(-1)?.[1] === end,
  );
  return index < 0 ? answer : { ...answer, ...publicCandidate(context, field, index, answer.confidence) };
}

/** The longest run of lines under a name that is an address from its first line to its last, and nothing else; -1 without one. */
function findUnder(context: ExtractionContext, { page, token }: Print): number {
  const { tokens, segments } = context.view;
  const name = tokens[token];
  const over = name && segments[name.segment];
  // Under the sender's line over an address window, which has the address in it, stands somebody else.
  if (!name || !over || /\d/.test(textOfTokens(context.view, token + 1, over.end))) return -1;
  const below = neighbourOf(context.view, over, 'below');
  const aside = below && isAside(context, below.start, below.end) ? below : null;
  const reach = aside ? CLOSE + aside.bottom - name.bottom : CLOSE;
  let best = -1;
  let longest = 0;
  context.pool.candidates.forEach((candidate, index) => {
    const first = segments[candidate.segment];
    if (candidate.page !== page || !first || (candidate.kind !== 'block' && candidate.origin !== 'segment')) return;
    const gap = first.top - name.bottom;
    const isAligned =
      [over, aside ?? over].some(
        ({ left, right }) => Math.abs(first.left - left) < APART || Math.abs(first.left + first.right - left - right) < 2 * APART,
      ) ||
      (name.size > LARGE && first.left > over.left && first.right < over.right);
    if (gap < -0.5 || gap > reach || !isAligned || context.coverage(index) || spansLabels(context, candidate)) return;
    const [start = 0, end = 0] = candidate.ranges[0] ?? [];
    if (isAside(context, start, end)) return;
    const lines = candidate.ranges.map(([from, to]) => addressLikeness(textOfTokens(context.view, from, to)));
    const isPlace = /\d/.test(candidate.text) && Math.max(...lines) >= LIKE && (lines.at(-1) ?? 0) > 0 && !BESIDE.test(candidate.text);
    if (!isPlace || candidate.text.length <= longest) return;
    best = index;
    longest = candidate.text.length;
  });
  return best;
}
