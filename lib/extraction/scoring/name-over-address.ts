import type { Candidate } from '../candidates/candidate.ts';
import { addressLikeness } from '../candidates/text-likeness.ts';
import { lineUnder, textOfTokens } from '../view/document-view.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** How much a line is like one of an address, and the gap between a name and the address under it at most (ems). */
const [ADDRESS, CLOSE] = [0.4, 1.2];
/** How far apart (ems) their left edges may lie. */
const APART = 1.2;

/** True for a line of text without a figure right over a line of an address: the name of who lives there, and no address by itself. */
export function isNameOverAddress({ view }: ExtractionContext, { kind, ranges, text }: Candidate): boolean {
  if (kind !== 'text' || ranges.length !== 1 || /\d/.test(text) || addressLikeness(text) >= ADDRESS) return false;
  const line = view.segments[view.tokens[ranges[0]?.[0] ?? -1]?.segment ?? -1];
  const below = line && lineUnder(view, line, CLOSE, APART);
  if (!below) return false;
  const under = textOfTokens(view, below.start, below.end);
  return /\d/.test(under) && addressLikeness(under) >= ADDRESS;
}

/** The end or the beginning of a line by which it is the last one of an address: a postcode with or without its town. */
const LAST = /(?:\b[A-Z]{2}\.? \d{5}(?:-\d{4})?|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\b[A-Z]\d[A-Z] ?\d[A-Z]\d)[.,;]?$/;

/** True for lines under each other that hold the ends of two addresses. */
export function isOfTwoAddresses({ view }: ExtractionContext, { ranges }: Candidate): boolean {
  return ranges.filter(([start, end]) => LAST.test(textOfTokens(view, start, end))).length > 1;
}
