import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf } from '../languages/languages.ts';
import { isPlace } from './places.ts';

const LEGAL_FORM = new RegExp(
  `(?:^|[\\s,])(?:${anyOf(({ organisations }) => organisations?.legalForms)})\\.?(?=$|[\\s,.)&-])|[\\s,](?:${anyOf(({ organisations }) => organisations?.houses)})\\.?(?=$|[\\s,.)&-])`,
  'i',
);
const STREET = new RegExp(
  `(?:${anyOf(({ addresses }) => addresses?.streetEndings)})(?=$|[\\s,\\d])|\\b(?:${anyOf(({ addresses }) => addresses?.streets)})(?=$|[\\s,.:\\d])`,
  'i',
);
const POSTCODE =
  /\b(?:[A-Z]{1,2}[- ])?\d{5}(?:-\d{4})?\b|\b\d{4}\s?[A-Z]{2}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b\d{2}-\d{3}\b|\b\d{4}\s\p{Lu}/u;
const PERSON_TITLE = new RegExp(`^(?:${anyOf(({ letters }) => letters?.titles)})\\.?\\s`, 'i');

/** 0 to 1: ends or goes with a legal form or a word of organisations. */
export function organisationLikeness(text: string): number {
  return LEGAL_FORM.test(foldText(text)) ? 1 : 0;
}

const TRADE = new RegExp(`\\s(?:[&+]|${anyOf(({ littleWords }) => littleWords?.and)})\\s`);

/** True for text that joins two things, as a line that says what somebody trades in does ("Stationery & Small Gifts"). */
export function isTradeLike(text: string): boolean {
  return TRADE.test(text);
}

/** Lines whose likeness is kept: candidates share lines, and are asked for again by their neighbours. */
const LINES = 4000;
const likenesses = new Map<string, number>();

/** 0 to 1: looks like a line of a postal address. */
export function addressLikeness(text: string): number {
  const known = likenesses.get(text);
  if (known !== undefined) return known;
  if (likenesses.size >= LINES) likenesses.clear();
  const likeness = findAddressLikeness(text);
  likenesses.set(text, likeness);
  return likeness;
}

function findAddressLikeness(text: string): number {
  let score = 0;
  if (STREET.test(text)) score += 0.5;
  if (POSTCODE.test(text)) score += 0.4;
  if (/\d/.test(text) && /\p{L}{3}/u.test(text)) score += 0.15;
  if (text.includes(',')) score += 0.1;
  if (text.split(/[\s,.]+/).some((word) => isPlace(word)) || isPlace(text.replace(/[.,]+$/, ''))) score += 0.25;
  if (/[:@€$%]|\btel|\bfax|www|\bgst|\bdate|\btotal|\bhttps?/i.test(text)) score -= 0.6;
  return Math.max(0, Math.min(1, score));
}

/** 0 to 1: two to four capitalised words without digits, perhaps with a title. */
export function personLikeness(text: string): number {
  const plain = text.replace(PERSON_TITLE, '');
  const words = plain.split(/[\s,]+/).filter(Boolean);
  if (words.length < 2 || words.length > 5 || /[\d@:;/$€%]/.test(plain)) return plain !== text && words.length > 0 ? 0.6 : 0;
  const capital = words.filter((word) => /^\p{Lu}[\p{L}'’.-]*$/u.test(word)).length;
  const shape = capital / words.length;
  return shape === 1 ? (LEGAL_FORM.test(plain) ? 0.3 : 1) : shape > 0.6 ? 0.4 : 0;
}
