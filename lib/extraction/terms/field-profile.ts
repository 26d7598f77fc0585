import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf } from '../languages/languages.ts';
import { type AskedPerson, personAskedFor, thingOf } from './asks-for-person.ts';
import { CONCEPTS } from './concepts.ts';
import { type FieldKind, headOfDescription, kindOfField } from './field-kind.ts';
import { type Unit, unitAskedFor } from './measures.ts';
import { PARTY_ROLES } from './party-roles.ts';
import { familiesOfPhrase, splitWords, weightOfFamily } from './vocabulary.ts';

/** One way a document may call a field's value. */
export type Phrase = {
  families: readonly string[];
  /** Sum of the family weights. */
  mass: number;
  /** 0 to 1: how sure it is that this phrase means the field. */
  weight: number;
  source: 'name' | 'label' | 'description' | 'concept';
};

/** All that is known of a field before any document is seen. */
export type FieldProfile = {
  field: Field | RowField;
  phrases: readonly Phrase[];
  /** Words that lead up to the value in running text, as folded words. */
  cues: { words: readonly string[]; weight: number }[];
  /** What the owner says it is called, word for word: name, label, and what the description lists behind a colon; `keyOfLabel`. */
  ownLabels: ReadonlySet<string>;
  /** Party the field speaks of, or null. */
  role: string | null;
  kind: FieldKind;
  /** The natural person that a field of names asks for, or null. */
  person: AskedPerson | null;
  /** True for a number that is a year (“tax_year”). */
  asksForYear: boolean;
  /** Unit in which a figure is asked for (“weight_kg”), or null. */
  unit: Unit | null;
  /** Concept to match quality, best first. */
  concepts: { id: string; score: number }[];
  /** Families of name, label and the first words of the description. */
  tags: ReadonlySet<string>;
  /** Of a column: headings under which it stands in approved documents, and those under which another one stands there, or none; see `keyOfHeading`. */
  taught?: { own: readonly string[]; others: readonly string[] };
};

/** `invoiceDate2` → `invoice date 2`. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim();
}

function massOf(families: readonly string[]): number {
  return families.reduce((sum, family) => sum + weightOfFamily(family), 0);
}

/** The mass with each family counted once. */
function massOnce(families: readonly string[]): number {
  return families.reduce((sum, family, at) => (families.indexOf(family) === at ? sum + weightOfFamily(family) : sum), 0);
}

/** A key of a concept: its families, their mass, and the mass with each counted once. */
type Key = { families: readonly string[]; mass: number; once: number };

const conceptKeys: readonly (readonly Key[])[] = CONCEPTS.map((concept) =>
  concept.keys.map((key) => {
    const families = familiesOfPhrase(key);
    return { families, mass: massOf(families), once: massOnce(families) };
  }),
);
/** Families of the words that point at each side. */
const roleWords = PARTY_ROLES.map(({ id, words }) => ({ id, words: words.map((word) => familiesOfPhrase(word)) }));

type ConceptWords = { labels: readonly (readonly string[])[]; keys: readonly (readonly string[])[]; cues: readonly (readonly string[])[] };
const conceptWords = new Map<string, ConceptWords>();

/** Families of a concept's labels and keys, and the words of its cues; worked out when first asked for. */
function wordsOfConcept(id: string): ConceptWords | null {
  const known = conceptWords.get(id);
  if (known) return known;
  const concept = CONCEPTS.find((entry) => entry.id === id);
  if (!concept) return null;
  const words = {
    labels: concept.labels.map((label) => familiesOfPhrase(label)),
    keys: concept.keys.map((key) => familiesOfPhrase(key)),
    cues: concept.cues.map((cue) => splitWords(cue)),
  };
  conceptWords.set(id, words);
  return words;
}

/** All that is known of what each concept is called, in the order of `CONCEPTS`. */
export const CONCEPT_PHRASES: readonly { id: string; phrases: readonly Phrase[] }[] = CONCEPTS.map(({ id, keys, labels }) => ({
  id,
  phrases: [...keys, ...labels].flatMap((text) => {
    const families = familiesOfPhrase(text);
    return families.length ? [{ families, mass: massOf(families), weight: 1, source: 'concept' as const }] : [];
  }),
}));

