import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { organisationLikeness } from '../../candidates/text-likeness.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { type IssuerKind, isNoIssuer, issuerAskedFor } from '../../terms/issuer-names.ts';
import { publicCandidate } from '../../values/build-value.ts';
import { isAboutPerson } from './answer-holder.ts';

/** How much of the first page is its head. */
const HEAD = 0.2;
/** Words of an issuer's name at most. */
const MOST_WORDS = 9;
/** How much more than nothing must speak for a name. */
const LEAST = 2;
/** What it counts against a name that it is set like a label or a title. */
const LABEL = 1.5;
/** An organisation of 1 has a legal form; below this a text is no name of an organisation by its form. */
const FORMED = 0.5;
/** Parties of a trade that do not issue the document. */
const OTHERS: ReadonlySet<string> = new Set(['buyer', 'recipient', 'addressee', 'ship_to', 'bill_to']);
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.5;

/**
 * The issuer of the document, for fields that ask for one of its kind (a bank, court, school, laboratory, carrier, employer): what
 * stands large at the head, has the words or the form of an organisation's name, and is in the domain of its mail or website. Null for
 * other fields and where nothing speaks for a name.
 */
export function answerIssuer(context: ExtractionContext, field: number): ExtractedValue | null {
  const profile = context.profiles[field];
  const page = context.view.pages[0];
  if (!page || profile?.field.type !== 'string' || (profile.kind !== 'name' && profile.kind !== 'text')) return null;
  // “Registrar” of an office is somebody in it.
  if (profile.person !== null) return null;
  if (profile.role !== null && OTHERS.has(profile.role)) return null;
  const kind = issuerAskedFor(profile.field);
  if (!kind || isAboutPerson(context)) return null;
  const domains = context.pool.candidates.flatMap(({ kind: own, text }) => (own === 'email' || own === 'url' ? [domainOf(text)] : []));
  let best: { index: number; worth: number } | null = null;
  context.pool.candidates.forEach((candidate, index) => {
    if (candidate.page !== 0 || candidate.kind !== 'text' || (candidate.origin !== 'segment' && candidate.origin !== 'part')) return;
    const worth = worthOf(context, index, kind, page.height, domains);
    if (worth >= LEAST && (!best || worth > best.worth + 1e-9)) best = { index, worth };
  });
  const found = best as { index: number } | null;
  if (!found) return null;
  const answer = publicCandidate(context, field, found.index, CONFIDENCE);
  const text = String(answer.value).replace(/,$/, '');
  return { ...answer, value: text, text, candidates: [], reason: 'stands at the head, as the issuer of the document' };
}

function worthOf(context: ExtractionContext, index: number, { named }: IssuerKind, height: number, domains: readonly string[]): number {
  const text = context.pool.candidates[index]?.text ?? '';
  const { words, size, digits, colon } = context.textFacts(index);
  const isName = words > 1 && words <= MOST_WORDS && digits === 0 && colon === 0 && /^\p{Lu}/u.test(text) && !/[^.]{4}[.!?]$/.test(text);
  if (!isName || isNoIssuer(text)) return 0;
  const folded = foldText(text);
  const isNamed = named?.test(folded) ?? false;
  const isFormed = organisationLikeness(text) >= FORMED;
  const isHead = context.around(index).place.top < HEAD * height;
  const isOnline = domains.some((domain) => isOwnDomain(domain, folded));
  if (!isNamed && !isFormed && !isOnline) return 0;
  if (!isHead && !isFormed) return 0;
  const [start, end] = context.pool.candidates[index]?.ranges[0] ?? [0, 0];
  const labelness = named === null && isFormed && isHead ? 0 : context.labelnessOf(start, end);
  const signs = 2 * Number(isNamed) + Number(isFormed) + Number(isHead) + Number(isOnline);
  return signs + Math.min(1, Math.max(0, size - 1)) - LABEL * labelness;
}

/** The name in a mail address or website, folded, without its endings. */
function domainOf(text: string): string {
  const host = text.split('@').at(-1) ?? '';
  const parts = foldText(host)
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .split('.');
  return (parts[0] === 'www' ? parts[1] : parts.at(-2)) ?? '';
}

/** True where a domain begins as the name does, without its spaces, or is one of its longer words. */
function isOwnDomain(domain: string, name: string): boolean {
  const plain = domain.replace(/[^a-z\d]/g, '');
  if (plain.length < 4) return false;
  const joined = name.replace(/[^a-z\d]/g, '');
  return joined.startsWith(plain) || name.split(/[^a-z\d]+/).some((word) => word.length > 4 && plain.startsWith(word));
}
