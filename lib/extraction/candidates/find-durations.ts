import { ownValue } from '#lib/contract/json/own-value.ts';

const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  sixty: 60,
  ninety: 90,
  ein: 1,
  eine: 1,
  einem: 1,
  einen: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  zehn: 10,
  zwolf: 12,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  dix: 10,
  douze: 12,
  dos: 2,
  tres: 3,
  cinco: 5,
  due: 2,
  tre: 3,
  cinque: 5,
  twee: 2,
  drie: 3,
  vijf: 5,
};
const UNITS: Record<string, string> = {
  year: 'year',
  jahr: 'year',
  jahre: 'year',
  jahren: 'year',
  an: 'year',
  ans: 'year',
  annee: 'year',
  ano: 'year',
  anno: 'year',
  anni: 'year',
  jaar: 'year',
  rok: 'year',
  lata: 'year',
  lat: 'year',
  month: 'month',
  monat: 'month',
  monate: 'month',
  monaten: 'month',
  mois: 'month',
  mes: 'month',
  mese: 'month',
  mesi: 'month',
  maand: 'month',
  maanden: 'month',
  miesiac: 'month',
  miesiecy: 'month',
  meses: 'month',
  week: 'week',
  woche: 'week',
  wochen: 'week',
  semaine: 'week',
  semana: 'week',
  settimana: 'week',
  settimane: 'week',
  weken: 'week',
  day: 'day',
  tag: 'day',
  tage: 'day',
  tagen: 'day',
  jour: 'day',
  dia: 'day',
  giorno: 'day',
  giorni: 'day',
  dag: 'day',
  dagen: 'day',
  dni: 'day',
};
const NUMBER = `(?:\\d{1,3}|(?:${Object.keys(WORDS).join('|')})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`;
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d.,])(${NUMBER})\\s?(?:\\(\\s?(\\d{1,3}|${Object.keys(WORDS).join('|')})\\s?\\))?[\\s-]{0,2}(?:(?:full|calendar|consecutive|additional|business|volle|weitere)\\s)?(${Object.keys(UNITS).join('|')})(s?)(?:\\s?\\(s\\))?(?:['’]s?)?(?![\\p{L}\\d])`,
  'giu',
);

function numberOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const [first = '', second] = text.split(/[- ]/);
  const value = ownValue(WORDS, first);
  if (value === undefined) return null;
  return value + (second ? (ownValue(WORDS, second) ?? 0) : 0);
}

/** A length of time found in a text; offsets are half-open. */
export type FoundDuration = { start: number; end: number; value: string };

/** Finds lengths of time written in figures or words ("two (2) years", "18 Monate", "a period of twelve months"). */
export function findDurations(text: string): FoundDuration[] {
  const folded = [...text].map((char) => (char.charCodeAt(0) < 128 ? char.toLowerCase() : sameLength(char))).join('');
  const found: FoundDuration[] = [];
  PATTERN.lastIndex = 0;
  for (let match = PATTERN.exec(folded); match; match = PATTERN.exec(folded)) {
    const inBrackets = match[2] ? numberOf(match[2]) : null;
    const count = inBrackets ?? numberOf(match[1] ?? '');
    const unit = UNITS[match[3] ?? ''];
    if (!count || !unit) continue;
    found.push({ start: match.index, end: match.index + match[0].length, value: `${count} ${unit}${count === 1 ? '' : 's'}` });
  }
  return found;
}

function sameLength(char: string): string {
  const folded = char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.length === char.length ? folded : char;
}
