import { foldText } from './fold-text.ts';

/** Month names and their usual short forms, folded: en, de, fr, es, it, nl, pt, pl, sv/da/nb, id/ms. One line a month. */
const NAMES: readonly string[] = [
  'january jan january januar janner jaenner jänner janvier janv enero ene gennaio gen januari janeiro stycznia styczen sty',
  'february feb febr februar fevrier fevr fev febrero febbraio februari fevereiro lutego luty lut',
  'march mar marz maerz mrz mars marzo maart mrt marco marca marzec',
  'april apr avril avr abril abr aprile kwietnia kwiecien kwi',
  'may mai mayo maggio mag mei maio maja maj',
  'june jun juni juin junio giugno giu junho czerwca czerwiec cze',
  'july jul juli juillet juil julio luglio lug julho lipca lipiec lip',
  'august aug agust august aout agosto ago augustus agustus sierpnia sierpien sie augusti',
  'september sep sept septembre septiembre setiembre settembre set setembro wrzesnia wrzesien wrz',
  'october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz',
  'november nov novembre noviembre novembro listopada listopad lis',
  'december dec dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien gru desember des',
];

const MONTHS = new Map<string, number>();
NAMES.forEach((line, index) => {
  for (const name of line.split(' ')) MONTHS.set(foldText(name), index + 1);
});

/** Month number 1 to 12 of a written month name in any of the known languages, or null. A trailing dot is ignored. */
export function parseMonth(name: string): number | null {
  return MONTHS.get(foldText(name).replace(/\.$/, '')) ?? null;
}

/** All known month names, folded, longest first. For building patterns over folded text. */
export function listMonthNames(): string[] {
  return [...MONTHS.keys()].sort((a, b) => b.length - a.length);
}
