import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Band, bandsOf } from '../../rows/layout/bands.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { sectionOfHeading } from '../../terms/section-names.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';

const TOWN = /\b(?:location|town|city|residence|lives|wohnort|ville|ciudad)\b/i;
/** A field that asks for the region as well. */
const WHOLE = /\b(?:location|residence)\b/i;
/** How far lines of one block of contact lines are apart at most, in ems, and how many of them are looked at on each side. */
const [CLOSE, LINES] = [1.2, 2];
/** Words of a town or a place at most, and characters of an address. */
const [TOWN_WORDS, PLACE_WORDS, LONGEST] = [4, 6, 200];
const WORDS = String.raw`\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|am|an|der|de|la|upon|sur|im|in))*`;
/** Towns before their region or state (“Leeds, England”, “12 Mill Lane, Dover, DE 19901”) and behind their postcode (“24103 Kiel”). */
const BEFORE_REGION = new RegExp(
  String.raw`(?:^|[,\d] )(${WORDS}), (?:\p{Lu}{2}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?:,? \d{4,6}(?:-\d{4})?)?$`,
  'u',
);
const BEHIND_POSTCODE = new RegExp(String.raw`(?:^|[, ])(?:[A-Z]{1,2}-)?\d{4,5} (${WORDS})$`, 'u');
const ALONE = new RegExp(`^${WORDS}$`, 'u');
/** How far the edges of contact lines may be apart, in ems, and how alike in size they are. */
const [APART, ALIKE] = [1, 0.08];
const SEPARATOR = /^[|•·–—/\p{Co}\p{So}]+$/u;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.5;

/** A half-open range of tokens, and a town in one. */
type Piece = [start: number, end: number];
type Found = { start: number; end: number; text: string };

/**
 * The town where somebody lives: in the lines at the head that give mail address, telephone or website, on a line of its own, in an
 * address or between strokes. Null for other fields, and where no such place stands there.
 */
export function answerTown(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  const page = context.view.pages[0];
  const asked = `${profile?.field.name.replaceAll('_', ' ')} ${profile?.field.label}`;
  if (!profile || !page || profile.role !== null || profile.field.type !== 'string' || !TOWN.test(asked)) return null;
  const isContact = new Set(
    context.pool.candidates
      .filter((candidate) => candidate.page === 0 && ['email', 'phone', 'url'].includes(candidate.kind))
      .map(({ segment }) => segment),
  );
  const bands = bandsOf(context.view, page);
  const contacts = bands.flatMap((band, at) => (band.segments.some(({ index }) => isContact.has(index)) ? [at] : []));
  const pieces = contacts.flatMap((at) => linesAround(bands, at)).flatMap((band) => piecesOf(context, band));
  const found = pieces.flatMap((piece) => townIn(context, piece, WHOLE.test(asked)) ?? [])[0] ?? townAlone(context, isContact);
  if (!found) return null;
  const { start, end, text } = found;
  const evidence = evidenceOf(context.view, [[start, end]], 0);
  return { value: text, text, confidence: CONFIDENCE, evidence, candidates: [], reason: 'stands among the contact lines' };
}

/** A town on a line of its own right over or under a line of contact, in the same type and at the same edge. */
function townAlone({ view }: ExtractionContext, contacts: ReadonlySet<number>): Found | null {
  for (const index of contacts)
    for (const links of [view.links.above, view.links.below]) {
      const [own, next] = [view.segments[index], view.segments[links[index] ?? -1]];
      if (!own || !next || contacts.has(next.index) || Math.abs(next.left - own.left) > APART) continue;
      const text = textOfTokens(view, next.start, next.end);
      const [a, b] = [view.tokens[own.start], view.tokens[next.start]];
      const isAlike = a && b && a.bold === b.bold && Math.abs(a.size - b.size) <= ALIKE;
      const isClose = Math.max(next.top - own.bottom, own.top - next.bottom) <= CLOSE;
      const isTown = ALONE.test(text) && text.split(' ').length <= TOWN_WORDS && sectionOfHeading(text) === null;
      if (isAlike && isClose && isTown) return { start: next.start, end: next.end, text };
    }
  return null;
}

/** A line, and those closely over and under it. */
function linesAround(bands: readonly Band[], at: number): Band[] {
  const out = bands.slice(at, at + 1);
  for (const step of [-1, 1])
    for (let count = 1; count <= LINES; count++) {
      const [near, next] = [bands[at + step * (count - 1)], bands[at + step * count]];
      if (!near || !next || Math.max(next.top - near.bottom, near.top - next.bottom) > CLOSE) break;
      out.push(next);
    }
  return out;
}

/** The stretches of a line between strokes and icons, as token ranges. */
function piecesOf({ view }: ExtractionContext, { segments }: Band): Piece[] {
  return segments.flatMap(({ start, end }) => {
    const pieces: Piece[] = [];
    let from = start;
    for (let token = start; token <= end; token++) {
      const text = view.tokens[token]?.text ?? '';
      if (token < end && !SEPARATOR.test(text) && !text.endsWith('|')) continue;
      if (token > from) pieces.push([from, token]);
      from = token + 1;
    }
    return pieces;
  });
}

function townIn({ view }: ExtractionContext, [from, to]: Piece, isWhole: boolean): Found | null {
  const text = textOfTokens(view, from, to);
  if (text.length > LONGEST || /[@:]|www\./.test(text)) return null;
  const town = BEFORE_REGION.exec(text)?.[1] ?? BEHIND_POSTCODE.exec(text)?.[1];
  if (!town || town.split(' ').length > TOWN_WORDS) return null;
  if (isWhole && to - from <= PLACE_WORDS && !/\d/.test(text)) return { start: from, end: to, text };
  const length = town.split(' ').length;
  for (let start = to - length; start >= from; start--)
    if (textOfTokens(view, start, start + length).replace(/,$/, '') === town) return { start, end: start + length, text: town };
  return null;
}
