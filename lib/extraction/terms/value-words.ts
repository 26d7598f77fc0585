import { foldText } from '#lib/document/values/fold-text.ts';
import { splitWords } from './vocabulary.ts';

/** What a value of a field may be by its own words. */
export type ValueClass = 'occupation' | 'organisation' | 'degree' | 'place';

/** Words by which a field asks for a class of values, as folded words of its name or label. */
const ASKED: readonly (readonly [ValueClass, RegExp])[] = [
  [
    'degree',
    /\b(?:degree|qualification|diploma|abschluss|studiengang|course|programme?|major|field of study|diplome|titulo|titolo|carrera|opleiding|kierunek)\b/,
  ],
  [
    'occupation',
    /\b(?:position|job|role|title|occupation|profession|function|designation|beruf|stelle|tatigkeit|poste|fonction|metier|puesto|cargo|ocupacion|ruolo|posizione|mansione|functie|beroep|stanowisko|zawod)\b/,
  ],
  [
    'organisation',
    /\b(?:employer|company|organi[sz]ation|institution|school|university|college|firm|firma|arbeitgeber|unternehmen|hochschule|employeur|entreprise|societe|etablissement|empleador|empresa|azienda|datore|werkgever|bedrijf|pracodawca|uczelnia|client|customer)\b/,
  ],
  ['place', /\b(?:place|city|town|location|ort|stadt|standort|lieu|ville|ciudad|lugar|luogo|citta|plaats|stad|miejsce|miasto|local)\b/],
];

/** Words of values of a class, folded; a word at the end of a German or Dutch compound counts too. */
const OCCUPATION =
  /(?:engineer|developer|manager|assistant|intern|director|officer|analyst|consultant|teacher|nurse|designer|administrator|coordinator|specialist|technician|supervisor|representative|associate|accountant|architect|scientist|researcher|lecturer|professor|clerk|cashier|waiter|waitress|chef|cook|driver|operator|mechanic|electrician|programmer|writer|editor|journalist|attorney|lawyer|paralegal|secretary|receptionist|founder|president|chairman|chairwoman|partner|owner|head|lead|leader|chief|cto|ceo|cfo|coo|vp|trainee|apprentice|tutor|instructor|trainer|freelancer|contractor|strategist|planner|buyer|agent|advisor|adviser|executive|inspector|physician|doctor|dentist|therapist|pharmacist|librarian|translator|foreman|worker|helper|steward|guard|pilot|captain|ingenieur|entwickler|leiter|leiterin|assistent|assistentin|praktikant|praktikantin|berater|beraterin|referent|referentin|sachbearbeiter|sachbearbeiterin|fachkraft|kaufmann|kauffrau|geschaftsfuhrer|lehrer|lehrerin|mitarbeiter|mitarbeiterin|werkstudent|werkstudentin|techniker|meister|ingenieure|developpeur|developpeuse|directeur|directrice|charge|chargee|responsable|stagiaire|technicien|vendeur|vendeuse|comptable|ingeniero|ingeniera|desarrollador|gerente|jefe|jefa|becario|becaria|asistente|tecnico|vendedor|contable|profesor|profesora|ingegnere|sviluppatore|responsabile|impiegato|impiegata|direttore|tirocinante|stagista|ontwikkelaar|medewerker|adviseur|stagiair|engenheiro|estagiario|inzynier|kierownik|specjalista|programista|asystent|stazysta)$/;
const ORGANISATION =
  /^(?:inc|llc|ltd|limited|corp|corporation|co|company|companies|gmbh|ag|kg|ug|se|plc|sa|sas|sarl|sl|srl|spa|bv|nv|oy|ab|as|group|gruppe|groupe|grupo|gruppo|holding|holdings|partners|associates|consulting|solutions|systems|services|technologies|technology|labs|laboratories|industries|international|agency|agentur|studio|studios|bank|hospital|clinic|klinik|krankenhaus|hopital|institute|institut|instituto|istituto|university|universitat|universite|universidad|universita|universiteit|uniwersytet|college|school|schule|gymnasium|hochschule|academy|akademie|ecole|escuela|foundation|stiftung|ministry|ministerium|department|council|association|society|network|media|design|software|airlines|hotel|restaurant|stores?|press|verlag|research)$/;
const DEGREE =
  /^(?:bachelor|bachelors|master|masters|phd|doctorate|doctor|diploma|diplom|degree|bsc|msc|ba|bs|ma|ms|mba|beng|meng|llb|llm|associate|abitur|baccalaureat|bac|licence|licenciatura|laurea|maturita|magister|licencjat|inzynier|certificate|minor|major)$/;
const PLACE = /^[\p{L} .'’-]+,\s?(?:\p{Lu}{2}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)$/u;

/** The class of values that a field asks for by its name and label (its description where they tell none), or null. */
export function valueClassOf(name: string, description: string): ValueClass | null {
  for (const text of [name, description]) {
    const words = foldText(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
    for (const [kind, pattern] of ASKED) if (pattern.test(words)) return kind;
  }
  return null;
}

/** How much a text looks like a value of a class by its words, 0 to 1. */
export function valueLikeness(kind: ValueClass, text: string): number {
  const words = splitWords(text);
  switch (kind) {
    case 'occupation':
      return occupationLikeness(words);
    case 'organisation':
      return words.some((word) => ORGANISATION.test(word)) ? 1 : 0;
    case 'degree':
      return words.some((word) => DEGREE.test(word)) || /\b[BM]\.? ?(?:A|S|Sc|Eng)\b\.?|\bPh\.? ?D\b/.test(text) ? 1 : 0;
    case 'place':
      return PLACE.test(text.trim()) ? 1 : 0;
    default:
      return 0;
  }
}

/** Letters of the end of a compound that names an occupation at least. */
const COMPOUND = 6;

/** Ranks that only occupations have. */
const RANK = /^(?:senior|sr|junior|jr|principal|deputy|vice|interim|freelance|leitende[rn]?|stellvertretende[rn]?|adjoint|adjointe)$/;
/** Ends of words for persons by what they do; of other words as well, so that they count less. */
const DOER = /\p{L}{3}(?:er|or|ist|ian|rice|eur|euse|ier|iere|ista|ente|arz|erin|mann|frau|man|woman)s?$/u;
const BY_ENDING = 0.4;

function occupationLikeness(words: readonly string[]): number {
  if (words.some((word) => isOccupation(word) || RANK.test(word))) return 1;
  return words.length <= 5 && words.some((word) => DOER.test(word)) && !words.some((word) => ORGANISATION.test(word)) ? BY_ENDING : 0;
}

function isOccupation(word: string): boolean {
  const found = OCCUPATION.exec(word)?.[0].length ?? 0;
  return found === word.length || found >= COMPOUND;
}
