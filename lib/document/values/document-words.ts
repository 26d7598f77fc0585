import { foldText } from './fold-text.ts';

/**
 * How the words of one language stand in dates and forms. Lists are parted by spaces, accents and case do not matter; *patterns* are
 * sources of regular expressions, alternatives parted by `|`, without accents in lower case. An empty text stands for nothing.
 */
export type DocumentWords = {
  /** ISO 639-1; `mul` for single words of languages that have no entry yet. */
  code: string;
  /** January to December, parted by `|`, each in all its forms and usual short ones. */
  months: string;
  /** Days of the week. */
  days: string;
  /** Short forms that are no other word where a day of the month follows, with or without a dot. */
  shortDays: string;
  /** Short forms that need their dot or comma. */
  dottedDays: string;
  /** Between the two ends of a span of days (“1 *to* 31 March”). A pattern. */
  joins: string;
  /** Before a date that is all there is of a text (“*le* 3 janvier 2024”), and behind it. Patterns. */
  leads: string;
  behind: string;
  /** Before a count or a number, which is no day (“*Qty* 5 - 10 January”). A pattern. */
  counted: string;
  /** Documents whose number stands behind their name. A pattern. */
  numbered: string;
  /** Yes and no. */
  yes: string;
  no: string;
};

/**
 * The words of dates and forms that the product reads, one entry a language. To add a language, add its entry; what the engine knows of
 * a language beside that is in `lib/extraction/languages`, which this room, shared with the browser, must not know.
 */
