/** Frequent words of prose and business documents, without accents, as the first reader gives them. */
export const TELLING_WORDS: Record<string, string> = {
  en: 'the of and to in for is on with this by be as are or not your you we our at from date amount invoice page number tax price order ship bill due payment description quantity subtotal balance account please thank customer address an that it was have has which any all will shall may other per no do so me sale cash change item qty card tel up one two if but they their',
  de: 'der die das und von fur mit ist bei zum zur den dem des nicht ein eine einer wird sind auf als auch oder im am aus uber ihre ihr wir sie rechnung rechnungsnummer betrag nettobetrag datum rechnungsdatum mwst ust umsatzsteuer gmbh strasse summe gesamt gesamtbetrag zahlung zahlbar artikel menge einzelpreis preis seite kunde kundennummer steuernummer lieferung bestellung bezeichnung dass wie so noch nach vom ins beim kann haben hat werden wurde mehr nur bis ab ohne innerhalb zwischen unter durch gegen um ihnen uns unsere unser bitte herzlich sowie je stuck vielen dank lieferschein angebot',
  fr: 'le la les des du et pour une un par est au aux sur dans avec vous votre nous ce cette facture montant tva ht ttc prix quantite siret client numero adresse paiement echeance livraison designation unitaire societe commande rue en que qui ne pas plus se son sa ses leur etre ete deja sont ou chez dont entre sans sous tout tous toute ces nos vos merci commune date bon reglement regler reception',
  es: 'el los las del y en por para con una es su se que no factura importe fecha iva cantidad precio cliente direccion numero pago vencimiento descripcion base imponible calle pedido cif nif la de un al lo le mas si sus este esta como pero hay ya entre sin sobre todo tambien desde hasta cuando nos gracias senor plazo pagara segun ultimo dia anos ano envio',
  it: 'il lo gli dei della delle per con una che non sono fattura importo iva quantita prezzo totale cliente indirizzo numero pagamento scadenza descrizione imponibile partita codice fiscale spett via ordine la le un di da in si al alla dal dalla nel nella del e ed come piu ma anche ha hanno essere gia entro questo questa suo sua loro tutti degli nostro vostro potra perche cosi societa citta giorno giorni fatturazione pagamenti prodotti prodotto grazie sedi spese',
  nl: 'het een en van voor met op te bij zijn wij uw ons deze niet aan factuur factuurnummer factuurdatum bedrag btw aantal prijs totaal klant klantnummer omschrijving betaling vervaldatum straat levering de in is dat die of om er als door over ook maar wordt worden kan zal uit naar tot per heeft hebben dit geen wel bedankt rekening verzoeken vriendelijk gelieve binnen dagen',
  pt: 'os dos das em para com uma nao por sua fatura valor quantidade preco cliente endereco numero pagamento vencimento descricao nota contribuinte rua encomenda morada e de do da que um as ao aos na no nas nos se mais ou mas como foi ser tem ja ate sem sob entre tambem apos este esta prazo dias dia servico servicos produto produtos obrigado entrega',
  pl: 'nie jest od sie oraz przez dla faktura kwota ilosc cena razem nip sprzedawca nabywca wartosc netto brutto stawka zaplaty termin platnosci ulica nazwa sztuk numer wystawienia na do po za ze to ma lub ich jego jako tylko przy pod nad bez ktory ktora platna ciagu siedmiu dni dnia roku zl uslugi usluga naleznosc',
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
