import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';

/** Where a value stands by this check: page and box of its words, and whether a word for the field stands beside it. */
export type Occurrence = { page: number; box: Box; labelled: boolean };
type Letter = { page: number; word: number };

/** What documents print beside such a value, by parts of the field's name; general words of English, German and French. */
const LABELS: readonly (readonly [RegExp, RegExp])[] = [
  [/invoice_number/, /rechnung|invoice|beleg|facture|gutschrift/i],
  [/invoice_date/, /datum|date|vom/i],
  [/due_date/, /f[äa]llig|due|zahlbar|zahlungsziel|échéance|bis/i],
  [/delivery_date/, /liefer|leistung|delivery|service|livraison|zeitraum|supply/i],
  [/seller_name/, /verk[äa]ufer|seller|rechnungssteller|lieferant|vendeur|absender|supplier|firma|name|unternehmen/i],
  [/buyer_name/, /k[äa]ufer|buyer|kunde|customer|acheteur|empf[äa]nger|rechnungsadresse|bill|name|unternehmen/i],
  [/seller_vat|buyer_vat|vat_id/, /ust|umsatzsteuer|vat|tva|steuer|id/i],
  [/tax_number/, /steuer|tax/i],
  [/customer_number/, /kunde|debitor|customer|client/i],
  [/order_reference/, /bestell|order|auftrag|commande|referen/i],
  [/currency/, /w[äa]hrung|currency|devise|betr[äa]ge|monnaie/i],
  [/net_total/, /netto|\bnet|ohne|zwischensumme|subtotal|basis|summe|\bht\b|warenwert|total/i],
  [/tax_total/, /steuer|ust|mwst|tax|vat|tva/i],
  [/grand_total/, /gesamt|brutto|total|summe|rechnungsbetrag|endbetrag|ttc|gross/i],
  [/amount_due/, /zahl|f[äa]llig|due|offen|rest|payable|payer|total|summe/i],
  [/iban/, /iban|konto/i],
  [/bic/, /bic|swift/i],
  [/contract_num/, /contract|order|invoice|revision|confirmation/i],
  [/advertiser/, /advertiser|client|product/i],
  [/gross_amount/, /gross|total/i],
  [/flight_from|flight_to/, /flight|period|start|end\b|from|to\b|schedule|dates|start\/end/i],
  [/registrant_name/, /registrant|name|re:|firm|agent/i],
  [/registration_num/, /registration|no\b|number|#/i],
  [/file_date/, /date|received|filed|nsd|registration|unit|signed|signature/i],
  [/signer_name/, /name|signature|signed/i],
];

/**
 * Finds where a value stands without the product's own search: all spellings of a number or date are written out and
 * looked for letter by letter in the running text of each page.
 */
export function findOccurrences(pages: readonly Page[], field: string, type: string, value: unknown): Occurrence[] {
  const spellings = typeof value === 'number' ? spellNumber(value) : type === 'date' ? spellDate(String(value)) : [String(value)];
  const label = LABELS.find(([name]) => name.test(field))?.[1];
  const isFigure = typeof value === 'number' || type === 'date';
  return pages.flatMap((page) => {
    const { text, letters } = runningText(page, isFigure);
    const found = new Map<string, Occurrence>();
    for (const spelling of spellings) {
      const wanted = fold(spelling, isFigure);
      if (!wanted) continue;
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        if (isFigure && (/[\d.,]/.test(text[at - 1] ?? '') || /^[\d]|^[.,]\d/.test(text.slice(at + wanted.length, at + wanted.length + 2))))
          continue;
        const first = letters[at]?.word ?? 0;
        const last = letters[at + wanted.length - 1]?.word ?? first;
        const box = around(page, first, last);
        found.set(`${first} ${last}`, { page: page.number, box, labelled: label ? hasLabel(page, first, last, label) : false });
      }
    }
    return [...found.values()];
  });
}