function overlap(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  a.forEach((family, at) => {
    if (b.includes(family) && a.indexOf(family) === at) shared += weightOfFamily(family);
  });
  return shared;
}

/** 0 to 1 by weight: both say the same. */
function likeness(a: readonly string[], { families, once }: Key): number {
  const shared = overlap(a, families);
  return shared ? shared / Math.max(massOnce(a), once) : 0;
}

/** Concepts whose values are days. */
const OF_DAYS = /_date$|^period_/;
/** Types of figures: a day is none, however its description speaks of one (“Balance at the start of the period”). */
const FIGURES: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'percentage']);

/** False for a concept whose values are never of a field's type. */
function isOfType(id: string, type: string): boolean {
  if (type === 'date') return OF_DAYS.test(id);
  return !FIGURES.has(type) || !OF_DAYS.test(id);
}

function matchConcepts(type: string, name: string[], label: string[], description: string[]): { id: string; score: number }[] {
  const scored = CONCEPTS.map((concept, index) => {
    let score = 0;
    if (!isOfType(concept.id, type)) return { id: concept.id, score };
    for (const key of conceptKeys[index] ?? []) {
      const byName = Math.max(likeness(name, key), label.length ? likeness(label, key) : 0);
      const { families, mass } = key;
      const inDescription = families.length >= 2 && overlap(families, description) >= mass - 1e-9 ? 0.62 : 0;
      const inName = families.length >= 2 && overlap(families, name) >= mass - 1e-9 ? 0.8 : 0;
      score = Math.max(score, byName >= 0.66 ? byName : 0, inDescription, inName);
    }
    return { id: concept.id, score };
  });
  const best = scored.filter((entry) => entry.score > 0).sort((a, b) => b.score - a.score);
  const top = best[0]?.score ?? 0;
  return best.filter((entry) => entry.score >= Math.max(0.6, top - 0.4)).slice(0, 4);
}

/** Families whose words say in a name whose it is (“from”, “to”, “shop”), and in a sentence nothing of a party. */
const IN_NAMES: ReadonlySet<string> = new Set(['start', 'end', 'company']);

function findRole(name: string, label: string, description: string): string | null {
  for (const [text, limit] of [
    [name, 6],
    [label, 6],
    [description, 12],
  ] as const) {
    const families = familiesOfPhrase(text).slice(0, limit);
    let best: { id: string; at: number } | null = null;
    for (const role of roleWords)
      for (const needed of role.words) {
        if (!needed.length || !needed.every((family) => families.includes(family))) continue;
        if (text === description && needed.every((family) => IN_NAMES.has(family))) continue;
        const at = families.indexOf(needed[0] ?? '') - needed.length * 0.1;
        if (!best || at < best.at) best = { id: role.id, at };
      }
    if (best) return best.id;
  }
  return null;
}

