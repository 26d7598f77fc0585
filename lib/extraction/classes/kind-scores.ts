import type { Reading } from '#lib/contract/service/reading.ts';
import { KINDS, type Kind } from './kinds.ts';
import { findCompounds, findTerm, type PageText, wordsOf } from './page-texts.ts';
import { prominence, usualSize } from './prominence.ts';

/** A place that speaks for a class: the page's number and indices of its words. */
export type Mark = { page: number; words: number[]; weight: number };
export type KindScore = { score: number; marks: Mark[] };

const TITLE = 2.2;
const CUES = 2.4;
/** Number of cues after which further ones say little. */
const ENOUGH_CUES = 4;
const TYPE_CODE = 5;
const MAIL_FORMAT = 6;
const SLIP = 1.2;
const REFERENCE = 0.6;
const NAMES = KINDS.map(({ names }) => names.map((name) => name.split(' ')));
const LONGER = new Map(
  NAMES.flat().map((name) => [
    name.join(' '),
    NAMES.flat().filter((other) => other.length > name.length && ` ${other.join(' ')} `.includes(` ${name.join(' ')} `)),
  ]),
);

/**
 * How much a document looks like each of the common kinds: by what it calls itself, by the phrases such documents are
 * full of, by the type code of its machine-readable part, by its format and shape. Open scale; about 1 is a weak sign,
 * 3 a clear one.
 */
export function scoreKinds(reading: Reading, texts: readonly PageText[]): Map<Kind, KindScore> {
  const code = typeCode(reading);
  return new Map(
    KINDS.map((kind, index) => {
      const title = strongestTitle(texts, NAMES[index]!);
      const isMail = kind.names[0] === 'email';
      let score = isMail ? mailScore(reading, texts) : TITLE * title.strength;
      const marks = isMail ? [] : title.marks;
      const cues = findCues(texts, kind.cues);
      score += CUES * (1 - Math.exp(-cues.amount / ENOUGH_CUES));
      if (kind.names[0] === 'receipt' && isSlip(texts)) score += SLIP;
      if (code !== null && kind.typeCodes?.includes(code)) score += TYPE_CODE;
      return [kind, { score, marks: [...marks, ...cues.marks] }] as const;
    }),
  );
}

function strongestTitle(texts: readonly PageText[], names: readonly string[][]): { strength: number; marks: Mark[] } {
  const marks: Mark[] = [];
  for (const text of texts) {
    const usual = usualSize(text.page);
    for (const name of names) {
      const places = [...findTerm(text, name), ...(name.length === 1 ? findCompounds(text, name[0]!) : [])];
      if (places.length === 0) continue;
      const covered = new Set((LONGER.get(name.join(' ')) ?? []).flatMap((longer) => findTerm(text, longer).flat()));
      for (const words of places) {
        if (words.every((word) => covered.has(word)) && covered.size > 0) continue;
        const weight = prominence(text.page, words, usual) * (isReference(text, words) ? REFERENCE : 1);
        marks.push({ page: text.page.number, words, weight });
      }
    }
  }
  marks.sort((a, b) => b.weight - a.weight);
  const strength = (marks[0]?.weight ?? 0) + 0.05 * Math.log1p(marks.length);
  return { strength, marks: marks.slice(0, 5) };
}

/** `Order number`, `Order ID`: often the number of another document that this one speaks of. */
function isReference(text: PageText, words: readonly number[]): boolean {
  const last = text.tokens.findIndex(({ word }) => word === words.at(-1));
  return ['id', 'ref', 'reference', 'number', 'numero', 'nummer', 'numer'].includes(text.tokens[last + 1]?.token ?? '');
}

function findCues(texts: readonly PageText[], cues: readonly string[]): { amount: number; marks: Mark[] } {
  const marks: Mark[] = [];
  for (const cue of cues) {
    const term = cue.split(' ');
    for (const text of texts) {
      const [words] = findTerm(text, term);
      if (!words) continue;
      marks.push({ page: text.page.number, words, weight: term.length > 1 ? 0.5 : 0.3 });
      break;
    }
  }
  return { amount: marks.reduce((sum, { weight }) => sum + 2 * weight, 0), marks };
}

/** The code by which an e-invoice or order says what it is (UNTDID 1001). */
function typeCode({ stated_values }: Reading): string | null {
  const stated = stated_values.find(
    ({ source, path }) => source === 'e_invoice' && /(^|\/)[A-Za-z]*TypeCode$/.test(path) && path.split('/').length <= 3,
  );
  return stated?.value ?? null;
}

/** Mail is told by its format, or by the header lines of a printed mail; the word alone stands in every letterhead. */
function mailScore(reading: Reading, texts: readonly PageText[]): number {
  if (reading.media_type.startsWith('message/') || reading.media_type === 'application/vnd.ms-outlook') return MAIL_FORMAT;
  const page = texts[0]?.page;
  if (!page) return 0;
  const heads = page.lines.slice(0, 25).map(
    ({ words: [start, end] }) =>
      wordsOf(
        page.words
          .slice(start, end)
          .map(({ text }) => text)
          .join(' '),
      )[0],
  );
  const subject = ['subject', 'betreff', 'objet', 'asunto', 'oggetto', 'onderwerp', 'assunto', 'temat'];
  if (!heads.some((head) => head !== undefined && subject.includes(head))) return 0;
  const hits = [
    ['from', 'von', 'de', 'da', 'van', 'od'],
    ['to', 'an', 'a', 'para', 'aan', 'do'],
    ['sent', 'date', 'gesendet', 'datum', 'envoye', 'enviado', 'inviato', 'verzonden', 'data'],
  ].filter((words) => heads.some((head) => head !== undefined && words.includes(head))).length;
  return hits >= 2 ? 0.9 + 0.9 * hits : 0;
}

/** A till slip: a narrow page with few words, a time of day or many amounts. */
function isSlip(texts: readonly PageText[]): boolean {
  const page = texts[0]?.page;
  if (!page || texts.length > 2) return false;
  const left = Math.min(...page.words.map(({ box }) => box[0]));
  const right = Math.max(...page.words.map(({ box }) => box[2]));
  const top = Math.min(...page.words.map(({ box }) => box[1]));
  const bottom = Math.max(...page.words.map(({ box }) => box[3]));
  const shape = ((right - left) * page.width) / Math.max(1, (bottom - top) * page.height);
  const hasTime = page.words.some(({ text }) => /^\d{1,2}:\d{2}(:\d{2})?([AP]M)?$/i.test(text));
  const amounts = page.words.filter(({ text }) => /^\D{0,3}\d{1,3}([.,]\d{3})*[.,]\d{2,3}$/.test(text)).length;
  const isPriced = amounts >= 3 && amounts > 0.12 * page.words.length;
  return page.words.length < 320 && (shape < 0.55 || (shape < 0.85 && (hasTime || isPriced)));
}
