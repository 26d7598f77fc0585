import type { Candidate } from '../candidates/candidate.ts';
import { endOf, startOf } from '../candidates/candidate.ts';
import { isPlace } from '../candidates/places.ts';
import { addressLikeness, organisationLikeness, personLikeness } from '../candidates/text-likeness.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';

/** What can be said of a candidate's text and type, whatever the field. */
export type TextFacts = {
  words: number;
  characters: number;
  digits: number;
  capitals: number;
  titleCase: number;
  colon: number;
  endsWithComma: number;
  lines: number;
  organisation: number;
  person: number;
  address: number;
  place: number;
  /** Likeness to an address of the first, the last, the next and the previous line. */
  addressFirst: number;
  addressLast: number;
  addressNext: number;
  addressBefore: number;
  /** Share of its segment. */
  share: number;
  /** Height against the page's usual one. */
  size: number;
  bold: number;
  confidence: number;
  /** Wrongly recognised words to be expected: what the words' confidences lack of 1, together. */
  doubt: number;
  /** Words that mix digits into letters ("5elangor", "SS4C"). */
  mixed: number;
  nextBracket: number;
  nextQuoted: number;
  beforeBracket: number;
  nextCapital: number;
  beforeCapital: number;
  hidden: number;
};

/** Facts about text and type of a candidate. */
export function findTextFacts(view: DocumentView, candidate: Candidate): TextFacts {
  const { text } = candidate;
  const letters = text.replace(/[^\p{L}]/gu, '');
  const words = text.split(/\s+/).filter(Boolean);
  const first = candidate.ranges[0];
  const last = candidate.ranges.at(-1);
  const segment = view.segments[candidate.segment];
  let size = 0;
  let bold = 0;
  let confidence = 1;
  let doubt = 0;
  let mixed = 0;
  let count = 0;
  let hidden = 0;
  for (const [start, end] of candidate.ranges)
    for (let index = start; index < end; index++) {
      const token = view.tokens[index];
      if (!token) continue;
      count++;
      size += token.size;
      bold += token.bold ? 1 : 0;
      confidence = Math.min(confidence, token.confidence);
      doubt += 1 - token.confidence;
      if (/\p{L}{2}.*\d|\d.*\p{Ll}{2}/u.test(token.text)) mixed++;
      if (token.hidden) hidden = 1;
    }
  const next = view.tokens[endOf(candidate)];
  const before = view.tokens[startOf(candidate) - 1];
  const lineText = (index: number) => {
    const line = view.segments[index];
    return line ? textOfTokens(view, line.start, line.end) : '';
  };
  const lastSegment = view.tokens[(last?.[1] ?? 0) - 1]?.segment ?? -1;
  const isBlock = candidate.kind === 'block';
  const firstText = isBlock && first ? textOfTokens(view, first[0], first[1]) : text;
  const lastText = isBlock && last ? textOfTokens(view, last[0], last[1]) : text;
  const address = addressLikeness(text);
  const below = view.links.below[lastSegment] ?? -1;
  const above = view.links.above[candidate.segment] ?? -1;
  return {
    words: words.length,
    characters: text.length,
    digits: text.length ? text.replace(/\D/g, '').length / text.length : 0,
    capitals: letters ? letters.replace(/[^\p{Lu}]/gu, '').length / letters.length : 0,
    titleCase: words.length ? words.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length / words.length : 0,
    colon: text.includes(':') ? 1 : 0,
    endsWithComma: /[,;-]$/.test(text) ? 1 : 0,
    lines: candidate.ranges.length,
    organisation: organisationLikeness(text),
    person: personLikeness(text),
    address,
    place: isPlace(text) ? 1 : 0,
    addressFirst: isBlock ? addressLikeness(firstText) : address,
    addressLast: isBlock ? addressLikeness(lastText) : address,
    addressNext: below >= 0 ? addressLikeness(lineText(below)) : 0,
    addressBefore: above >= 0 ? addressLikeness(lineText(above)) : 0,
    share: segment && first ? (first[1] - first[0]) / Math.max(1, segment.end - segment.start) : 1,
    size: count ? size / count : 1,
    bold: count ? bold / count : 0,
    confidence,
    doubt,
    mixed,
    nextBracket: next && /^[(“"]/.test(next.text) ? 1 : 0,
    nextQuoted: next && /^\(?[“"]/.test(next.text) ? 1 : 0,
    beforeBracket: before && /[(“"]$/.test(before.text) ? 1 : 0,
    nextCapital: next && next.page === candidate.page && /^\p{Lu}/u.test(next.text) ? 1 : 0,
    beforeCapital: before && /^\p{Lu}/u.test(before.text) ? 1 : 0,
    hidden,
  };
}
