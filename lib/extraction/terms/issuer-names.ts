import { foldText } from '#lib/document/values/fold-text.ts';
import { wordsOfName } from './field-profile.ts';

/** A kind of organisation that issues documents: how a field asks for it, and words of the names of its kind; folded. */
export type IssuerKind = { asked: RegExp; named: RegExp | null };

const words = (list: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${list})(?!\p{L})`, 'u');

/** Kinds whose names say what they are. */
const NAMED: readonly IssuerKind[] = [
  {
    asked: words('bank|bank name|banque|banco|banca|kreditinstitut|financial institution'),
    named: words(String.raw`\p{L}*bank|banque|banco|banca|\p{L}*sparkasse|\p{L}*kasse|credit union|savings|caisse|caja|cassa`),
  },
  {
    asked: words(String.raw`court|tribunal|\p{L}*gericht|juzgado|corte|rechtbank`),
    named: words(String.raw`court|courts|tribunal|\p{L}*gerichte?s?|juzgado|corte|cour|rechtbank|magistrates?|chancery`),
  },
  {
    asked: words(
      'school|university|college|institution|universitat|hochschule|schule|universite|ecole|universidad|universita|universiteit',
    ),
    named: words(
      String.raw`university|universities|college|school|academy|institute|polytechnic|\p{L}*universitat|\p{L}*hochschule|\p{L}*schule|universite|ecole|lycee|institut|universidad|escuela|instituto|universita|scuola|istituto|universiteit|hogeschool|uniwersytet`,
    ),
  },
  {
    asked: words(
      'laboratory|lab|testing laboratory|labor|laboratoire|laboratorio|hospital|clinic|practice|klinik|krankenhaus|praxis|hopital|clinique',
    ),
    named: words(
      String.raw`lab|labs|laboratory|laboratories|diagnostics?|analytics?|analytical|hospital|hospitals|clinic|clinics|medical cent(?:re|er)|health|\p{L}*labor|\p{L}*klinik|\p{L}*klinikum|\p{L}*krankenhaus|laboratoires?|hopital|clinique|laboratorio|clinica|ospedale|ziekenhuis`,
    ),
  },
  {
    asked: words('insurer|insurance company|insurance|versicherer|versicherung|assureur|assurance|aseguradora|assicuratore|verzekeraar'),
    named: words(
      String.raw`insurance|assurance|assurances|insurers|mutual|underwriters|\p{L}*versicherung|\p{L}*versicherungen|prevoyance|mutuelle|seguros|assicurazioni|verzekeringen`,
    ),
  },
  {
    asked: words(
      'authority|agency|council|municipality|department|ministry|registry|register office|registrar|behorde|amt|gemeinde|mairie|autorite|autoridad|ayuntamiento|comune|autorita|gemeente|issued by|issuing authority',
    ),
    named: words(
      String.raw`city of|town of|county of|state of|county|council|department|ministry|registrar|registry|bureau|directorate|authority|agency|commission|administration|\p{L}*amt|\p{L}*amtes|\p{L}*behorde|ministerium|stadt|gemeinde|landkreis|mairie|prefecture|ministere|ayuntamiento|ministerio|comune|ministero|gemeente`,
    ),
  },
  {
    asked: words('airline|railway|railway company|train company|shipping line|shipping company|fluggesellschaft|compagnie aerienne'),
    named: words(
      String.raw`air|airways|airlines?|aviation|rail|railways?|trains?|lines?|shipping|ferries|express|cruises|coaches|\p{L}*bahn|\p{L}*bahngesellschaft|bahnen|\p{L}*reederei|aerolineas|ferrovie`,
    ),
  },
  {
    asked: words('hotel|accommodation|lodging|unterkunft|hebergement|alojamiento'),
    named: words(
      'hotel|hotels|inn|lodge|resort|hostel|arms|suites|guesthouse|guest house|pension|gasthof|gasthaus|auberge|hostal|albergo|locanda|b and b',
    ),
  },
  {
    asked: words('utility|utility company|energy supplier|electricity supplier|provider|versorger|fournisseur'),
    named: words(
      String.raw`energy|power|electric|electricity|gas|water|utilities|telecom|communications|\p{L}*werke|energie|eau|energia|acqua`,
    ),
  },
];
/** True for a folded text with a word that says which kind of issuer it names (“Cedar University”). */
export function hasIssuerWord(folded: string): boolean {
  return NAMED.some(({ named }) => named?.test(folded));
}

/** Issuers whose names do not say what they are; asked for by a field's name alone. */
const UNNAMED = words(
  'employer|issuer|issuing company|letterhead|arbeitgeber|aussteller|employeur|emetteur|empleador|emisor|datore|emittente|werkgever',
);

/** Fields of persons, whatever organisation they belong to. */
const PERSON = words(
  'person|persons|people|insured|policy ?holder|holder|signed|signer|signatory|doctor|judge|officer|manager|contact|assure|versicherte[rn]?|titular|firmante',
);
/** A description says with so many words what it describes; what follows tells more of it. */
const FIRST_WORDS = 4;

/** How labels, titles of documents and titles of persons end, which names of organisations do not. */
const NO_ISSUER = words(
  'report|statement|reference|id|number|no|nr|name|address|director|manager|officer|clerk|confirmation|certificate|details|bericht|auszug|nummer|rapport|releve|numero|informe|extracto|rapporto|estratto',
);

/** True for a text whose last word says that it is a label or a title, not the name of an organisation. */
export function isNoIssuer(text: string): boolean {
  return NO_ISSUER.test(foldText(text).trim().split(/\s+/).at(-1) ?? '');
}

/**
 * What kind of issuer a field asks for: by its name and label, or by its description where these tell none.
 * Null for other fields.
 */
export function issuerAskedFor(field: { name: string; label?: string | undefined; description?: string | undefined }): IssuerKind | null {
  const name = foldText(`${wordsOfName(field.name)} ${field.label ?? ''}`);
  const described = foldText(field.description ?? '')
    .split(/\s+/)
    .slice(0, FIRST_WORDS)
    .join(' ');
  if (PERSON.test(name) || PERSON.test(described)) return null;
  for (const text of [name, described]) {
    const kind = NAMED.find(({ asked }) => asked.test(text));
    if (kind) return kind;
  }
  return UNNAMED.test(name) ? { asked: UNNAMED, named: null } : null;
}
