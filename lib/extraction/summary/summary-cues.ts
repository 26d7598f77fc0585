/** Words and phrases that tell what a sentence of a business document does, in the eight languages that are read. */

/** Words that end with a full stop without ending a sentence. */
const ABBREVIATION = new RegExp(
  `^(?:${[
    // English
    'mr|mrs|ms|messrs|dr|prof|rev|hon|gen|col|capt|lt|sgt|st|mt|jr|sr|vs|viz|cf|al|ed|eds|esq|dept|est|ext|fig|figs|vol|pp|para|paras|sec|secs|art|arts|cl|ch|no|nos|nr|ref|approx|max|min|avg|tel|fax|attn|incl|excl|resp|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec',
    // German
    'abs|abschn|anl|anm|aufl|bd|best|betr|bez|bzgl|bzw|ca|dergl|dipl|ebd|einschl|evtl|frl|geb|gem|ggf|ggfs|hr|hrn|hrsg|inkl|insb|kap|lfd|lit|mind|mio|mrd|mtl|nachf|od|rd|resp|rn|sog|std|stk|str|tsd|u|usf|verf|vgl|zb|zit|ziff|zzgl|zzt',
    // French, Spanish, Portuguese, Italian
    'mme|mlle|mm|av|bd|boul|env|ex|hab|al|apr|chap|éd|sté|ets|éts|sr|sra|srta|sres|dña|núm|núms|nº|pág|págs|tlf|tfno|avda|dpto|admón|art|arts|cap|aprox|sig|sigg|sigra|dott|ing|avv|geom|rag|spett|egr|gent|pag|pagg|lett|tab|ecc|exmo|exma|ilmo|dra|eng|proc|pç|v\\.exa|ltda|lda',
    // Dutch, Polish
    'dhr|mevr|mw|drs|ir|mr|blz|bijv|bv|evt|incl|jl|jr|nl|nr|o\\.a|pag|resp|zgn|zg|art|ul|al|os|pl|im|św|tzn|tzw|tj|np|m\\.in|ust|pkt|poz|zob|por|prof|hab|inż|mgr|płk|r|godz|tys|mln|mld|zł|gr|wg|ds|pn|jw|sp',
  ].join('|')})$`,
  'iu',
);

/** Abbreviations that often end a sentence too. */
const CLOSING =
  /^(?:inc|ltd|co|corp|llc|plc|bros|etc|usw|itd|itp|ecc|enz|e\.?v|s\.?a|s\.?r\.?l|s\.?p\.?a|n\.?v|b\.?v|z\.?\s?o\.?o|[ap]\.m|u\.s|u\.k|e\.u)$/iu;

/** Words that begin a sentence rather than go on after a name. */
const STARTER =
  /^(?:the|this|that|these|those|it|its|in|on|at|as|if|for|to|a|an|we|our|you|your|he|she|they|all|any|each|no|such|when|where|with|under|upon|please|der|die|das|dies|diese|dieser|ein|eine|wir|sie|er|es|im|in|bei|nach|für|mit|wenn|bitte|alle|le|la|les|l’|un|une|nous|vous|il|elle|ce|cette|en|pour|si|el|los|las|una|este|esta|se|por|para|lo|gli|i|uno|questo|questa|il|per|con|de|het|een|wij|we|u|dit|deze|bij|voor|als|o|os|as|um|uma|este|esta|em|nos|ten|ta|to|te|w|na|po|dla|jeśli|prosimy|strony)$/iu;

