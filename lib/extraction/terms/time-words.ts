import { foldText } from '#lib/document/values/fold-text.ts';

/** Words for the time that is not over, for what stands between two times, and for parts of a year; folded, as parts of a pattern. */
export const PRESENT =
  '(?:till |until )?(?:present|current|currently|today|now|to date|date|ongoing|onwards?|heute|jetzt|aktuell|laufend|dato|aujourd.?hui|a ce jour|ce jour|present|actuel|actuellement|en cours|actual|actualidad|actualmente|la actualidad|presente|oggi|in corso|attuale|heden|nu|atual|atualmente|o momento|obecnie|teraz|dzis|nadal)';
export const BETWEEN = '(?:[-–—~→]|to|til|till|until|thru|through|bis|bis zum|a|au|jusqu.?a|hasta|al|fino a|tot|t/m|ate|do)';
export const SEASON =
  '(?:spring|summer|autumn|fall|winter|fruhling|fruhjahr|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno|estate|autunno|inverno|lente|zomer|herfst|wiosna|lato|jesien|zima|q[1-4]|h[12]|ws|ss|sose|wise)';
/** Words that lead up to a time. */
export const SINCE = '(?:since|from|seit|ab|von|vom|depuis|de|du|desde|del|dal|da|sinds|van|od)';

/** Headings over what has added up since a year or a contract began, folded. */
const CUMULATIVE =
  /\b(?:ytd|year to date|to date|cumulative|cumulated|accumulated|cumul|cumule|kumuliert|jahreswerte?|jahressumme|aufgelaufen|acumulado|cumulato|progressivo|cumulatief|narastajaco)\b/;

/** True for a heading over figures that add up over many periods: not those of the paper's own period. */
export function isCumulative(title: string): boolean {
  return CUMULATIVE.test(foldText(title));
}