function runningText(page: Page, isFigure: boolean): { text: string; letters: Letter[] } {
  let text = '';
  const letters: Letter[] = [];
  page.words.forEach((word, index) => {
    const folded = fold(word.text, isFigure);
    text += folded;
    for (let i = 0; i < folded.length; i++) letters.push({ page: page.number, word: index });
    // figures end where words end
    if (isFigure) {
      text += ' ';
      letters.push({ page: page.number, word: index });
    }
  });
  return { text, letters };
}

function fold(text: string, isFigure: boolean): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
  return isFigure
    ? plain
        .replace(/[−–]/g, '-')
        .replace(/[€$£]|eur$|usd$/g, '')
        .trim()
    : plain.replace(/[^\p{L}\p{N}]+/gu, '');
}

function spellNumber(value: number): string[] {
  const all = new Set<string>();
  for (const digits of [0, 1, 2, 3, 4]) {
    const fixed = Math.abs(value).toFixed(digits);
    // a unit price may be printed shorter than it is kept
    if (Math.abs(Number(fixed) - Math.abs(value)) >= 0.005) continue;
    const [whole = '', part = ''] = fixed.split('.');
    for (const group of ['', '.', ',', ' ', "'"]) {
      const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
      for (const point of ['.', ',']) if (point !== group) all.add(part ? `${grouped}${point}${part}` : grouped);
    }
  }
  return [...all];
}

const MONTHS = [
  ['january', 'jan', 'januar', 'janvier'],
  ['february', 'feb', 'februar', 'fevrier'],
  ['march', 'mar', 'marz', 'mars'],
  ['april', 'apr', 'avril'],
  ['may', 'mai'],
  ['june', 'jun', 'juni', 'juin'],
  ['july', 'jul', 'juli', 'juillet'],
  ['august', 'aug', 'aout'],
  ['september', 'sep', 'sept', 'septembre'],
  ['october', 'oct', 'oktober', 'okt', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'dezember', 'dez', 'decembre'],
];

function spellDate(iso: string): string[] {
  const [year = '', month = '', day = ''] = iso.split('-');
  const [m, d] = [String(Number(month)), String(Number(day))];
  const all = new Set<string>([iso, `${year}${month}${day}`, `${year}/${month}/${day}`]);
  for (const y of [year, year.slice(2)])
    for (const sign of ['.', '/', '-'])
      for (const [a, b] of [
        [day, month],
        [d, m],
        [month, day],
        [m, d],
        [d, month],
        [m, day],
      ])
        all.add(`${a}${sign}${b}${sign}${y}`);
  for (const name of MONTHS[Number(month) - 1] ?? [])
    for (const dayText of [d, day, `${d}th`, `${d}st`, `${d}nd`, `${d}rd`]) {
      for (const y of [year, year.slice(2), `'${year.slice(2)}`]) {
        for (const text of [
          `${name} ${dayText}, ${y}`,
          `${name} ${dayText} ${y}`,
          `${dayText} ${name} ${y}`,
          `${dayText}. ${name} ${y}`,
          `${name}. ${dayText}, ${y}`,
          `${dayText}-${name}-${y}`,
          `${name}${dayText}/${y}`,
          `${name} ${dayText}/${y}`,
        ])
          all.add(text);
      }
    }
  return [...all];
}

function around(page: Page, first: number, last: number): Box {
  const boxes = page.words.slice(first, last + 1).map(({ box }) => box);
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** True when a word for the field stands left on the line, or within four lines straight above. */
function hasLabel(page: Page, first: number, last: number, label: RegExp): boolean {
  const place = around(page, first, Math.min(last, first + 3));
  const height = Math.max(0.006, (page.words[first]?.box[3] ?? 0) - (page.words[first]?.box[1] ?? 0));
  const beside: string[] = [];
  page.words.forEach(({ text, box }, index) => {
    if (index >= first && index <= last) return;
    const middle = (box[1] + box[3]) / 2;
    const onLine = middle > place[1] - height * 0.4 && middle < place[1] + height * 1.4 && box[2] <= place[0] + 0.01;
    const above =
      box[3] <= place[1] + height * 0.4 && box[3] > place[1] - height * 5 && box[0] < place[2] + 0.02 && box[2] > place[0] - 0.06;
    if (onLine || above) beside.push(text);
  });
  return label.test(beside.join(' '));
}
