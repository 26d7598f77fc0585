import { foldText } from '#lib/document/values/fold-text.ts';
import { ISSUERS } from '../languages/ids.ts';
import { anyOf } from '../languages/languages.ts';
import { wordsOfName } from './field-profile.ts';

/** A kind of organisation that issues documents: how a field asks for it, and words of the names of its kind; folded. */
export type IssuerKind = { asked: RegExp; named: RegExp | null };

const words = (list: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${list})(?!\p{L})`, 'u');

/** Kinds whose names say what they are. */
const NAMED: readonly IssuerKind[] = ISSUERS.map((kind) => ({
  asked: words(anyOf(({ issuers }) => issuers?.[kind]?.asks)),
  named: words(anyOf(({ issuers }) => issuers?.[kind]?.named)),
}));

/** True for a folded text with a word that says which kind of issuer it names (“Cedar University”). */
export function hasIssuerWord(folded: string): boolean {
  return NAMED.some(({ named }) => named?.test(folded));
}

/** Issuers whose names do not say what they are; asked for by a field's name alone. */
const UNNAMED = words(anyOf(({ issuerFields }) => issuerFields?.unnamed));

/** Fields of persons, whatever organisation they belong to. */
const PERSON = words(anyOf(({ issuerFields }) => issuerFields?.persons));
/** A description says with so many words what it describes; what follows tells more of it. */
const FIRST_WORDS = 4;

/** How labels, titles of documents and titles of persons end, which names of organisations do not. */
const NO_ISSUER = words(anyOf(({ issuerFields }) => issuerFields?.noNames));

/** True for a text whose last word says that it is a label or a title, not the name of an organisation. */
export function isNoIssuer(text: string): boolean {
  return NO_ISSUER.test(foldText(text).trim().split(/\s+/).at(-1) ?? '');
}

/**
 * What kind of issuer a field asks for: by its name and label, or by its description where these tell none.
 * Null for other fields.
 */
export function issuerAskedFor(field: { name: string; label?: string | undefined; description?: string | undefined }): IssuerKind | null {
  const name = foldText(`${wordsOfName(field.name)} ${field.label ?? ''}`);
  const described = foldText(field.description ?? '')
    .split(/\s+/)
    .slice(0, FIRST_WORDS)
    .join(' ');
  if (PERSON.test(name) || PERSON.test(described)) return null;
  for (const text of [name, described]) {
    const kind = NAMED.find(({ asked }) => asked.test(text));
    if (kind) return kind;
  }
  return UNNAMED.test(name) ? { asked: UNNAMED, named: null } : null;
}