/** What the whole document is, does or is about, as its first sentences say it. */
const OPENING = new RegExp(
  [
    // English
    String.raw`\b(?:this|these|the (?:present|following|enclosed|attached)) (?:\p{L}+[- ]){0,4}(?:agreement|contract|letter|report|memorandum|memo|notice|statement|document|policy|plan|study|paper|order|amendment|addendum|lease|licen[cs]e|guide|manual|filing|prospectus|summary|review|proposal|offer|quotation|invoice|message|e-?mail)\b`,
    String.raw`\b(?:by and )?between\b.+\band\b|\b(?:we|i) (?:are|am) (?:writing|pleased|sorry|sending)|\b(?:we|i) (?:hereby|refer to|thank you for|confirm|would like to)|\b(?:purpose|subject|aim|objective|scope) of (?:this|the)|\bfurther to (?:your|our)|\bin consideration of\b|\bhas (?:agreed|decided|announced|requested)|\bas a condition (?:of|to)\b|\b(?:made|entered) (?:and entered )?into\b`,
    // German
    String.raw`\b(?:dieser?|dieses|der vorliegende|das vorliegende|die vorliegende) (?:vertrag|vereinbarung|bericht|brief|schreiben|dokument|bescheid|angebot|ordnung|satzung|richtlinie|anleitung|studie|arbeit|auftrag|protokoll)|\bzwischen\b.+\bund\b|\bhiermit\b|\bgegenstand (?:dieses|des|der)|\bbezugnehmend\b|\bwir (?:danken|bestätigen|teilen|freuen|möchten|beziehen)|\bvielen dank für\b|\bziel (?:dieser|dieses|der|des)`,
    // French
    String.raw`\b(?:le|la|les|ce|cet|cette|ces) (?:présente?s? )?(?:contrat|convention|accord|lettre|rapport|avenant|document|devis|note|avis|attestation|étude|procès-verbal|bail)\b|\bentre\b.+\bet\b|\bpar la présente\b|\ba pour objet\b|\bnous (?:vous (?:remercions|confirmons|informons|prions)|avons (?:le plaisir|l['’]honneur|bien reçu))|\bsuite à (?:votre|notre)`,
    // Spanish and Portuguese
    String.raw`\b(?:el|la|o|a|este|esta|presente) (?:presente )?(?:contrato|acuerdo|convenio|carta|informe|escrito|documento|oferta|acta|acordo|relatório|documento|proposta|ata|ofício)\b|\bentre\b.+\b(?:y|e)\b|\bpor (?:la|el|meio da|meio do) presente\b|\bpela presente\b|\btiene por objeto\b|\btem por obje(?:c)?to\b|\b(?:les|le) (?:comunicamos|informamos|confirmamos|agradecemos|escribimos)|\b(?:vimos|informamos|comunicamos|confirmamos|agradecemos)\b|\bcon el (?:fin|objeto|propósito)`,
    // Italian
    String.raw`\b(?:il|la|lo|questo|questa|presente) (?:presente )?(?:contratto|accordo|convenzione|lettera|relazione|documento|offerta|verbale|avviso|rapporto)\b|\btra\b.+\be\b|\bcon la presente\b|\bha per oggetto\b|\b(?:vi|le) (?:comunichiamo|informiamo|confermiamo|ringraziamo)|\bfacendo seguito\b`,
    // Dutch
    String.raw`\b(?:deze|dit|de onderhavige|het onderhavige) (?:overeenkomst|brief|rapport|contract|document|offerte|verslag|notitie|besluit|bericht)\b|\btussen\b.+\ben\b|\bhierbij\b|\bnaar aanleiding van\b|\b(?:wij|we) (?:danken|bevestigen|schrijven|informeren|willen)|\bhet doel van\b`,
    // Polish
    String.raw`\b(?:niniejsz\p{L}+) (?:umow\p{L}+|porozumieni\p{L}+|pism\p{L}+|raport\p{L}*|dokument\p{L}*|regulamin\p{L}*|protok\p{L}+|ofert\p{L}+)|\bpomiędzy\b.+\ba\b|\bniniejszym\b|\bprzedmiotem (?:umowy|niniejszej)|\bw (?:nawiązaniu|odpowiedzi|związku)|\b(?:dziękujemy|informujemy|potwierdzamy|uprzejmie)\b|\bcelem (?:niniejszego|raportu|umowy)`,
  ].join('|'),
  'iu',
);

