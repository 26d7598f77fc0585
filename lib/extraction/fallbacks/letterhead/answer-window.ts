import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import { addressLikeness } from '../../candidates/text-likeness.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { documentNamesOfField } from '../../terms/document-names.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { neighbourOf, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';

/** Part of the first page's height that an address window reaches down to. */
const DEEP = 0.35;
/** How far under the sender's line the window may begin, in ems. */
const UNDER = 3;
/** A line is an address from this likeness. */
const LIKE = 0.35;
const POSTCODE = /(?<!\d)\d{4,5}(?!\d)/;
/** The parties that write a document and those it is written to. */
const [SENDERS, ADDRESSEES] = [new Set(['seller', 'sender']), new Set(['buyer', 'recipient', 'addressee'])];
/** How somebody is addressed on a line of its own over the name. */
const SALUTATION = new RegExp(`^(?:${anyOf(({ letters }) => letters?.salutations)})\\.?:?$`, 'iu');
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.8;

/**
 * The two parties of a letter for names that nothing else named: the sender's on its own address in one small line (“House ·
 * Street 1 · 12345 Town”, as DIN 5008 and its like have it), the first line in the address window right under it for the other
 * one. The sender sells, but buys where the document is an order. Null without one.
 * @param given the name that was found otherwise: it gives way only when it is the other party's
 */
export function answerWindow(context: ExtractionContext, field: number, given: ExtractedValue['value'] = null): ExtractedValue | null {
  const profile = context.profiles[field];
  const role = profile?.kind === 'name' ? profile.role : null;
  if (role === null || !(SENDERS.has(role) || ADDRESSEES.has(role))) return null;
  const parties = findParties(context);
  if (!parties) return null;
  const isSender = isOrder(context) ? role === 'buyer' || role === 'sender' : SENDERS.has(role);
  const [own, other] = isSender ? [parties.sender, parties.addressee] : [parties.addressee, parties.sender];
  if (own < 0 || (given !== null && textKey(String(given)) !== textKey(context.pool.candidates[other]?.text ?? ''))) return null;
  const { value, text, confidence, evidence } = publicCandidate(context, field, own, CONFIDENCE);
  const reason = isSender ? 'stands in the sender’s line over the address window' : 'stands in the address window, under the sender’s line';
  return { value, text, confidence, evidence, candidates: [], reason };
}

/** True where the fields ask for an order and for no document that the seller writes. */
function isOrder({ profiles }: ExtractionContext): boolean {
  const asks = (id: string) => profiles.some(({ concepts }) => concepts[0]?.id === id);
  const documents = profiles.flatMap(({ field }) =>
    field.type === 'string' ? documentNamesOfField(field.name, 'number').slice(0, 1) : [],
  );
  return asks('order_number') && !asks('invoice_number') && documents.every((id) => id === 'order');
}

/** The candidates that name sender and addressee, -1 for one that is none; null without an address window. */
function findParties(context: ExtractionContext): { sender: number; addressee: number } | null {
  const page = context.view.pages[0];
  if (!page) return null;
  for (let at = page.segments[0]; at < page.segments[1]; at++) {
    const line = context.view.segments[at];
    if (!line || line.top > DEEP * page.height || !isSenderLine(context, line)) continue;
    const under = (over: Segment, reach: number) => {
      const next = neighbourOf(context.view, over, 'below');
      return next && next.top - over.bottom <= reach && Math.abs(next.left - line.left) <= 1 ? next : undefined;
    };
    let below = under(line, UNDER);
    if (below && SALUTATION.test(textOfTokens(context.view, below.start, below.end))) below = under(below, 1);
    if (!below) continue;
    const sender = partsOf(textOfTokens(context.view, line.start, line.end))[0];
    const find = (segment: Segment, isOne: (candidate: Candidate) => boolean) =>
      context.pool.candidates.findIndex(
        (candidate) =>
          candidate.kind === 'text' && candidate.segment === segment.index && isOne(candidate) && !/[\d:]/.test(candidate.text),
      );
    const parties = { sender: find(line, ({ text }) => text === sender), addressee: find(below, ({ origin }) => origin === 'segment') };
    if (parties.addressee >= 0) return parties;
  }
  return null;
}

/** Small type with a postcode that is an address, its parts between dots, bars or dashes. */
function isSenderLine(context: ExtractionContext, segment: Segment): boolean {
  const text = textOfTokens(context.view, segment.start, segment.end);
  const isSmall = (context.view.tokens[segment.start]?.size ?? 1) < 0.9;
  return isSmall && partsOf(text).length >= 3 && POSTCODE.test(text) && addressLikeness(text) >= LIKE;
}

function partsOf(text: string): string[] {
  return text.split(/\s[·•|–—-]\s|,\s/).map((part) => part.trim());
}
