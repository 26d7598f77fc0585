import { foldText } from '#lib/document/values/fold-text.ts';
import { isPlace } from './places.ts';

const LEGAL_FORM =
  /(?:^|[\s,])(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|llp|lp|l\.p|ltd|limited|plc|gmbh|ag|kg|ohg|ug|e\.?v|e\.?k|mbh|se|s\.?a|s\.?a\.?s|sarl|s\.?a\.?r\.?l|eurl|s\.?l|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|vof|oy|ab|as|a\/s|aps|sp\.?\s?z\s?o\.?\s?o|sdn\s?\.?\s?bhd|bhd|pte|pty|enterprise|enterprises|trading|holdings|group|foundation|association|committee|university|bank|verein|stiftung|genossenschaft|eg|partners|partnership|trust|fund|n\.a|pac|associates|industries|technologies|systems|services|solutions)\.?(?=$|[\s,.)&-])|[\s,](?:restaurant|store|mart|shop|hardware|stationery|cafe|hotel|pharmacy|supermarket|market)\.?(?=$|[\s,.)&-])/i;
const STREET =
  /(?:stra(?:ss|ß)e|str\.|gasse|weg|platz|allee|ufer|ring|damm)(?=$|[\s,\d])|\b(?:street|st\.?|avenue|ave\.?|road|rd\.?|blvd\.?|boulevard|lane|ln\.?|drive|dr\.?|way|suite|ste\.?|floor|fl\.?|p\.?\s?o\.?\s?box|box|highway|hwy|parkway|pkwy|court|plaza|square|sq\.?|rue|avenue|chemin|place|quai|cours|calle|avda|plaza|via|viale|piazza|corso|straat|laan|plein|weg|rua|ulica|ul\.|jalan|jln|jl\.?|lorong|taman|persiaran|lebuh|kampung|kg\.?|lot|no\.?|unit|block|blok|level|wisma|bandar|seksyen|bangunan|ground)(?=$|[\s,.:\d])/i;
const POSTCODE =
  /\b(?:[A-Z]{1,2}[- ])?\d{5}(?:-\d{4})?\b|\b\d{4}\s?[A-Z]{2}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b\d{2}-\d{3}\b|\b\d{4}\s\p{Lu}/u;
const PERSON_TITLE = /^(?:mr|mrs|ms|miss|dr|prof|herr|herrn|frau|m|mme|monsieur|madame|sr|sra|sig|dhr|mevr)\.?\s/i;

/** 0 to 1: ends or goes with a legal form or a word of organisations. */
export function organisationLikeness(text: string): number {
  return LEGAL_FORM.test(foldText(text)) ? 1 : 0;
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
