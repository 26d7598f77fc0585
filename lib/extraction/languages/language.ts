import type { CONCEPT_IDS, DOCUMENT_NAMES, FAMILIES, ISSUERS, PARTIES, SECTIONS } from './ids.ts';

export type ConceptId = (typeof CONCEPT_IDS)[number];
export type Family = (typeof FAMILIES)[number];
export type DocumentName = (typeof DOCUMENT_NAMES)[number];
export type Party = (typeof PARTIES)[number];
export type Section = (typeof SECTIONS)[number];
export type Issuer = (typeof ISSUERS)[number];

/** What a clause says in set phrases: `asks` finds the field by its name or label (folded), `no` and `yes` are the two answers. */
export type ClauseWords = { asks: string; no: string; yes: string };

/** A kind of issuer: `asks` finds the field by its name or label, `named` is part of the names of such organisations; folded. */
export type IssuerWords = { asks: string; named: string };

/**
 * Everything that the engine knows of one language. Lists of plain words part their entries with `|` (families and fillers with spaces);
 * accents and case do not matter. What is called a *pattern* is the source of a regular expression, alternatives parted by `|`; *folded*
 * patterns are written without accents in lower case, for that is what they are compared with. An empty text stands for nothing.
 */
export type Language = {
  /** ISO 639-1. */
  code: string;
  /**
   * False where misread words are not mended to words of this language. Each word more that is mended to makes other words look
   * misread, so that a language begins with false until the weights are learned with it.
   */
  isMended?: false;
  /** How owners of schemas name fields and sides of a document, beyond what word families tell. */
  names?: Partial<Record<ConceptId, string>>;
  partyNames?: Partial<Record<Party, string>>;
  /** What documents print beside a value of each concept. */
  labels: Partial<Record<ConceptId, string>>;
  /** Words inside a sentence that lead up to a value of a concept. */
  cues: Partial<Record<ConceptId, string>>;
  /** What documents print over or beside the block of each side. */
  parties: Partial<Record<Party, string>>;
  /** Words that mean the same as the family's name, in all their forms; a word in one family only. */
  families: Partial<Record<Family, string>>;
  /** Words that carry little meaning in a label: articles, prepositions. */
  fillers: string;
  /** Letters that stand for a word and are another letter without their accent, with that word; they are taken for it. */
  spelledOut?: Readonly<Record<string, string>>;
  /** Words that point from a document to the party it goes to (“invoice *to*”). */
  towards: string;
  /** How owners of schemas describe what a field asks for. Folded patterns. */
  descriptions: {
    /** Words before a thing (“*the* firm”), and behind it, before what is told of it (“firm *that* pays”, “person *it* is for”). */
    articles: string;
    told: string;
    clause?: string;
    /** What says that a name is asked for, before the thing (“*first* *name of* the patient”) and behind it (“patient *name*”). */
    whichName?: string;
    nameOf: string;
    name?: string;
  };
  /** What leads up to a value in the clauses of contracts, right before it. */
  clauseCues: {
    effective_date: string;
    end_date: string;
    notice_period: string;
    term_duration: string;
    contract_value: string;
  };
  /** Yes and no in clauses. All patterns; `asks` and `beside` folded. */
  clauses: {
    renewal: ClauseWords;
    subletting: ClauseWords;
    /** Words that may stand beside those that ask (“*automatic* renewal *clause*”); with any other word it is another question. */
    beside: string;
    /** Words that turn a clause round or rule out what it names. */
    negations: string;
    /** Negations that are no whole words, as patterns with their own borders. */
    negationForms?: string;
    /** What begins a condition; the rest of the clause is not looked at for negations. */
    conditions: string;
    /** Turns of speech with a negation in them that turn nothing round (“no later than”). */
    turns: string;
    /** “Without”, and what may be done without (“without further notice”), which turns nothing round. */
    without: string;
    formalities: string;
  };
  /** The place whose courts decide. Patterns; `asks` folded. */
  courts: {
    asks: string;
    /** What stands right before the place. */
    before: string;
    /** Small words inside names of places (“Stratford *upon* Avon”). */
    inNames: string;
    /** What stands behind words for a court and is no place. */
    noPlace: string;
  };
  /** Terms of payment. Patterns; `asks` folded. */
  payment: {
    asks: string;
    terms: readonly string[];
    /** Beginnings of words of which one must stand beside terms, and beside “net 30” alone. */
    speaks: string;
    isTerm: string;
    /** Beginnings of words that say that a span of days is for complaints or returns. */
    complaints: string;
    /** Means of payment, whole. */
    means: string;
    /** Words of fields that ask how something was paid: of paying, with a word of ways behind it; or one word alone. */
    asksMeans: string;
    ways: string;
    asksMeansWhole: string;
  };
  /** What kinds of documents with a number of their own are called. Folded patterns. */
  documents: Record<DocumentName, string>;
  /** What says that the number or the day of a document follows. Folded patterns. */
  numbering: {
    /** What documents are called that seldom have a number of their own, but a day. */
    unnumbered: string;
    /** Alone behind the document's name (“invoice *no*”), and joined to it (“Rechnungs*nummer*”). */
    marks: string;
    endings: string;
    /** Words of a field's name that ask for a number, and for a day; the latter also joined to another word. */
    asksNumber: string;
    asksDay: string;
    dayEndings: string;
    /** Words beside a document's name that make no other document of it (“*tax* invoice”). */
    beside: string;
    /** Words between a document's name and the rest of a field's name. */
    links: string;
  };
  /** Lengths of time. Numbers and patterns folded. */
  durations: {
    numbers: Readonly<Record<string, number>>;
    /** Numbers behind tens (“twenty-*four*”). */
    behindTens?: string;
    year: string;
    month: string;
    week: string;
    day: string;
    /** Words between number and unit (“two *full* years”). */
    beside: string;
  };
  /** How dates are written. Patterns. */
  dates: {
    /** Which of day and month comes first in all-digit dates; `open` where countries differ. */
    order: 'dmy' | 'open';
    /** Frequent words that tell the language of a document. */
    frequent: string;
    /** Words before the number of a page. */
    page: string;
    /** How forms write the day in the format beside a gap (“dd” of “dd.mm.yyyy”). */
    dayOfForm: string;
  };
  /** Times of jobs and schooling, and of figures. Folded patterns. */
  times: {
    /** What is printed for the end of what goes on (“2019 – *present*”), and what may stand before it (“*until* now”). */
    present: string;
    beforePresent: string;
    /** Between begin and end (“2019 *to* 2021”). */
    between: string;
    /** Single words before a begin (“*from* 2019”), and before that of what goes on (“*since* 2019”). */
    begin: string;
    since: string;
    seasons: string;
    /** Words of headings over figures that have added up since a year or a contract began. */
    cumulative: string;
  };
  /** Tables. Patterns; `carried` folded. */
  tables: {
    /** What is printed beside a sum that is carried from page to page. */
    carried: string;
    /** Headings of columns that count the lines, those that may do so, and words of headings of codes. */
    counting: string;
    mayCount: string;
    codes: string;
    /** Words of headings over a name with its description in one cell. */
    nameHeadings: string;
    textHeadings: string;
  };
  /** Statements of accounts. Folded patterns. */
  statements: {
    /** Words in names and labels of fields for a balance and for the day from which interest counts. */
    balanceField: string;
    valueField: string;
    /** Headings: day of booking, day of value, amount, balance, money out, money in. */
    booked: string;
    valueDay: string;
    amount: string;
    balance: string;
    out: string;
    in: string;
    /** What headings say of money beside its name. */
    besideAmount: string;
    /** What stands behind a figure for its side. */
    outMarks: string;
    inMarks: string;
    /** Single letters that are the two sides, and what a heading says where one of them stands alone. */
    letters?: { out: string; in: string; heading: string };
    /** Lines that say a balance and book nothing. */
    balanceLine: string;
    /** Words of tax in headings, whose letters are codes and no sides. */
    tax: string;
  };
  /** Small words. Patterns. */
  littleWords: {
    and: string;
    /** Between names of parties, and before the first of them (“*between* A *and* B”). */
    joins: string;
    between: string;
    /** Between words that lead up to a value and the value. */
    articles: string;
    /** Between the two ends of a range. */
    ranges: string;
    /** At the end of a line that goes on below. */
    open: string;
    /** What may follow the number of a document on its line (“No. 5 *of* 3 May”). */
    follows: string;
    /** Abbreviations whose full stop ends no sentence. */
    abbreviations: string;
    /** What says of a sum how it was reckoned. */
    included: string;
  };
  /** Natural persons. Folded patterns. */
  persons: {
    /** What fields call the person that a document is about or made out for; words for what may be a firm as well are left out. */
    subjects: string;
    /** What fields call persons that act in a document: who signs, examines, repairs, is asked. */
    actors: string;
    /** How a letter greets its reader, and how it closes, over the name of who signs it. */
    greetings: string;
    closings: string;
  };
  /** Letters. Patterns. */
  letters: {
    /** How somebody is addressed on a line of its own over the name. */
    salutations: string;
    /** Titles before the name of a person. */
    titles: string;
    /** What a line to a person begins with (“*Attn* Ann Lee”). */
    addressed: string;
    /** Small words inside the name of the place of a signature, and before its day (“Wien, *den* 3. Mai”). */
    placeLinks: string;
    beforeDay: string;
  };
  /** Lines of addresses. Patterns. */
  addresses: {
    /** Endings of names of streets, and words of their own. */
    streetEndings: string;
    streets: string;
    /** What stands under an address and is none of it: numbers of taxes, telephones. */
    beside: string;
  };
  /** Names of organisations. Folded patterns. */
  organisations: {
    /** Legal forms and other words that many names of organisations end with. */
    legalForms: string;
    /** Houses whose names end with what they are. */
    houses: string;
  };
  /** What headings of the sections of papers about persons, projects and journeys say; whole. */
  sections: Partial<Record<Section, string>>;
  /** Organisations that issue documents, by their kind. Folded patterns. */
  issuers: Partial<Record<Issuer, IssuerWords>>;
  /** What is known of issuers beside their kinds. Folded patterns. */
  issuerFields: {
    /** What asks for issuers whose names do not say what they are (“employer”). */
    unnamed: string;
    /** What asks for persons, whatever organisation they belong to (“bank *manager*”). */
    persons: string;
    /** Last words of labels and titles (“bank *statement*”), which no name of an organisation ends with. */
    noNames: string;
  };
  /** Single fields that tell of somebody's latest job and schooling. Folded patterns. */
  entries: {
    degree: string;
    school: string;
    occupation: string;
    employer: string;
    /** Words that ask for another job or school than the latest one, or for none (“*previous* employer”, “*desired* position”). */
    others: string;
  };
  /** What values are by their own words. Folded patterns. */
  valueWords: {
    /** Words by which fields ask for values of a class. */
    asksDegree: string;
    asksOccupation: string;
    asksOrganisation: string;
    asksPlace: string;
    /** What persons do. Of six letters or more, also at the end of a compound. */
    occupations: string;
    /** Words in names of organisations, and of degrees; whole. */
    organisations: string;
    degrees: string;
    /** Ranks that only occupations have (“*senior* buyer”). */
    ranks: string;
    /** Endings of words for persons by what they do; of other words as well, so that they count less. */
    doers: string;
  };
  /** Options of a choice for what is none of the others (“other”, “unknown”), in some languages also yes and no; whole. */
  catchAll: string;
};

/** What belongs to no one language may lack any part. */
export type Knowledge = { [Part in keyof Language]?: Partial<Language[Part]> };
