/**
 * How contracts say yes or no in a clause, in eight languages: which fields of yes and no ask for it (by name or label, folded), and
 * the words of either answer. Those of "no" go first, since they hold those of "yes". To extend.
 */
export type ClauseQuestion = { asks: RegExp; no: readonly RegExp[]; yes: readonly RegExp[] };

const words = (...patterns: string[]): RegExp[] => patterns.map((pattern) => new RegExp(`(?<!\\p{L})(?:${pattern})`, 'giu'));

/** Words beside the one that a question is about, folded; with any other word it is another question ("renewal notice sent"). */
const BESIDES =
  'auto|automatic(?:ally)?|automatisch(?:e)?|automatique|automatica|automatico|automatyczne|tacit|tacite|tacita|tacito|silent|stillschweigend(?:e)?|stilzwijgend(?:e)?|contract|agreement|lease|policy|subscription|vertrag|clause|option|allowed|permitted|possible|is|has|does|do|can|be|will|may|if|the|a|it|of|at|for|sich|der|die|das|du|de|del|di|yes|no|ja|nein|oui|non';
function onlyWords(core: string): RegExp {
  return new RegExp(`^(?=.*\\b(?:${core})\\b)(?:(?:${core}|${BESIDES})(?: |$))+$`);
}

/** Words that turn a clause round or rule out what it names, in eight languages. */
export const NEGATIONS =
  /(?<!\p{L})(?:not|no|never|cannot|neither|nor|n[’']t|without|exclud\p{L}*|prohibit\p{L}*|forbidden|nicht|kein\p{L}*|nie|niemals|ohne|ausgeschlossen|ausschl\p{L}*|entfällt|untersagt|ne|pas|jamais|aucun\p{L}*|sans|exclu\p{L}*|interdit\p{L}*|nunca|sin|ning[uú]n\p{L}*|tampoco|prohib\p{L}*|non|senza|esclu\p{L}*|nessun\p{L}*|vietat\p{L}*|niet|geen|nooit|zonder|uitgesloten|verboden|não|sem|nenhum\p{L}*|proibid\p{L}*|bez|wyklucz\p{L}*|wyłącz\p{L}*|żadn\p{L}*)(?!\p{L})|(?<!\p{L})n[’'](?=\p{L})|\p{L}n[’']t(?!\p{L})/iu;
/** Conditions, and turns of speech with such a word in them, which turn nothing round ("wenn er nicht gekündigt wird", "no later than"). */
export const UNTURNED =
  /(?<!\p{L})(?:(?:unless|if|provided|except|wenn|sofern|falls|soweit|es sei denn|sauf|à moins|salvo|a menos|a meno|qualora|tenzij|indien|mits|exceto|jeśli|jeżeli|o ile|chyba|não havendo|(?:wird|erfolgt) (?=[^,.;]{0,80}(?:gekündigt|Kündigung))|s[ie] (?:non|no|não|ning|ness|nenhum|aucun|l[’']un|ni ))[^,.;]*|(?:no|not) (?:later|earlier|less|more|fewer|only)|nicht (?:später|nur|weniger)|non oltre|no más tarde|niet (?:later|eerder)|nie później|(?:without|sans|ohne|sin|senza|zonder|sem|bez) (?:\p{L}+ ){0,2}(?:notice|action|formality|formalités?|préavis|weiteres|formalidad|opzegging))(?!\p{L})/giu;

export const CLAUSE_QUESTIONS: readonly ClauseQuestion[] = [
  {
    asks: onlyWords(
      'renew(?:al|s|ed|able)?|prolongs?|prolonged|prolongation|auto(?:matic|matical)?(?:ly)? ?exten(?:sion|ds?|ded)|verlanger(?:ung|t)|vertragsverlangerung|reconduction|renouvellement|renovacion|prorroga|rinnovo|verlenging|renovacao|przedluzenie',
    ),
    no: words(
      '(?:shall|will|does|do|is|are) not (?:be )?(?:automatically )?(?:renew|extend)',
      'no automatic (?:renewal|extension)|without (?:automatic )?renewal',
      'verlängert sich nicht|(?:ohne|keine) automatische Verlängerung|ohne dass es einer Kündigung bedarf',
      'sans (?:tacite )?reconduction|(?:exclu\\p{L}*|aucune) (?:toute )?(?:tacite )?reconduction|ne (?:sera|se|peut)\\P{P}{0,30} (?:renouvel|reconduit)',
      'no se (?:renovará|prorrogará|renueva|prorroga)|sin (?:posibilidad de )?(?:prórroga|renovación)|no habrá (?:prórroga|renovación)',
      'non si rinnova|senza (?:tacito )?rinnovo|(?:escluso|esclusa) (?:il |ogni )?(?:tacito )?rinnovo|non (?:sarà|è)\\P{P}{1,30} rinnov',
      'niet (?:automatisch |stilzwijgend )?verlengd|zonder (?:stilzwijgende |automatische )?verlenging',
      'não (?:se )?(?:será |é )?renov|sem renovação',
      'nie (?:ulega|będzie)\\P{P}{0,30} przedłuż|nie przedłuża się|bez (?:automatycznego )?przedłużenia',
    ),
    yes: words(
      'automatically (?:be )?(?:renew|extend)|(?:renews?|extends?|renewed|extended) automatically|automatic(?:ally)? (?:renewal|extension)|shall be (?:renewed|extended) for (?:successive|further|additional)',
      'verlängert (?:er |es |sie )?sich (?:der|die|das|jeweils|automatisch|stillschweigend|um)|verlängert sich|automatische Verlängerung|stillschweigende Verlängerung',
      'tacite(?:ment)? (?:reconduction|reconduit|renouvel)|(?:renouvel|reconduit)\\p{L}* (?:tacitement|automatiquement|par tacite)|se renouvelle',
      'se (?:renovará|prorrogará|renueva|prorroga)\\p{L}*|tácita reconducción|(?:renovación|prórroga) (?:automática|tácita)',
      'si rinnova|si intende(?:rà)? (?:tacitamente )?rinnovat|tacit(?:o|amente) rinnov|rinnovat[oa] (?:automaticamente|tacitamente)|rinnovo (?:tacito|automatico)',
      '(?:automatisch|stilzwijgend) (?:verlengd|vernieuwd|verlenging)|stilzwijgende verlenging|automatische verlenging',
      'renova(?:-se|r-se-á|-se-á)?\\s?(?:automaticamente|tacitamente)|renovação (?:automática|tácita)|renova(?:-se|do|da) (?:automática|automatica|tácita)?(?:mente)?',
      '(?:automatycznie|milcząco) (?:się )?(?:przedłuż|odnaw)|ulega (?:automatycznemu )?przedłużeniu|przedłuża się|automatyczne przedłużenie',
    ),
  },
  {
    asks: onlyWords(
      'sub ?let(?:ting|s)?|sub ?leas(?:e|ing)|unter(?:ver)?mietung|sous location|subarriendo|sublocazione|onderverhuur|onderhuur|sublocacao|podnajem',
    ),
    no: words(
      '(?:shall|may|will) not (?:assign or )?sub-?let|sub-?letting is (?:not permitted|prohibited|forbidden)|no sub-?letting',
      'Untervermietung (?:ist )?(?:nicht gestattet|nicht erlaubt|untersagt|ausgeschlossen)|nicht (?:zur Untervermietung|unterzuvermieten|untervermiet)',
      'sous-location (?:est |totale ou partielle est )?interdite|interdit de sous-louer',
      '(?:prohibido|prohíbe)\\P{P}{0,30} subarr|subarriendo (?:queda|está) prohibido',
      '(?:vietata|vietato)\\P{P}{0,30} subloc|sublocazione (?:è )?vietata',
      'onderverhuur is niet toegestaan|onderverhuur is verboden|niet (?:toegestaan )?\\P{P}{0,20} onder te verhuren',
      'não (?:é )?permitid\\p{L}\\P{P}{0,20} subloca|sublocação (?:é )?proibida',
      '(?:zakaz|nie może|zabron)\\P{P}{0,30} podnaj',
    ),
    yes: words(
      'may sub-?let|sub-?letting is permitted',
      'Untervermietung (?:ist )?(?:gestattet|erlaubt|zulässig)|darf untervermieten',
      'sous-location (?:est )?autorisée',
      'subarriendo (?:queda|está) permitido',
      'sublocazione (?:è )?consentita',
      'onderverhuur is toegestaan',
      'sublocação (?:é )?permitida',
      'podnajem (?:jest )?dozwolony',
    ),
  },
];

const TOWN =
  "(\\p{Lu}[\\p{L}'’-]+(?:[ \\n](?:(?:am|an der|an|upon|on|sur|de|de la|del|la|le|di|da|do|nad|aan)[ \\n])?\\p{Lu}[\\p{L}'’-]+){0,3})";
const place = (before: string): RegExp => new RegExp(`(?<!\\p{L})(?:${before})[ \\n]${TOWN}`, 'gu');

/** What stands behind words for a court and is no place: its rank, what it judges, a register. */
export const NO_PLACE =
  /^(?:Appeals?|Justice|Sessions?|Law|First|Human|Chancery|Arbitration|Records?|Claims|Common|Auditors|Cassation|Grande|Première|Instance|Commerce|Competent|Public|Audit|Probate|Protection|Queen|King|Rotation|Trade|RCS|Stato|Giustizia|Justicia|Apelación|Appello)(?!\p{L})/u;
/** Words behind a place that are no part of it. */
export const BEHIND_PLACE = / (?:RCS|HRB|HRA|SIREN|SIRET)(?!\p{L}).*$/u;

/** What leads up to the place whose courts decide, in eight languages; the place is the first group. To extend. */
export const COURTS: readonly RegExp[] = [
  place(
    '[Gg]erichtsstand(?: für [^.;:]{3,90}?)? (?:ist|wird|sei)(?: ausschließlich)?|Gerichtsstand:|Gerichtsstand wird|Sitz des Gerichts ist',
  ),
  place(
    '(?:[Cc]ourts?|tribunals?) (?:of|in|located in|sitting in|seated in)(?: the (?:[Cc]ity|[Ss]tate) of)?|[Vv]enue (?:shall be|is|lies) in|[Pp]lace of jurisdiction(?:: | is | shall be )?',
  ),
  place("[Tt]ribuna(?:l|ux)(?: de [Cc]ommerce| judiciaire| compétents?){0,2} (?:de|d'|d’)|juridictions de"),
  place('(?:[Jj]uzgados y )?[Tt]ribunales de(?: la ciudad de)?|[Jj]uzgados de'),
  place('[Ff]oro (?:competente |esclusivo ){0,2}(?:(?:è|sarà) )?(?:esclusivamente )?(?:quello )?(?:di|del Tribunale di)|Tribunale di'),
  place('(?:[Rr]echtbank|[Rr]echter)(?: (?:te|in|van))?'),
  place('[Ff]oro (?:da [Cc]omarca )?d[aeo]|[Tt]ribunal(?:is)? (?:da [Cc]omarca )?d[aeo]|[Cc]omarca d[aeo]'),
  place('[Ss]ąd\\p{L}*(?: (?:powszechn|właściw|rejonow|okręgow|gospodarcz)\\p{L}*){0,3} (?:w|we)'),
];

/** What says when money is to be paid, in eight languages. To extend. */
export const PAYMENT_TERMS: readonly RegExp[] = words(
  // A number behind "net" alone may be an amount or a weight: with a discount, a stroke or days, or a usual span.
  '\\d{1,2}(?:[.,]\\d)?\\s?%?\\s?[/,]\\s?\\d{1,3}(?:\\s?days)?,?\\s(?:net|n)\\s?/?\\s?\\d{1,3}(?:\\sdays?)?(?:\\s(?:EOM|end of month))?(?!\\d|[.,]\\d|\\s?(?:%|\\p{Sc}|kg|g|lb|pcs|ml|l|EUR|USD|GBP)(?!\\p{L}))',
  '(?:net|n)\\s?/\\s?\\d{1,3}(?:\\sdays?)?(?:\\s(?:EOM|end of month))?(?!\\d|[.,]\\d|\\s?(?:%|\\p{Sc}|kg|g|lb|pcs|ml|l|EUR|USD|GBP)(?!\\p{L}))',
  'net\\s?\\d{1,3}\\s(?:days?(?: (?:EOM|end of month))?|EOM|end of month)',
  'net\\s?(?:7|8|10|14|15|20|21|28|30|35|40|45|50|60|75|90|120)(?!\\d|[.,]\\d|\\s?(?:%|\\p{Sc}|kg|g|lb|pcs|ml|l|EUR|USD|GBP)(?!\\p{L}))',
  '(?:payable |due |payment )?within \\d{1,3} (?:calendar |business |working )?days(?: (?:of|from|after) (?:the )?(?:date of (?:the )?invoice|invoice date|invoice|receipt|delivery)(?: of (?:the )?invoice)?)?',
  '\\d{1,3} days (?:net|from (?:the )?(?:date of )?invoice(?: date)?|after (?:the )?invoice date|end of month|EOM)',
  '(?:due|payable) (?:up)?on receipt(?: of invoice)?|cash (?:on|with) (?:delivery|order)|cash in advance',
  '(?:zahlbar |fällig )?(?:innerhalb|binnen)(?: von)? (?:\\d{1,3} Tagen|\\p{L}+ Tagen|\\d Wochen)(?: (?:nach|ab) (?:Rechnungsdatum|Rechnungserhalt|Erhalt der Rechnung|Rechnungsstellung|Zugang|Lieferung|Erhalt))?(?: (?:ohne Abzug|netto|rein netto))?',
  '(?:\\d{1,2}(?:[.,]\\d)? ?% Skonto[^.;]{0,40}?, )?\\d{1,3} Tage (?:rein )?(?:netto|Ziel)|sofort (?:fällig|zahlbar)(?: ohne Abzug| rein netto)?|zahlbar sofort(?: ohne Abzug)?',
  '(?:paiement |payable |règlement )?(?:à|sous|dans les|dans un délai de) \\d{1,3} jours(?: (?:fin de mois|nets?|date de facture|à compter de (?:la )?(?:date de )?(?:la )?facture|à réception(?: de (?:la )?facture)?))?|(?:paiement |payable )?à réception(?: de (?:la )?facture)?|paiement comptant|au comptant',
  '(?:pago |pagadero )?a \\d{1,3} días(?: (?:fecha(?: de)? factura|desde la fecha de (?:la )?factura|vista))?|(?:pago )?al contado|en un plazo de \\d{1,3} días(?: (?:desde|a partir de) [^.;]{3,40})?',
  '(?:pagamento )?(?:a|entro) \\d{1,3} (?:giorni|gg\\.?)(?: (?:data fattura|d\\.f\\.|fine mese|f\\.m\\.|dal ricevimento(?: della fattura)?|dalla data (?:della )?fattura))?|rimessa diretta',
  '(?:betaling )?binnen (?:\\d{1,3}|\\p{L}+) dagen(?: na (?:factuurdatum|ontvangst(?: van de factuur)?|levering|dagtekening))?',
  '(?:pagamento )?(?:a|em|até|no prazo de) \\d{1,3} dias(?: (?:da data (?:da|de emissão da) fatura|após [^.;]{3,40}|data da fatura))?|pronto pagamento',
  '(?:w (?:ciągu|terminie) )?\\d{1,3} dni(?: (?:od (?:daty|dnia) (?:wystawienia|otrzymania|doręczenia)(?: faktury)?|od otrzymania faktury))?',
);
