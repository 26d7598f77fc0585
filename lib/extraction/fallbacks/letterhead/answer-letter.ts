import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { namesOrganisation } from '../../candidates/names-organisation.ts';
import { addressLikeness, personLikeness } from '../../candidates/text-likeness.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { familiesOfPhrase } from '../../terms/vocabulary.ts';
import { evidenceOf } from '../../values/build-value.ts';
import { withoutTitle } from '../../values/without-title.ts';
import { lineUnder, textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';

/** How far down the first page an addressee stands at most. */
const HEAD = 0.45;
/** Lines between a name and the last line of its address, gap between two of them (ems), and how far their left edges may lie apart. */
const [LINES, CLOSE, APART] = [4, 1.2, 1];
/** Lines under a closing that may hold the name, and how far down (ems) the first of them may be: a signature needs room. */
const [UNDER, ROOM] = [3, 9];
/** How much a line is like one of an address. */
const ADDRESS = 0.4;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.5;

const GREETING = new RegExp(String.raw`^(?:${anyOf(({ persons }) => persons?.greetings)})\s`, 'u');
const CLOSING = new RegExp(`^(?:${anyOf(({ persons }) => persons?.closings)})[,.!]?$`, 'u');
const SIGNED = ['signature', 'signer'];

/**
 * Whom a letter is written to, for fields that ask for the person it is about or made out for: the name over an address at its head that
 * the greeting repeats, or the only one. Who signs it, for fields that ask for that person: the name under the closing. Null for other
 * fields, and where a document has no such name.
 */
export function answerLetter(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  if (profile?.field.type !== 'string' || !profile.person) return null;
  const words = familiesOfPhrase(`${profile.field.name.replaceAll('_', ' ')} ${profile.field.description}`);
  const isSigner = words.some((word) => SIGNED.includes(word));
  if (isSigner) return give(context, findSigner(context), 'stands under the closing of the letter');
  const isReader = profile.person === 'subject' || profile.role === 'recipient' || profile.role === 'addressee';
  return isReader ? give(context, findReader(context), 'the letter is addressed to this person') : null;
}

function give(context: ExtractionContext, line: Segment | null, reason: string): ExtractedValue | null {
  if (!line) return null;
  const printed = textOfTokens(context.view, line.start, line.end);
  const evidence = evidenceOf(context.view, [[line.start, line.end]], line.page);
  return { value: withoutTitle(printed), text: printed, confidence: CONFIDENCE, evidence, candidates: [], reason };
}

const textOf = ({ view }: ExtractionContext, { start, end }: Segment): string => textOfTokens(view, start, end);

function isPerson(text: string): boolean {
  return personLikeness(text) >= 0.6 && !namesOrganisation(text) && addressLikeness(text) < ADDRESS;
}

function findReader(context: ExtractionContext): Segment | null {
  const page = context.view.pages[0];
  if (!page) return null;
  const lines = context.view.segments.slice(page.segments[0], page.segments[1]);
  const named = lines.filter((line) => line.top < HEAD * page.height && isPerson(textOf(context, line)) && isOverAddress(context, line));
  const greeting = lines.map((line) => foldText(textOf(context, line))).find((text) => GREETING.test(text)) ?? '';
  const greeted = new Set(wordsOf(greeting));
  const known = named.filter((line) => wordsOf(foldText(withoutTitle(textOf(context, line)))).some((word) => greeted.has(word)));
  return known[0] ?? (named.length === 1 ? (named[0] ?? null) : null);
}

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}-]+/u).filter((word) => word.length > 2);

function isOverAddress(context: ExtractionContext, name: Segment): boolean {
  let line: Segment | undefined = name;
  for (let step = 0; step < LINES; step++) {
    line = lineUnder(context.view, line, CLOSE, APART);
    if (!line) return false;
    if (addressLikeness(textOf(context, line)) >= ADDRESS) return true;
  }
  return false;
}

function findSigner(context: ExtractionContext): Segment | null {
  for (const closing of context.view.segments.toReversed()) {
    if (!CLOSING.test(foldText(textOf(context, closing)))) continue;
    const names: Segment[] = [];
    let line: Segment | undefined = closing;
    for (let step = 0; step < UNDER; step++) {
      line = lineUnder(context.view, line, step === 0 ? ROOM : CLOSE, APART);
      if (!line) break;
      if (isPerson(textOf(context, line))) names.push(line);
    }
    // The signature itself may be recognised as a shorter form of the name that is set under it.
    const longest = names.sort((a, b) => textOf(context, b).length - textOf(context, a).length)[0];
    if (longest) return longest;
  }
  return null;
}
