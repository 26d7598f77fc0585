import { foldText } from '#lib/document/values/fold-text.ts';
import { wordsOfName } from './field-profile.ts';
import type { ValueClass } from './value-words.ts';

/** A part of the entries of a section (`section-names.ts`): what a person did where, or learned where. */
export type EntryPart = { section: 'work' | 'education'; part: ValueClass };

/** Words by which a field asks for a part of one entry, folded. */
const ASKED: readonly (readonly [EntryPart, RegExp])[] = [
  [
    { section: 'education', part: 'degree' },
    /\b(?:degree|diploma|academic title|abschluss|hochschulabschluss|diplome|titulo|titulacion|titolo di studio|diploma di laurea|tytul)\b/,
  ],
  [
    { section: 'education', part: 'organisation' },
    /\b(?:university|college|school|institution|alma mater|universitat|hochschule|schule|universite|ecole|etablissement|universidad|escuela|universita|scuola|ateneo|universiteit|hogeschool|uczelnia|szkola)\b/,
  ],
  [
    { section: 'work', part: 'occupation' },
    /\b(?:position|job|job title|role|occupation|profession|designation|beruf|stelle|position|tatigkeit|poste|fonction|metier|puesto|cargo|ocupacion|ruolo|mansione|functie|beroep|stanowisko)\b/,
  ],
  [
    { section: 'work', part: 'organisation' },
    /\b(?:employer|company|employing organi[sz]ation|arbeitgeber|unternehmen|firma|employeur|entreprise|empleador|empresa|datore di lavoro|azienda|werkgever|bedrijf|pracodawca)\b/,
  ],
];
/** Words that ask for another entry than the latest one, or for none. */
const OTHER =
  /\b(?:previous|former|past|prior|first|earlier|earliest|second|desired|applied|wanted|fruhere[rs]?|vorherige[rs]?|erste[rs]?|gewunschte[rs]?|precedente?|ancien|ancienne|premiere?|anterior|primera?|vorige|poprzedni)\b/;

/**
 * The part of the latest entry of a section that a field asks for by its name and label, or by its description where these tell none:
 * “current_employer”, “Highest degree”. Null for other fields.
 */
export function entryPartOf(field: { name: string; label?: string | undefined; description?: string | undefined }): EntryPart | null {
  const texts = [`${wordsOfName(field.name)} ${field.label ?? ''}`, field.description ?? ''].map(foldText);
  if (texts.some((text) => OTHER.test(text))) return null;
  for (const text of texts) for (const [part, words] of ASKED) if (words.test(text)) return part;
  return null;
}