export const DOCUMENT_WORDS: readonly DocumentWords[] = [
  {
    code: 'en',
    months:
      'january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
    days: 'monday tuesday wednesday thursday friday saturday sunday',
    shortDays: 'mon tue tues wed weds thu thur thurs fri sat sun',
    dottedDays: '',
    joins: 'to|until|till|through|thru',
    leads: 'on',
    behind: '',
    counted: 'qty|quantity|count|units?|pcs|pieces|items?|no|num|nbr|number|id|pos|page|room|suite|apt|hours|hrs|nights|guests|adults',
    numbered: 'invoice|bill|order|ref|version|line|lot',
    yes: 'yes y true',
    no: 'no n false',
  },
  {
    code: 'de',
    months:
      'januar jänner jan jaenner|februar feb|märz mrz maerz|april apr|mai|juni jun|juli jul|august aug agust|september sep sept|oktober okt|november nov|dezember dez',
    days: 'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
    shortDays: '',
    dottedDays: 'mo di mi do fr sa so',
    joins: 'bis(?: zum)?',
    leads: 'am|den|vom',
    behind: '',
    counted: 'menge|anzahl|stuck|stk|nr|nummer|pos|seite|zimmer',
    numbered: 'rechnung|bestellung',
    yes: 'ja j wahr',
    no: 'nein falsch',
  },
  {
    code: 'fr',
    months:
      'janvier janv jan|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre sept|octobre oct|novembre nov|décembre déc',
    days: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    shortDays: 'lun mer jeu ven sam dim',
    dottedDays: 'mar',
    joins: 'au',
    leads: 'le',
    behind: '',
    counted: 'quantite|qte|numero|page',
    numbered: 'facture|commande',
    yes: 'oui o vrai',
    no: 'non faux',
  },
  {
    code: 'es',
    months:
      'enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre setiembre sept sep|octubre oct|noviembre nov|diciembre dic',
    days: 'lunes martes miércoles jueves viernes sábado domingo',
    shortDays: 'lun mie jue vie sab dom',
    dottedDays: 'mar',
    joins: 'al|a',
    leads: 'el',
    behind: '',
    counted: 'cantidad|cant|num|numero|pagina',
    numbered: 'factura|pedido',
    yes: 'sí s verdadero',
    no: 'no n falso',
  },
  {
    code: 'it',
    months:
      'gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set|ottobre ott|novembre nov|dicembre dic',
    days: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
    shortDays: 'lun mer gio ven sab dom',
    dottedDays: '',
    joins: 'al',
    leads: 'il',
    behind: '',
    counted: 'quantita|qta|numero|pagina',
    numbered: 'fattura|ordine',
    yes: 'sì s vero',
    no: 'no n falso',
  },
  {
    code: 'nl',
    months:
      'januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sep sept|oktober okt|november nov|december dec',
    days: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    shortDays: '',
    dottedDays: 'ma di wo do vr za zo',
    joins: 'tot(?: en met)?|t/m',
    leads: 'op',
    behind: '',
    counted: 'aantal|stuks|nr|nummer|pagina',
    numbered: 'factuur',
    yes: 'ja j waar',
    no: 'nee onwaar',
  },
  {
    code: 'pl',
    months:
      'stycznia styczeń sty|lutego luty lut|marca marzec|kwietnia kwiecień kwi|maja maj|czerwca czerwiec cze|lipca lipiec lip|sierpnia sierpień sie|września wrzesień wrz|października październik paź|listopada listopad lis|grudnia grudzień gru',
    days: 'poniedziałek wtorek środa środę czwartek piątek sobota niedziela',
    shortDays: 'pon czw ndz',
    dottedDays: 'wt śr pt sob nd',
    joins: 'do',
    leads: String.raw`dnia|dn\.|z dnia`,
    behind: String.raw`r\.|roku`,
    counted: 'ilosc|szt|nr',
    numbered: 'faktura',
    yes: 'tak prawda',
    no: 'nie n fałsz',
  },
  {
    code: 'pt',
    months:
      'janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez',
    days: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça quarta quinta sexta sábado domingo',
    shortDays: 'sab dom',
    dottedDays: 'seg ter qua qui sex',
    joins: 'a|ao',
    leads: 'em',
    behind: '',
    counted: 'quantidade|qtd|numero|pagina',
    numbered: 'fatura',
    yes: 'sim s verdadeiro',
    no: 'não n falso',
  },
  {
    code: 'cs',
    months:
      'ledna leden|února únor|března březen|dubna duben|května květen|června červen|července červenec|srpna srpen|září|října říjen|listopadu listopad|prosince prosinec',
    days: 'pondělí úterý středa středu čtvrtek pátek sobota sobotu neděle neděli',
    shortDays: '',
    dottedDays: '',
    joins: 'az(?: do)?|do',
    leads: 'dne|ze dne|ode dne|ke dni',
    behind: '',
    counted: 'mnozstvi|pocet|ks|cislo|strana',
    numbered: 'objednavka',
    yes: 'ano pravda',
    no: 'ne nepravda',
  },
  {
    code: 'sv',
    months:
      'januari jan|februari feb|mars mar|april apr|maj|juni jun|juli jul|augusti aug|september sep sept|oktober okt|november nov|december dec',
    days: 'måndag tisdag onsdag torsdag fredag lördag söndag måndagen tisdagen onsdagen torsdagen fredagen lördagen söndagen',
    shortDays: '',
    dottedDays: 'mån tis ons tor tors fre lör sön',
    joins: 'till(?: och med)?|t\\.o\\.m\\.',
    leads: 'den|per',
    behind: '',
    counted: 'antal|nummer|nr|sida',
    numbered: 'faktura|order',
    yes: 'ja j sant',
    no: 'nej falskt',
  },
  {
    code: 'mul',
    months: 'januar|februar||||||agustus||||desember des',
    days: '',
    shortDays: '',
    dottedDays: '',
    joins: '',
    leads: '',
    behind: '',
    counted: '',
    numbered: '',
    yes: '',
    no: '',
  },
];

/** The entries of all languages for one thing, each once. */
function entries(part: (words: DocumentWords) => string, separator: string): string[] {
  return [...new Set(DOCUMENT_WORDS.flatMap((words) => part(words).split(separator)))].filter(Boolean);
}

/** The folded words of all languages for one thing. */
export function listDocumentWords(part: (words: DocumentWords) => string): string[] {
  return [...new Set(entries(part, ' ').map(foldText))];
}

/** The source of a regular expression that matches what any language says of one thing. */
export function anyDocumentWord(part: (words: DocumentWords) => string): string {
  return [...new Set(DOCUMENT_WORDS.map(part))].filter(Boolean).join('|');
}

const anyDay = (part: (words: DocumentWords) => string) => listDocumentWords(part).join('|');

/** Source of a regular expression for the day of the week that leads up to a date, with what parts it from the date. */
export const dayNamePattern: string = `(?:(?:(?:${anyDay(({ days }) => days)}|${anyDay(({ shortDays }) => shortDays)})[.,]?|(?:${anyDay(({ dottedDays }) => dottedDays)})(?:[.,]|\\.,))\\s{1,2})`;
