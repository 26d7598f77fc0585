/**
 * What papers say for the options of choices that many schemas have, in all languages: words that mean the same, parted by `|`. An option of a
 * field belongs to a group by being one of its words. Words of one or two letters count beside the field's label only.
 */
export const CHOICES: Readonly<Record<string, string>> = {
  female:
    'female|f|woman|w|weiblich|frau|féminin|féminine|femme|femenino|femenina|mujer|femminile|donna|vrouw|vrouwelijk|v|kobieta|k|żeńska|feminino|feminina|mulher|žena|ž|ženské|kvinna|kvinnligt',
  male: 'male|m|man|männlich|mann|masculin|homme|h|masculino|varón|hombre|maschile|uomo|mannelijk|mężczyzna|męska|homem|muž|mužské|manligt',
  card: 'card|credit card|debit card|bank card|payment card|kreditkarte|ec karte|girocard|karte|kartenzahlung|carte|carte bancaire|carte de crédit|carte bleue|tarjeta|tarjeta de crédito|carta di credito|creditcard|pinpas|betaalpas|karta|kartą|karta płatnicza|cartão|cartão de crédito|kartou|platební karta|kort|bankkort|kreditkort',
  cash: 'cash|in cash|bar|bargeld|barzahlung|in bar|espèces|en espèces|efectivo|en efectivo|contanti|in contanti|contant|gotówka|gotówką|numerário|dinheiro|em dinheiro|hotově|v hotovosti|kontant|kontanter',
  bank_transfer:
    'bank transfer|wire transfer|transfer|wire|überweisung|banküberweisung|virement|virement bancaire|transferencia|transferencia bancaria|bonifico|bonifico bancario|overschrijving|overboeking|bankoverschrijving|przelew|przelew bankowy|transferência|transferência bancária|převod|převodem|bankovní převod|banköverföring|bankgiro',
  direct_debit:
    'direct debit|lastschrift|sepa lastschrift|bankeinzug|prélèvement|prélèvement automatique|domiciliación|domiciliación bancaria|addebito diretto|automatische incasso|incasso|polecenie zapłaty|débito direto|inkaso|autogiro',
  full_time:
    'full time|fulltime|vollzeit|temps plein|temps complet|jornada completa|tiempo completo|tempo pieno|voltijds|voltijd|pełny etat|pełen etat|tempo integral|tempo inteiro|plný úvazek|heltid',
  part_time:
    'part time|parttime|teilzeit|temps partiel|media jornada|jornada parcial|tiempo parcial|tempo parziale|deeltijds|deeltijd|część etatu|niepełny etat|tempo parcial|částečný úvazek|zkrácený úvazek|deltid',
  sea: 'sea|by sea|ocean|sea freight|ocean freight|maritime|vessel|seefracht|seeverkehr|maritimo|maritime transport|marítimo|vía marítima|marittimo|via mare|zeevracht|zee|morski|morzem|námořní|sjöfrakt|sjö',
  air: 'air|by air|air freight|airfreight|luftfracht|luftverkehr|aérien|par avion|aéreo|vía aérea|aereo|via aerea|luchtvracht|lotniczy|letecká|letecky|flygfrakt|flyg',
  road: 'road|by road|truck|lorry|lkw|strassenverkehr|route|routier|par route|carretera|por carretera|stradale|su strada|wegvervoer|wegtransport|drogowy|rodoviário|silniční|vägtransport|lastbil',
  rail: 'rail|by rail|train|bahn|schienenverkehr|ferroviaire|ferroviario|ferrocarril|ferroviário|spoor|spoorvervoer|kolejowy|železniční|järnväg|tåg',
  prepaid:
    'prepaid|freight prepaid|vorausbezahlt|frei|port payé|prépayé|porte pagado|pagado|porto franco|prepagato|franco|opłacone z góry|pré pago|frete pago|předplaceno|förbetald|fraktfritt',
  collect:
    'collect|freight collect|to be collected|payable at destination|unfrei|port dû|porte debido|a pagar en destino|porto assegnato|ongefrankeerd|płatne przy odbiorze|a pagar no destino|frete a pagar|placeno příjemcem|betalas av mottagaren',
  petrol: 'petrol|gasoline|unleaded|benzin|ottokraftstoff|essence|gasolina|benzina|benzine|benzyna|bensin',
  diesel: 'diesel|gazole|gasoil|gasóleo|gasolio|olej napędowy|nafta',
  electric: 'electric|electricity|elektro|elektrisch|électrique|électricité|eléctrico|elettrico|elektryczny|elétrico|elektrický|el',
};

/** Names of cards that are paid with, before the last digits of their number. */
export const CARDS = 'visa|mastercard|master card|maestro|amex|american express|diners club|girocard|v pay';