/** Clauses, footers and courtesies that stand in documents whatever they are about. */
const BOILERPLATE = new RegExp(
  [
    // English: clauses of every contract
    String.raw`\bseverab|\b(?:invalid|unenforceable)\b.+\b(?:provision|remain)|\bcounterparts?\b|\bentire (?:agreement|understanding)\b|\bsupersedes?\b|\bno (?:failure|delay|waiver)\b|\bwaive[rsd]?\b.+\b(?:right|breach|provision|objection|jury)|\bheadings?\b.+\bconvenience\b|\bnotices?\b.+\b(?:in writing|deemed|delivered|postage)|\bsuccessors and (?:permitted )?assigns\b|\b(?:singular|plural|gender)\b|\bacts? of god\b|\bforce majeure\b|\bin witness whereof\b|\bfurther assurances\b|\bduly (?:authorized|executed|organi[sz]ed)\b|\binjunctive relief\b|\bexclusive jurisdiction\b|\bpersonal jurisdiction\b|\breceipt and sufficiency\b|\bjointly and severally\b|\bwe warrant\b`,
    // English: instructions of forms
    String.raw`^if .+\b(?:indicate|state|explain|describe)\b|^(?:describe|list|state|check|enter|attach|indicate|complete|explain|specify|sign|have you|has the|do you|does|do any|did|are any|if (?:yes|no|so)\b)|\bpublic (?:reporting burden|record)\b|\bis required to (?:file|complete|be filed)|\bfiling of th(?:is|e) (?:document|form|statement) is\b|\binstructions\b|\b(?:paperwork|burden|privacy act|send comments|under penalty of|available to the public|provision of the information|compliance is|copies of (?:every|any))\b|\bu\.s\.c\b`,
    // English: definitions and what only points elsewhere
    String.raw`\bshall (?:mean|have the meaning)\b|\bhas the meaning\b|[”"“)] means\b|\bfor (?:the )?purposes of this\b|\bas defined (?:in|below)\b.+\bas defined (?:in|below)\b`,
    // English: footers and courtesies
    String.raw`\bthis (?:e-?mail|message)\b.+\b(?:confidential|intended|recipient)|\bunsubscribe\b|\ball rights reserved\b|\bcopyright\b|\bdo not hesitate\b|^thank you\b.{0,40}$|\bcome again\b|\bplease (?:contact|call|see|refer|note that|find enclosed|do not reply)|\bdiscriminat\p{L}+ on the basis\b|\bkind regards\b|\bsincerely\b|\bsee reverse\b|\bthis page (?:is )?(?:intentionally|left)|\bforward-looking statements?\b|\bomb (?:no|control|number)\b|\bpaperwork reduction\b|\bterms and conditions (?:apply|of)`,
    // German
    String.raw`\bsalvatorische\b|\bunwirksam\p{L}*\b.+\b(?:bestimmung|übrigen)|\bnebenabreden\b|\bschriftform\b|\bgerichtsstand\b|\bdiese (?:e-?mail|nachricht)\b.+\bvertraulich|\bfür (?:rück)?fragen stehen\b|\bzögern sie nicht\b|\bmit freundlichen grüßen\b|\balle rechte vorbehalten\b|\bhandelsregister\b|\bhöhere gewalt\b|\bmaschinell erstellt\b|\bes gelten (?:unsere|die) (?:allgemeinen|agb)|\bwidersprüche\b`,
    // French
    String.raw`\bnulle? ou (?:non écrite|inapplicable)|\bforce majeure\b|\btribunaux? (?:compétents?|de commerce)\b|\bélection de domicile\b|\bveuillez agréer\b|\bn['’]hésitez pas\b|\btous droits réservés\b|\bce (?:message|courriel)\b.+\bconfidentiel|\bindemnité forfaitaire\b|\brestons? à votre (?:entière )?disposition`,
    // Spanish and Portuguese
    String.raw`\bnulidad\b.+\bcláusula|\bfuerza mayor\b|\bforça maior\b|\bjuzgados y tribunales\b|\bforo d[ae]\b|\bno dude en\b|\bnão hesite\b|\btodos los derechos reservados\b|\btodos os direitos reservados\b|\b(?:este mensaje|esta mensagem)\b.+\bconfidencia|\bprotección de datos\b|\bproteção de dados\b|\batentamente\b|\bquedamos a su disposición\b|\bao (?:seu|vosso) dispor\b`,
    // Italian
    String.raw`\bforo competente\b|\bforza maggiore\b|\bnon esiti\b|\brestiamo a (?:vostra )?disposizione\b|\btutti i diritti riservati\b|\b(?:questo messaggio|questa e-?mail)\b.+\b(?:riservat|confidenzial)|\bdistinti saluti\b|\bcordiali saluti\b`,
    // Dutch
    String.raw`\bnietig\p{L}*\b.+\bbepaling|\bovermacht\b|\bbevoegde rechter\b|\baarzel niet\b|\balle rechten voorbehouden\b|\bdit bericht\b.+\bvertrouwelijk|\bmet vriendelijke groet|\balgemene voorwaarden\b.+\btoepassing`,
    // Polish
    String.raw`\bnieważn\p{L}+\b.+\bpostanowie|\bsił\p{L} wyższ\p{L}+|\bsąd\p{L}* właściw|\bwszelkie prawa zastrzeżone\b|\b(?:ta wiadomość|niniejsza wiadomość)\b.+\bpoufn|\bz poważaniem\b|\bprosimy o kontakt\b|\bw formie pisemnej pod rygorem\b|\bw sprawach nieuregulowanych\b|\bjednobrzmiących\b`,
  ].join('|'),
  'iu',
);