/** Parts of a description that could be printed on a page: quoted words first, then clauses. */
function clauses(description: string): { text: string; weight: number }[] {
  const quoted = [...description.matchAll(/["“„«]([^"”“»]{2,80})["”“»]/g)].map((match) => ({ text: match[1] ?? '', weight: 1 }));
  const plain = description
    .replace(/["“„«][^"”“»]*["”“»]/g, ' ')
    .split(/[,;:.()]|\bthat\b|\bwhich\b|\bfor example\b/)
    .map((text) => text.trim())
    .filter((text) => splitWords(text).length > 0)
    .slice(0, 3)
    .map((text, index) => ({
      text: text.replace(/\s+is (?:ticked|checked|marked).*$/i, ''),
      weight: quoted.length ? 0.4 : index === 0 ? 0.85 : 0.6,
    }));
  return [...quoted, ...plain];
}

/** Words of a description's list behind a colon at most, for one to be taken for a label. */
const LABEL_WORDS = 4;
/** How sure it is that such a label means the field. */
const LISTED = 0.93;

/** Labels that a description lists: “Sum before tax: subtotal, net amount, Nettobetrag.” */
function listedLabels(description: string): string[] {
  const listed = /:([^:.]+)/.exec(description)?.[1]?.split(/[,;]|\bor\b/) ?? [];
  return listed.map((text) => text.trim()).filter((text) => text && splitWords(text).length <= LABEL_WORDS);
}

/** What two spellings of one label share: their word families, whatever the order; '' for none. */
export function keyOfLabel(families: readonly string[]): string {
  return [...new Set(families)].sort().join(' ');
}

type KnownProfile = Omit<FieldProfile, 'field'>;
const profiles = new Map<string, KnownProfile>();
/** Fields whose profiles are kept: schemas come again with every document. */
const PROFILES = 2000;

/** Works out what a field may be called, whose it is, and of which kind its text is. Not to be changed: it is shared. */
export function profileField(field: Field | RowField): FieldProfile {
  const key = JSON.stringify([field.name, field.label, field.description, field.type, field.format]);
  let known = profiles.get(key);
  if (!known) {
    if (profiles.size >= PROFILES) profiles.clear();
    known = findProfile(field);
    profiles.set(key, known);
  }
  return { field, ...known };
}

const YEAR = new RegExp(`(?:^|\\s)(?:${anyOf(({ durations }) => durations?.year)})$`, 'u');
/** True where one of the names is “year”, or a kind of one; “years” are counted. */
function isYear(names: readonly string[]): boolean {
  return names.some((name) => YEAR.test(foldText(name).trim()));
}

function findProfile(field: Field | RowField): KnownProfile {
  const name = wordsOfName(field.name);
  const nameFamilies = familiesOfPhrase(name);
  const labelFamilies = field.label ? familiesOfPhrase(field.label) : [];
  const descriptionFamilies = field.description ? familiesOfPhrase(field.description) : [];
  const concepts = matchConcepts(field.type, nameFamilies, labelFamilies, descriptionFamilies);
  const role = findRole(name, field.label, field.description);
  const phrases = new Map<string, Phrase>();
  const add = (families: readonly string[], weight: number, source: Phrase['source']) => {
    if (!families.length || weight <= 0) return;
    const key = families.join(' ');
    const before = phrases.get(key);
    if (!before || before.weight < weight) phrases.set(key, { families, mass: massOf(families), weight, source });
  };
  add(nameFamilies, 1, 'name');
  add(labelFamilies, 1, 'label');
  const roleFamilies = new Set(roleWords.find((entry) => entry.id === role)?.words.flat() ?? []);
  const bare = nameFamilies.filter((family) => !roleFamilies.has(family));
  if (bare.length && bare.length < nameFamilies.length) add(bare, 0.7, 'name');
  for (const clause of field.description ? clauses(field.description) : [])
    add(familiesOfPhrase(clause.text), clause.weight, 'description');
  for (const text of listedLabels(field.description ?? '')) add(familiesOfPhrase(text), LISTED, 'description');
  const cues: FieldProfile['cues'] = [];
  for (const { id, score } of concepts) {
    const words = wordsOfConcept(id);
    if (!words) continue;
    for (const families of words.labels) add(families, 0.97 * score, 'concept');
    for (const families of words.keys) add(families, 0.9 * score, 'concept');
    for (const cue of words.cues) cues.push({ words: cue, weight: score });
  }
  const kind = kindOfField(
    field,
    [...nameFamilies, ...labelFamilies],
    concepts[0],
    familiesOfPhrase(headOfDescription(field.description ?? '')),
  );
  const asksForYear = kind === 'number' && isYear([name, field.label, thingOf(field.description ?? '')]);
  const mayBePerson = (kind === 'name' || kind === 'text') && field.format !== 'organisation';
  const person = mayBePerson ? personAskedFor([name, field.label], field.description) : null;
  return {
    phrases: [...phrases.values()],
    cues,
    ownLabels: new Set(
      [nameFamilies, labelFamilies, ...listedLabels(field.description).map(familiesOfPhrase)].map(keyOfLabel).filter(Boolean),
    ),
    role,
    kind: person ? 'name' : kind,
    person,
    asksForYear,
    unit: kind === 'number' && !asksForYear ? unitAskedFor(name, field) : null,
    concepts,
    tags: new Set([...nameFamilies, ...labelFamilies, ...descriptionFamilies.slice(0, 6)]),
  };
}
