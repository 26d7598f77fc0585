import { splitWords } from '../terms/vocabulary.ts';

/** Kinds of papers that carry a number of their own, and what they are called, as folded words, in eight languages. To extend. */
const PAPERS: Readonly<Record<string, RegExp>> = {
  invoice: /^(?:invoice|bill|rechnung|facture|factura|fattura|factuur|fatura|faktura|faktury)$/,
  credit_note:
    /^(?:credit (?:note|memo)|gutschrift|rechnungskorrektur|avoir|note de credit|nota de credito|nota di credito|creditnota|creditfactuur|faktura korygujaca)$/,
  order:
    /^(?:order|purchase order|po|bestellung|commande|bon de commande|pedido|orden de compra|ordine|bestelling|encomenda|zamowienie|zamowienia)$/,
  quotation:
    /^(?:quotation|quote|estimate|offer|angebot|kostenvoranschlag|devis|presupuesto|oferta|preventivo|offerte|orcamento|wycena|oferty)$/,
  delivery_note:
    /^(?:delivery note|packing (?:slip|list)|lieferschein|bon de livraison|albaran|ddt|documento di trasporto|pakbon|leverbon|guia de remessa|wz)$/,
  receipt: /^(?:receipt|check|chk|ticket|bon|beleg|quittung|kassenbon|recu|recibo|scontrino|ricevuta|kassabon|paragon|order)$/,
  contract: /^(?:contract|agreement|vertrag|contrat|contrato|contratto|overeenkomst|umowa|umowy)$/,
  policy: /^(?:policy|versicherungsschein|poliza|polizza|polis|apolice|polisa)$/,
  statement: /^(?:statement|kontoauszug|auszug|releve|extracto|estratto conto|afschrift|rekeningafschrift|extrato|wyciag)$/,
  report: /^(?:report|bericht|prufbericht|rapport|informe|rapporto|relatorio|raport)$/,
};
/** Words of a paper's name at most. */
const WORDS = 3;
/** What says that a number follows, alone or behind a paper's name ("Rechnungsnummer", "Lieferschein-Nr."). */
const NUMBER = 'n|no|nr|num|nbr|number|nummer|numero|numer|id|#|№|o';
const MARKER = new RegExp(`^(?:${NUMBER})$`);
const ENDING = /^(.{3,}?)s?(nummer|number|numero|numer|nr|no)$/;
/** The same of a day ("Angebotsdatum"), in names of fields only. */
const DAY = /^(.{3,}?)s?(datum|date)$/;
/** Words of fields that ask for a number, and for a day. */
const NUMBER_WORD = /^(?:n|no|nr|num|number|nummer|numero|numer|id|identifier|reference|ref)$/;
const DAY_WORD = /^(?:date|day|issued?|datum|tag|data|fecha|emission|emissao|emissione|emision)$/;
/** Words beside a paper's name that make no other paper of it. */
const BESIDE = /^(?:tax|vat|sales|proforma|pro|forma|commercial|customer|guest|simplified|de|da|di|do|del|d)$/;

/** The kinds of papers that words name, and how many words that takes; null when they name none. */
function findName(words: readonly string[], ending = ENDING): { ids: string[]; length: number; isMarked: boolean } | null {
  for (let length = Math.min(WORDS, words.length); length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const bare = length === 1 ? (ending.exec(name)?.[1] ?? name) : name;
    for (const text of [name, bare, bare.replace(/s$/, '')]) {
      const ids = Object.keys(PAPERS).filter((id) => PAPERS[id]?.test(text));
      if (ids.length) return { ids, length, isMarked: bare !== name };
    }
  }
  return null;
}

/** What folded words say at their beginning: the paper's kinds, how many words its name and the sign of a number take, and whether there is such a sign. */
export function readPaperName(given: readonly string[]): { ids: string[]; length: number; isMarked: boolean } | null {
  let skipped = 0;
  while (skipped < 2 && BESIDE.test(given[skipped] ?? '')) skipped++;
  const name = findName(given.slice(skipped));
  if (!name) return null;
  let length = skipped + name.length;
  let isMarked = name.isMarked;
  while (BESIDE.test(given[length] ?? '') && length < skipped + name.length + 2) length++;
  while (MARKER.test(given[length] ?? '')) {
    length++;
    isMarked = true;
  }
  return { ids: name.ids, length, isMarked };
}

/** What stands between the words of a field's name. */
const LINK = /^(?:of|de|da|di|do|del|du|der|van|the)$/;

/**
 * The kinds of papers whose own number or day a field asks for by its name ("invoice_number", "numero_ddt", "Angebotsdatum"); none
 * for others.
 * @param what the words of a number or of a day
 */
export function papersOfField(name: string, what: 'number' | 'day'): string[] {
  const isAsked = what === 'number' ? NUMBER_WORD : DAY_WORD;
  const words = splitWords(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_\-.]+/g, ' '));
  let first = 0;
  while (first < words.length && (isAsked.test(words[first] ?? '') || (first > 0 && LINK.test(words[first] ?? '')))) first++;
  const rest = words.slice(first);
  const found = findName(rest, what === 'number' ? ENDING : DAY);
  if (!found || !rest.slice(found.length).every((word) => isAsked.test(word))) return [];
  return found.isMarked || words.length > found.length ? found.ids : [];
}