/** Salutations, and the closing words of letters. */
const COURTESY =
  /^(?:dear|hello|hi|hey|good (?:morning|afternoon)|sehr geehrte|liebe[rs]?|guten (?:tag|morgen)|hallo|mit (?:freundlichen|besten|herzlichen)|cher|chère|madame|monsieur|bonjour|cordialement|bien à vous|estimad|querid|muy señor|buen(?:os|as) |atentamente|saludos|reciban?|gentil|egregi|spettabil|spett|caro|cara|buongiorno|distinti|cordiali|geachte|beste |met vriendelijke|hoogachtend|szanown|drogi|droga|dzień dobry|z poważaniem|pozdrawiam|prezad|exm|caro |bom dia|com os melhores|atenciosamente|kind |best |yours |sincerely|regards|thanks|thank you[,.!]?$)/iu;

/** The line from which on a mail repeats an older one. */
const HISTORY =
  /^(?:-{2,} ?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message transféré|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna)|_{8,}$|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message)|(?:on|am|le|el|il|op|em|w dniu|dnia)\b.{6,120}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał\(?a?\)?)\b.{0,60}:$)/iu;

/** Beginnings that lean on the sentence before. */
const LEANING =
  /^(?:\(|(?:moreover|furthermore|however|provided|notwithstanding|therefore|thus|in (?:that|such) (?:event|case)|in addition|accordingly|also|and|but|or|such|these|those|it|they|außerdem|jedoch|daher|deshalb|ferner|darüber hinaus|in diesem fall|dabei|dies(?:er|es|e)? falls|toutefois|cependant|en outre|par ailleurs|de plus|dans ce cas|ainsi|además|sin embargo|por (?:lo )?tanto|en (?:ese|este) caso|asimismo|inoltre|tuttavia|pertanto|in (?:tal|questo) caso|bovendien|echter|daarom|in dat geval|ponadto|jednak|dlatego|w (?:takim|tym) przypadku|além disso|no entanto|portanto|nesse caso)\b)/iu;

const MONEY = /(?:\p{Sc}|\b(?:EUR|USD|GBP|CHF|PLN))\s?\d|\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|PLN|Euro|euros?|dollars?|zł)(?!\p{L}))|\d\s?%/u;
const TIME =
  /\b(?:19|20)\d\d\b|(?<![\p{L}\d])(?:\d{1,3}|one|two|three|six|twelve|thirty|sixty|ninety|zwei|drei|sechs|zwölf|dreißig|deux|trois|six|douze|trente|dos|tres|seis|doce|treinta|due|tre|sei|dodici|trenta|dois|três|doze|trinta|twee|drie|zes|twaalf|dertig)\)?[\s-](?:calendar |business |working )?(?:days?|weeks?|months?|years?|tagen?|wochen?|monaten?|jahren?|jours?|semaines?|mois|ans|années?|días?|meses|años?|giorni|settimane|mesi|anni|dias|anos|dagen|weken|maanden|jaar|dni|tygodni|miesi\p{L}+|lat)(?!\p{L})/iu;

/** Item numbers and bullets before a sentence. */
const ENUMERATOR =
  /^(?:[•·▪◦‣⁃●○■□☐☑☒✓✔➢–—*-]|§+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\(?\d{1,3}(?:\.\d{1,3})+[.)]?|(?:article|section|clause|artikel|artículo|articolo|artigo|art\.?)\b)$/iu;

/** True when the full stop of this word is no end of a sentence. @param word without its trailing signs */
export function isAbbreviation(word: string, next: string | undefined): boolean {
  const bare = word.replace(/^[("'“„«‘[]+/u, '');
  if (CLOSING.test(bare) || ABBREVIATION.test(bare)) return !next || !STARTER.test(next.replace(/^\P{L}+/u, ''));
  // initials, and what is made of initials: e.g., z.B., U.S.C.
  return /^\p{L}$/u.test(bare) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(bare);
}

/** True for a word that only numbers what follows. */
export function isEnumerator(word: string): boolean {
  return ENUMERATOR.test(word);
}

/** True for a sentence that says what the document is, between whom, or what it is for. */
export function isOpening(text: string): boolean {
  return OPENING.test(text);
}

/** True for what stands in documents whatever they are about. */
export function isBoilerplate(text: string): boolean {
  return BOILERPLATE.test(text);
}

/** True for a sentence that is hard to understand without the one before. */
export function leansOnBefore(text: string): boolean {
  return LEANING.test(text);
}

/** True for a sentence with an amount of money or a share in it. */
export function namesMoney(text: string): boolean {
  return MONEY.test(text);
}

/** True for a sentence with a year or a length of time in it. */
export function namesTime(text: string): boolean {
  return TIME.test(text);
}

/** True for a word that begins a sentence rather than goes on after a name. */
export function isStarter(word: string): boolean {
  return STARTER.test(word);
}

/** True for a salutation or the closing words of a letter. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(text);
}

/** True for the line from which on a mail repeats an older one. */
export function beginsHistory(line: string): boolean {
  return HISTORY.test(line);
}
