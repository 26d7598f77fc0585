import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import { KINDS, type Kind } from './kinds.ts';
import { wordsOf } from './page-texts.ts';

/** What a class given by a person is known by. */
export type ClassTerms = {
  /** The common kinds that its name or description mentions, and how surely they are meant (0 to 1). */
  kinds: { kind: Kind; weight: number }[];
  /** Words of its own, with their weights: how much each tells this class from the others. */
  words: { word: string; weight: number }[];
  /** Words that stand together in its name or description. */
  phrases: string[][];
  keywords: string[][];
};

const FILLERS = new Set(
  (
    'a an the and or of to for with from that this in is on by under at as be other others another kind type types any all some no not ' +
    'document documents paper papers file files copy der die das und von fur mit im ein eine oder des les la le du un une et ou el los las ' +
    'una y o il lo gli di e de het een van en'
  ).split(' '),
);
/** Longest names first, so that an order confirmation is no order. */
const NAMES = KINDS.flatMap((kind) => kind.names.map((name) => ({ kind, words: name.split(' ') }))).sort(
  (a, b) => b.words.length - a.words.length,
);
const IN_NAME = 0.9;
const IN_DESCRIPTION = 0.55;

/** What each of the classes is known by, and what tells them from each other. */
export function classTerms(classes: readonly DocumentClass[]): ClassTerms[] {
  const read = classes.map(({ name, description, keywords }) => {
    const inName = takeKinds(wordsOf(name));
    const inDescription = takeKinds(wordsOf(description));
    const isKind = inName.rest.length === 0 && inName.kinds.length > 0;
    const kinds = new Map<Kind, number>();
    for (const kind of inDescription.kinds) kinds.set(kind, isKind ? (inName.kinds.includes(kind) ? 1 : 0) : IN_DESCRIPTION);
    for (const kind of inName.kinds) kinds.set(kind, isKind ? 1 : IN_NAME);
    const words = [...inName.rest, ...inDescription.rest].filter((word) => word.length > 1 && !FILLERS.has(word));
    return {
      isKind,
      kinds: [...kinds].filter(([, weight]) => weight > 0).map(([kind, weight]) => ({ kind, weight })),
      own: new Set(words),
      phrases: phrasesOf(wordsOf(description)).concat(phrasesOf(wordsOf(name))),
      keywords: keywords.map(wordsOf).filter(({ length }) => length > 0),
    };
  });
  return read.map(({ isKind, kinds, own, phrases, keywords }) => ({
    kinds,
    words: [...own].map((word) => {
      const sharing = read.filter((other) => other.own.has(word)).length;
      return { word, weight: ((isKind ? 0.35 : 1) * (word.length < 4 ? 0.6 : 1)) / sharing };
    }),
    phrases,
    keywords,
  }));
}

function takeKinds(words: readonly string[]): { kinds: Kind[]; rest: string[] } {
  const kinds: Kind[] = [];
  let text = ` ${words.join(' ')} `;
  for (const name of NAMES) {
    const forms = [` ${name.words.join(' ')} `, ` ${name.words.join(' ')}s `];
    const form = forms.find((candidate) => text.includes(candidate));
    if (!form) continue;
    text = text.replace(form, ' ');
    if (!kinds.includes(name.kind)) kinds.push(name.kind);
  }
  return { kinds, rest: text.split(' ').filter(Boolean) };
}

function phrasesOf(words: readonly string[]): string[][] {
  const phrases: string[][] = [];
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (next && !FILLERS.has(word) && !FILLERS.has(next)) phrases.push([word, next]);
  });
  return phrases;
}
