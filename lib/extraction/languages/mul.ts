import type { Knowledge } from './language.ts';

/** What belongs to no one language: signs, codes of the world, and single words of other languages, of which most have no file yet. */
export const mul: Knowledge = {
  code: 'mul',
  labels: {
    purchase_date: 'tarikh',
    grand_total: 'jumlah',
    item_description: 'nama',
    tax_number: 'RFC',
    company_number: 'CVR|org.nr|organisationsnummer|IČO',
    iban: 'IBAN',
    bic: 'BIC|SWIFT|SWIFT-BIC|BIC/SWIFT',
    email: 'E-Mail|Mail',
  },
  families: {
    number: 'n° nº # №',
    total: 'totalt summa celkem összesen',
    percent: '%',
    fax: 'fax',
    email: 'email mail e-mail',
    web: 'web www url internet',
    bank: 'bank banka',
    bic: 'bic swift',
    start: 'start',
  },
  numbering: { marks: 'n|id|#|№|o', asksNumber: 'n|id|ref', beside: 'proforma|pro|forma' },
  courts: { noPlace: 'RCS' },
  dates: { frequent: 'og' },
  times: { between: '[-–—~→]', seasons: 'q[1-4]|h[12]' },
  tables: {
    counting: String.raw`pos(?:ition|\.)?|p\.|#`,
    mayCount: String.raw`n[ro°º]?\.?`,
    codes: String.raw`\bn[ro°º]\b|\bid\b|ean|gtin|#`,
  },
  statements: { besideAmount: 'eur|euros?|usd|gbp|chf|pln|zl|sek|dkk|nok|czk|huf' },
  addresses: {
    streets: String.raw`jalan|jln|jl\.?|lorong|taman|persiaran|lebuh|kampung|kg\.?|blok|wisma|bandar|seksyen|bangunan`,
    beside: 'email|e-mail|www|web|iban|bic|swift',
  },
  organisations: {
    legalForms: String.raw`oy|as|a\/s|aps|sdn\s?\.?\s?bhd|bhd`,
  },
  payment: { means: 'visa|mastercard|maestro|amex|american express|paypal|apple pay|google pay|klarna' },
  valueWords: {
    organisations: 'oy|as',
  },
};
