/** Frequent words of prose and business papers, without accents, as the first reader gives them. */
export const TELLING_WORDS: Record<string, string> = {
  en: 'the of and to in for is on with this by be as are or not your you we our at from date amount invoice page number tax price order ship bill due payment description quantity subtotal balance account please thank customer address',
  de: 'der die das und von fur mit ist bei zum zur den dem des nicht ein eine einer wird sind auf als auch oder im am aus uber ihre ihr wir sie rechnung rechnungsnummer betrag nettobetrag datum rechnungsdatum mwst ust umsatzsteuer gmbh strasse summe gesamt gesamtbetrag zahlung zahlbar artikel menge einzelpreis preis seite kunde kundennummer steuernummer lieferung bestellung bezeichnung',
  fr: 'le la les des du et pour une un par est au aux sur dans avec vous votre nous ce cette facture montant tva ht ttc prix quantite siret client numero adresse paiement echeance livraison designation unitaire societe commande rue',
  es: 'el los las del y en por para con una es su se que no factura importe fecha iva cantidad precio cliente direccion numero pago vencimiento descripcion base imponible calle pedido cif nif',
  it: 'il lo gli dei della delle per con una che non sono fattura importo iva quantita prezzo totale cliente indirizzo numero pagamento scadenza descrizione imponibile partita codice fiscale spett via ordine',
  nl: 'het een en van voor met op te bij zijn wij uw ons deze niet aan factuur factuurnummer factuurdatum bedrag btw aantal prijs totaal klant klantnummer omschrijving betaling vervaldatum straat levering',
  pt: 'os dos das em para com uma nao por sua fatura valor quantidade preco cliente endereco numero pagamento vencimento descricao nota contribuinte rua encomenda morada',
  pl: 'nie jest od sie oraz przez dla faktura kwota ilosc cena razem nip sprzedawca nabywca wartosc netto brutto stawka zaplaty termin platnosci ulica nazwa sztuk numer wystawienia',
};

const LANGUAGE_BY_WORD = new Map<string, string[]>();
for (const [language, words] of Object.entries(TELLING_WORDS)) {
  for (const word of words.split(' ')) LANGUAGE_BY_WORD.set(word, [...(LANGUAGE_BY_WORD.get(word) ?? []), language]);
}

/** An expected language is ahead by this many words: a hint, not a rule. */
const EXPECTED_BONUS = 1;

/**
 * Tells the language (ISO 639-1) of recognised words by how often words that are frequent in it occur. The expected languages
 * win when the words say little; without any that is `en`.
 */
export function guessLanguage(words: string[], expected: string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const language of LANGUAGE_BY_WORD.get(fold(word)) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const hints = expected.filter((language) => language in TELLING_WORDS);
  if (hints.length === 0) hints.push('en');
  const score = (language: string) => (counts.get(language) ?? 0) + (hints.includes(language) ? EXPECTED_BONUS : 0);
  let best = hints[0]!;
  for (const language of Object.keys(TELLING_WORDS)) if (score(language) > score(best)) best = language;
  return best;
}

function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}
