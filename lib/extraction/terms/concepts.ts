/**
 * What business people call things. `keys`: how a schema owner may name the field (English, compared by word families
 * with name, label and description). `labels`: what documents print beside such a value, beyond the keys themselves.
 * `cues`: words that lead up to the value inside a sentence. Folded or not does not matter. Extend freely.
 */
export type Concept = {
  id: string;
  keys: readonly string[];
  labels: readonly string[];
  cues?: readonly string[];
};

const list = (text: string): string[] =>
  text
    .split('|')
    .map((entry) => entry.trim())
    .filter(Boolean);
const concept = (id: string, keys: string, labels: string, cues = ''): Concept => ({
  id,
  keys: list(keys),
  labels: list(labels),
  cues: list(cues),
});

export const CONCEPTS: readonly Concept[] = [
  concept(
    'invoice_number',
    'invoice number|invoice no|invoice id|bill number|credit note number',
    'Rechnungsnummer|Rechnung Nr|Rechnungs-Nr|Belegnummer|Beleg-Nr|Gutschrift Nr|Gutschriftsnummer|numéro de facture|facture n°|n° facture|n° de facture|avoir n°|número de factura|factura nº|numero fattura|fattura n|fattura nr|factuurnummer|factuur nr|número da fatura|fatura nº|numer faktury|faktura nr|faktura VAT nr|invoice #|inv no|tax invoice no|bill no|credit note no|document number|document no',
  ),
  concept(
    'order_number',
    'order number|order reference|purchase order number|po number|purchase order|order id|order no',
    'Bestellnummer|Bestell-Nr|Ihre Bestellung|Bestellreferenz|Bestellung Nr|Auftragsnummer|Auftrags-Nr|Auftrag|numéro de commande|n° de commande|commande n°|bon de commande|votre commande|référence commande|número de pedido|pedido nº|numero ordine|ordine n|bestelnummer|bestelling nr|número da encomenda|numer zamówienia|zamówienie nr|PO no|PO #|P.O. number|P.O. no|your order|customer PO|purchase order no|order #',
  ),
  concept(
    'contract_number',
    'contract number|contract no|contract id|agreement number',
    'Vertragsnummer|Vertrags-Nr|Vertrag Nr|numéro de contrat|contrat n°|número de contrato|numero contratto|contractnummer|numer umowy|contract #|contract / revision|contract|order #|order number|estimate #',
  ),
  concept(
    'customer_number',
    'customer number|customer id|client number|account number of the customer|customer no',
    'Kundennummer|Kunden-Nr|Kundennr|Kd.-Nr|Debitorennummer|Debitor|Ihre Kundennummer|numéro client|n° client|code client|référence client|número de cliente|nº cliente|código cliente|codice cliente|numero cliente|klantnummer|klantnr|debiteurnummer|número do cliente|numer klienta|customer #|client ID|client no|account no|your customer number',
  ),
  concept(
    'account_number',
    'account number|account no|account numbers',
    'Kontonummer|Konto-Nr|numéro de compte|número de cuenta|numero conto|rekeningnummer|número da conta|numer konta|account #|acct no|A/C no|list account number(s) here',
  ),
  concept(
    'invoice_date',
    'invoice date|issue date|date of issue|date of invoice|billing date|bill date|date invoice was issued',
    'Rechnungsdatum|Ausstellungsdatum|Belegdatum|Datum|vom|date de facture|date de facturation|date facture|date d’émission|fecha de factura|fecha de emisión|fecha|data fattura|data emissione|data|factuurdatum|data da fatura|data de emissão|data wystawienia|dated|date issued|tax point|date',
  ),
  concept(
    'order_date',
    'order date|date of order|date of the document|document date',
    'Bestelldatum|Auftragsdatum|Datum der Bestellung|date de commande|date commande|fecha de pedido|data ordine|besteldatum|orderdatum|data da encomenda|data zamówienia|ordered on|date ordered|Belegdatum|date',
  ),
  concept(
    'due_date',
    'due date|payment due date|payment date|date due|pay by date|deadline for payment|must be paid',
    'Fälligkeitsdatum|fällig am|Fälligkeit|zahlbar bis|zu zahlen bis|Zahlungsziel|Zahlungstermin|Fälligkeitstermin|date d’échéance|échéance|à payer avant le|date limite de paiement|date de règlement|fecha de vencimiento|vencimiento|data scadenza|scadenza|vervaldatum|te betalen voor|betalen voor|uiterste betaaldatum|data de vencimento|vencimento|termin płatności|payment due|pay by|due by|due on|please pay by|payable by',
    'überweisen Sie den Betrag bis zum|zahlen Sie den Betrag bis zum|zahlbar ohne Abzug bis zum|zahlbar bis zum|zahlbar bis|zahlbar bis spätestens|fällig am|zu zahlen bis zum|zu zahlen bis|zahlen Sie bis|te betalen vóór|te voldoen vóór|da pagare entro il|a pagar antes del|płatne do|please pay the amount by|payment is due by|payment is due on|is payable no later than|à régler au plus tard le|payable au plus tard le',
  ),
  concept(
    'delivery_date',
    'delivery date|date of delivery|date of service|service date|shipping date|supply date|ship date',
    'Lieferdatum|Leistungsdatum|Liefertermin|Liefer-/Leistungsdatum|Leistungszeitpunkt|Tag der Lieferung|Datum der Leistung|Leistungszeitraum|date de livraison|livraison|date de prestation|livré le|fecha de entrega|data consegna|data di consegna|leverdatum|leveringsdatum|data de entrega|data dostawy|data sprzedaży|delivered on|date of supply|date shipped|delivery period',
  ),
  concept(
    'requested_delivery_date',
    'requested delivery date|delivery date buyer asks for|required date|need by date',
    'Wunschliefertermin|gewünschtes Lieferdatum|date de livraison demandée|date de livraison souhaitée|livraison souhaitée|fecha de entrega solicitada|data consegna richiesta|gewenste leverdatum|requested date|required by|deliver by|required delivery date',
  ),
  concept(
    'period_start',
    'start date|period start|from date|first day|flight start|date from|begin date|valid from|flight from',
    'Beginn|Startdatum|gültig ab|von|vom|du|date de début|fecha de inicio|data inizio|begindatum|start|flight dates|flight|contract dates|campaign dates|contract period|order period|schedule dates|from|start date|product flight|run dates|period|valid from|flight start date|Leistungszeitraum|Abrechnungszeitraum',
    'beginning|starting|from',
  ),
  concept(
    'period_end',
    'end date|period end|to date|last day|flight end|date to|expiry date|valid until|flight to|expiration date',
    'Ende|Enddatum|gültig bis|bis|au|date de fin|fecha de fin|data fine|einddatum|end|flight dates|flight|contract dates|campaign dates|contract period|order period|schedule dates|until|end date|product flight|run dates|period|valid until|expires|flight end date|Leistungszeitraum|Abrechnungszeitraum',
    'ending|until|through|to',
  ),
  concept(
    'birth_date',
    'date of birth|birth date|birthday',
    'Geburtsdatum|geboren am|date de naissance|né le|fecha de nacimiento|data di nascita|geboortedatum|data de nascimento|data urodzenia|DOB|date of birth (MM-DD-YYYY)',
  ),
  concept(
    'signature_date',
    'date of signature|signature date|date signed|signed on',
    'Datum der Unterschrift|date de signature|fecha de firma|data firma|date (MM-DD-YYYY)|date signed|dated|date of signature|date',
    'executed on|signed on|signed this',
  ),
  concept(
    'received_date',
    'date received|received date|filing date|date filed|file date|stamped date',
    'Eingangsdatum|eingegangen am|reçu le|received|filed|date received|received by|date stamped|filed on|date filed',
  ),
  concept(
    'purchase_date',
    'date of purchase|purchase date|receipt date|transaction date|date',
    'Datum|Kaufdatum|Belegdatum|date|date d’achat|fecha|data|date/time|datum/tijd|bill date|invoice date|trans date|tarikh|doc date',
  ),
  concept(
    'effective_date',
    'effective date|date of agreement|start of agreement|date agreement starts|agreement starts to apply|commencement date',
    'effective date|Datum des Inkrafttretens|Inkrafttreten|date d’effet|date d’entrée en vigueur|fecha de entrada en vigor|data di efficacia|ingangsdatum|agreement date|effective as of|effective',
    'effective as of|dated as of|made as of|is made as of|entered into as of|entered into on|made on|made and entered into as of|made and entered into this|made and entered into on|is made this|entered into this|dated|effective date|as of|made effective as of|is effective as of|shall be effective as of|wird geschlossen am|gültig ab|en date du|made this|this agreement dated|executed as of',
  ),
  concept(
    'term_duration',
    'term|duration|contract term|validity period|how long|agreement stays in force|length of agreement',
    'Laufzeit|Vertragsdauer|durée|duración|durata|looptijd|duração|okres obowiązywania|term|term of agreement|duration',
    'continues for a term of|for a period of|period of|for a term of|term of|for|shall remain in effect for|remain in full force and effect for|terminate|expire|shall expire|until|within|shall continue for|survive for|in force for|shall survive for|in effect for|continue in effect for|expiration of|für die Dauer von|pour une durée de',
  ),
  concept(
    'notice_period',
    'notice period|period of notice|termination notice|cancellation period',
    'Kündigungsfrist|préavis|délai de préavis|preaviso|preavviso|opzegtermijn|aviso prévio|okres wypowiedzenia|notice period|notice',
    'not less than|at least|upon|by giving the other not less than|by giving|with|notice of|notice is|prior notice of|subject to|mit einer Frist von|moyennant un préavis de',
  ),
  concept(
    'contract_value',
    'contract value|total value|value of the contract|contract price|total fees|contract sum',
    'Auftragswert|Vertragswert|Gesamtvergütung|montant du contrat|valor del contrato|total fees|total price|consideration|contract sum',
    'total fees are|total fees for the term are|fees are|fee of|fees of|total price of|price of|consideration for this agreement is|consideration of|sum of|Vergütung von|montant de',
  ),
  concept(
    'jurisdiction',
    'jurisdiction|governing law|applicable law|law that governs|whose law governs|choice of law',
    'governing law|applicable law|Gerichtsstand|anwendbares Recht|droit applicable|ley aplicable|legge applicabile|toepasselijk recht',
    'governed by the laws of the state of|governed by the laws of|governed by the law of|governed by and construed in accordance with the law of|are governed by the law of|is governed by the law of|in accordance with the law of|governed by and construed in accordance with the laws of the state of|in accordance with the laws of the state of|in accordance with the laws of|laws of the state of|laws of the commonwealth of|laws of the province of|laws of|under the laws of|the law of|governed by|substantive laws of|internal laws of the state of|unterliegt dem Recht|droit',
  ),
  concept(
    'parties',
    'party|parties|names of the parties|contracting parties',
    'between|by and between|among|Parteien|zwischen|entre',
    'by and between|between|and|among|by and among|with',
  ),
  concept(
    'net_total',
    'net total|subtotal|total without tax|net amount|total before tax|amount without tax|total excluding tax|taxable amount',
    'Nettobetrag|Netto|Summe netto|Gesamt netto|Nettosumme|Zwischensumme|Gesamtnetto|Rechnungsbetrag netto|Gesamtbetrag netto|Summe Positionen|Gesamtbetrag ohne MwSt|Summe ohne USt|Betrag ohne Steuer|total HT|montant HT|total hors taxes|montant total HT|sous-total|base imponible|subtotal|total neto|imponibile|totale imponibile|totaal excl btw|subtotaal|totaal exclusief btw|total sem IVA|wartość netto|razem netto|total excl VAT|sub total|sub-total|total excl tax|net value|merchandise total|total ex VAT|amount before tax|total before tax|tax basis total|line total|Steuerbasisbetrag|Gesamtbetrag der Positionen|total amount excl',
  ),
  concept(
    'tax_total',
    'tax total|total tax|tax amount|vat amount|vat total|sales tax|amount of tax|total vat',
    'Umsatzsteuer|Mehrwertsteuer|MwSt|USt|zzgl MwSt|zzgl USt|MwSt-Betrag|Steuerbetrag|Umsatzsteuerbetrag|Summe Steuer|Summe Umsatzsteuer|Gesamtsteuer|Steuergesamtbetrag|Steuer gesamt|TVA|montant TVA|total TVA|montant de la TVA|IVA|cuota IVA|importe IVA|importo IVA|totale IVA|btw|btw bedrag|valor do IVA|kwota VAT|podatek VAT|VAT|tax|sales tax|GST|total GST|VAT amount|total VAT|HST|tax amount',
  ),
  concept(
    'grand_total',
    'grand total|total amount|total including tax|total gross|gross total|total to pay|invoice total|total amount to pay|amount including tax|total after tax|total',
    'Gesamtbetrag|Rechnungsbetrag|Bruttobetrag|Endbetrag|Gesamtsumme|Summe brutto|Gesamt brutto|Gesamt|Summe|Rechnungssumme|Endsumme|Bruttosumme|Rechnungsbetrag brutto|Gesamtbetrag brutto|Rechnungsendbetrag|total TTC|montant TTC|montant total TTC|total général|total a pagar|importe total|total factura|totale|totale fattura|totale documento|totaal incl btw|totaal|totaal te betalen|eindtotaal|total geral|total com IVA|razem brutto|wartość brutto|do zapłaty|suma|total|grand total|invoice total|total incl VAT|total inc tax|total amount|total sales|nett total|net total incl|total rounded|amount total|bill total|total (inclusive of GST)|total incl GST|total inclusive|jumlah',
  ),
  concept(
    'amount_due',
    'amount due|balance due|amount to pay|amount payable|remaining amount|remains to be paid|outstanding amount|total due',
    'Zahlbetrag|zu zahlen|zu zahlender Betrag|fälliger Betrag|Restbetrag|offener Betrag|Zahlungsbetrag|noch zu zahlen|net à payer|montant dû|reste à payer|montant à payer|solde à payer|solde dû|total à payer|importe a pagar|saldo pendiente|importo dovuto|totale da pagare|netto a pagare|te betalen|openstaand bedrag|valor a pagar|do zapłaty|pozostało do zapłaty|balance due|amount due|total due|balance|please pay|payable amount|amount payable|due payable amount|pay this amount',
  ),
  concept(
    'gross_amount',
    'gross amount|gross total|total gross amount|order total|gross cost|total cost|contract total',
    'gross amount|gross total|total gross|Bruttobetrag|gross|order gross|gross amt|total amount|contract total|order total|grand total|totals|total|net total|gross order amount|total cost|schedule total|total charges|total dollars|invoice total|actual gross billing',
  ),
  concept(
    'paid_amount',
    'amount paid|paid amount|prepaid amount|deposit paid|cash received',
    'bezahlt|Anzahlung|bereits gezahlt|acompte|déjà payé|pagado|anticipo|acconto|betaald|vooruitbetaald|paid|deposit|less paid|amount paid|payments received|gegeben|cash|tendered',
  ),
  concept('change_amount', 'change|change given', 'Rückgeld|Wechselgeld|rendu|cambio|resto|wisselgeld|change|change due'),
  concept(
    'discount_amount',
    'discount|discount amount',
    'Rabatt|Nachlass|Skonto|remise|descuento|sconto|korting|desconto|rabat|discount|less discount',
  ),
  concept(
    'shipping_amount',
    'shipping|shipping cost|freight',
    'Versandkosten|Versand|Fracht|Porto|frais de port|gastos de envío|spese di spedizione|verzendkosten|portes|koszty wysyłki|shipping|freight|shipping & handling|delivery charge|postage',
  ),
  concept(
    'tax_rate',
    'tax rate|vat rate|rate of tax|tax percent',
    'MwSt-Satz|USt-Satz|Steuersatz|USt %|MwSt %|MwSt|USt|taux TVA|TVA %|% TVA|TVA|tipo IVA|% IVA|IVA|aliquota|aliquota IVA|btw %|btw tarief|btw|taxa IVA|stawka VAT|VAT|VAT %|VAT rate|tax %|GST %|tax',
  ),
  concept(
    'quantity',
    'quantity|billed quantity|ordered quantity|how many|number of units|qty|shares|number of shares',
    'shares|Anteile|titres|Menge|Anzahl|Stück|Stk|Menge Einheit|quantité|qté|cantidad|cant|quantità|q.tà|qtà|aantal|hoeveelheid|quantidade|qtd|ilość|qty|quantity|units|hours|hrs|qty ordered|pcs|Stck|Std|Stunden|Tage|nbre|jours|Uds|unidades|cdad|ctd|horas|pezzi|pz|ore|uren|stuks|quant|qtde|qtd.|szt|days|nights|quantity ordered',
  ),
  concept(
    'unit',
    'unit|unit of measure|unit of quantity|measure|uom',
    'Einheit|Einh|ME|Mengeneinheit|Maßeinheit|unité|unité de mesure|U|unidad|unidad de medida|ud|U.M.|unità|unità di misura|eenheid|ehd|unidade|un|J.m.|jm|jedn|jednostka miary|UOM|U/M|unit',
  ),
  concept(
    'unit_price',
    'unit price|net price per unit|price per unit|price each|rate per unit',
    'Einzelpreis|E-Preis|EP|Preis|Stückpreis|Preis/Einheit|Preis pro Einheit|Einzel|Nettopreis|Netto Preis|prix unitaire|P.U.|PU HT|prix unitaire HT|prix net|precio unitario|precio|prezzo unitario|prezzo|stukprijs|prijs|eenheidsprijs|preço unitário|cena jednostkowa|cena netto|unit price|price|rate|unit cost|price each|each|U/price|cost|net price|Preis/Einh|Einzelpreis netto|prix unit|prix/unité|P. unitaire|precio unit|precio/ud|P. unitario|prezzo unit|prezzo cad|prijs per stuk|prijs p/st|preço unit|P. unitário|valor unitário|cena jedn|cena jedn netto|unit cost|price/unit|price per item|unit rate|hourly rate|Stundensatz',
  ),
  concept(
    'line_total',
    'line total|row total|net amount of row|line amount|price of row|amount|line net amount',
    'Gesamtpreis|Gesamt|Betrag|Summe|Positionsbetrag|Betrag netto|Gesamtbetrag|GP|Nettobetrag|Warenwert|Pos.-Betrag|Nettowert|Entgelt|Positionspreis|montant|montant HT|total HT|total ligne|prix total|importe|total|importo|totale|bedrag|totaal|valor|wartość|wartość netto|amount|line total|total|ext price|extended|net amount|extension|amt|total price|subtotal|value|Summe netto|Gesamt netto|Zeilensumme|montant net|total net|importe neto|importe total|importo netto|prezzo totale|regeltotaal|bedrag excl btw|valor total|total líquido|wartość brutto|line value|net|total cost|total excl VAT',
  ),
  concept(
    'item_description',
    'description|item description|item name|name of the product|product|name of item|article|service description',
    'Bezeichnung|Beschreibung|Artikel|Artikelbezeichnung|Produkt|Leistung|Text|Bezeichnung / Beschreibung|désignation|description|libellé|article|produit|descripción|concepto|artículo|descrizione|articolo|omschrijving|artikel|product|descrição|nazwa towaru|nazwa|opis|description|item|product|service|details|particulars|item description|product name|item name|menu|goods|nama|Warenbezeichnung|Artikelbeschreibung|Leistungsbeschreibung|Tätigkeit|Gegenstand|Ware|prestation|nature|intitulé|détail|producto|servicio|detalle|denominación|denominazione|prodotto|servizio|prestazione|artikelomschrijving|dienst|werkzaamheden|designação|denominação|artigo|serviço|produto|nazwa towaru lub usługi|towar|usługa|product/service|product or service|activity|work|description of work|description of goods|task|goods and services',
  ),
  concept(
    'item_id',
    'item id|item number|article number|product code|sku|item number of the supplier|part number',
    'Artikelnummer|Artikel-Nr|Art.-Nr|Art Nr|Artikelnr|Produktnummer|Bestellnummer|Material|Materialnummer|référence|réf|code article|n° article|réf article|referencia|código|codice|codice articolo|cod|artikelnummer|art.nr|artikelcode|código do artigo|kod|indeks|item no|item #|part no|part number|product code|code|SKU|seller id|supplier item no|material no|Artikelcode|Sachnummer|code produit|code art|ref article|cód|ref|codice art|art.code|ref.|cód. artigo|kod towaru|nr kat|symbol|stock code|item code|catalogue no|catalog number|cat no|model no|style no',
  ),
  concept(
    'seller_name',
    'seller name|supplier name|vendor name|company that issued the invoice|issuer|seller|supplier|vendor|from company',
    'Verkäufer|Lieferant|Rechnungssteller|Leistungserbringer|Absender|Rechnung von|vendeur|fournisseur|émetteur|vendedor|proveedor|emisor|venditore|fornitore|cedente|verkoper|leverancier|fornecedor|sprzedawca|dostawca|vendor|supplier|seller|from|remit to|sold by|bill from|issued by|company',
  ),
  concept(
    'buyer_name',
    'buyer name|customer name|client name|name of the customer|buyer|bill to|company that orders|sold to|customer who is billed',
    'Käufer|Kunde|Rechnungsempfänger|Empfänger|Leistungsempfänger|Rechnung an|Auftraggeber|Besteller|Rechnungsanschrift|Rechnungsadresse|acheteur|client|facturé à|adresse de facturation|destinataire|cliente|comprador|facturar a|acquirente|cessionario|spett.le|klant|koper|factuuradres|nabywca|bill to|billed to|sold to|customer|invoice to|buyer|client|ordered by|to|attn|purchaser',
  ),
  concept(
    'ship_to_name',
    'ship to|ship to name|delivery address|consignee|goods go to|place of delivery|recipient of goods',
    'Lieferadresse|Lieferanschrift|Warenempfänger|Lieferort|Lieferung an|adresse de livraison|livrer à|livré à|lieu de livraison|dirección de entrega|enviar a|indirizzo di consegna|destinazione|afleveradres|bezorgadres|adres dostawy|odbiorca|ship to|deliver to|delivery to|delivery address|shipping address|consignee',
  ),
  concept(
    'vat_id',
    'vat id|vat number|vat identification number|vat registration number|tax id',
    'USt-IdNr|USt-ID|UStID|Umsatzsteuer-Identifikationsnummer|Umsatzsteuer-ID|USt-Id-Nr|UID|UID-Nr|N° TVA|TVA intracommunautaire|n° TVA intracom|numéro de TVA|identifiant TVA|NIF|CIF|NIF-IVA|P.IVA|partita IVA|btw|btw-nummer|btw nr|btw-id|NIP|VAT ID|VAT no|VAT reg no|VAT number|GST no|GSTIN|VAT registration',
  ),
  concept(
    'fiscal_code',
    'fiscal code|codice fiscale|tax code',
    'codice fiscale|cod. fisc.|cod fisc|C.F.|C.F. e P.IVA|codice fiscale e partita IVA',
  ),
  concept(
    'tax_number',
    'tax number|national tax number|fiscal number|tax registration number|taxpayer identification number|tax id',
    'Steuernummer|Steuer-Nr|St.-Nr|StNr|Steuer Nr|SIRET|SIREN|SIREN / SIRET|numéro fiscal|codice fiscale|C.F.|fiscaal nummer|número de contribuinte|tax ID|tax no|EIN|tax reg no|TIN|FEIN|ABN|federal tax ID|NIF|CIF|NIP|CNPJ|CPF|RFC|GSTIN|BSN',
  ),
  concept('siret', 'siret|siret number', 'SIRET|n° SIRET'),
  concept('siren', 'siren|siren number', 'SIREN|n° SIREN|RCS'),
  concept(
    'company_number',
    'company number|company registration number|chamber of commerce number|enterprise number',
    'company no|company number|company reg no|KvK|KvK-nummer|Kamer van Koophandel|ondernemingsnummer|KBO|numéro d’entreprise|RCS|SIREN|Handelsregister|HRB|HRA|Firmenbuchnummer|KRS|REGON|CVR|org.nr|organisationsnummer|IČO',
  ),
  concept('iban', 'iban|bank account', 'IBAN|Bankverbindung|Konto|compte|cuenta|conto|rekening'),
  concept('bic', 'bic|swift|bic of the bank', 'BIC|SWIFT|SWIFT-BIC|BIC/SWIFT|SWIFT code'),
  concept(
    'currency',
    'currency|currency code|three-letter code',
    'Währung|devise|monnaie|moneda|valuta|moeda|waluta|currency|cur|in EUR|all amounts in',
  ),
  concept(
    'receipt_number',
    'receipt number|receipt no|receipt id',
    'Belegnummer|Bon-Nr|Quittungsnummer|n° de ticket|numéro de reçu|nº recibo|n. ricevuta|bonnummer|receipt #|receipt no|receipt number|ticket no|bill no',
  ),
  concept('shop_name', 'company|shop name|store name|merchant|merchant name|name of the shop', 'company|store|merchant|shop'),
  concept(
    'shop_address',
    'address|postal address|full address|address of the shop|street address',
    'Anschrift|Adresse|adresse|dirección|indirizzo|adres|endereço|address',
  ),
  concept(
    'registration_number',
    'registration number|registration no|register number',
    'Registrierungsnummer|Registernummer|Handelsregister|HRB|registration no|registration number|reg no|numéro d’enregistrement|número de registro|registratienummer|numer rejestracyjny|KRS|REGON',
  ),
  concept(
    'registrant',
    'registrant|registrant name|name of registrant|registered firm',
    'name of registrant|registrant|1. name of registrant|name of registrant (b) registration no',
  ),
  concept(
    'signer_name',
    'signer|signer name|name of signer|signatory|printed name|name of the person who signs|person statement is about',
    'print name|printed name|name of signer|name|signature|name and title|type name|print name of signer|signed by|by|1. name|full name|print or type name',
  ),
  concept(
    'person_name',
    'full name|name of person|beneficial owner|name of taxpayer|recipient name|payer name|employee name',
    'Name|Nom|Nombre|Nome|Naam|Imię i nazwisko|name|full name|name (as shown on your income tax return)|name of individual|recipient’s name|payer’s name',
  ),
  concept(
    'business_name',
    'business name|trade name|doing business as',
    'business name|business name/disregarded entity name|trade name|DBA|Firmenname|nom commercial|nombre comercial',
  ),
  concept('ssn', 'social security number|ssn', 'social security number|SSN|Sozialversicherungsnummer|numéro de sécurité sociale'),
  concept(
    'ein',
    'employer identification number|ein',
    'employer identification number|EIN|FEIN|federal tax ID|federal employer identification number',
  ),
  concept(
    'tin',
    'tin|taxpayer number|taxpayer identification number|us tax number',
    'TIN|taxpayer identification number|identification number|federal identification number|payer’s TIN|recipient’s TIN|payer’s federal identification number|recipient’s identification number|U.S. taxpayer identification number (SSN or ITIN)',
  ),
  concept(
    'city_state_zip',
    'city state and zip code|city state zip|city, state or province, postal code|city state',
    'city, state, and ZIP code|city or town, state or province. Include postal code where appropriate|PLZ Ort|code postal ville|city or town',
  ),
  concept(
    'street_address',
    'street address|street|address street',
    'address (number, street, and apt. or suite no.)|street address|Straße|Straße und Hausnummer|rue|calle|via|street address (including apt. no.)|permanent residence address (street, apt. or suite no., or rural route)',
  ),
  concept(
    'advertiser',
    'advertiser|advertiser name|who pays for ads',
    'advertiser|advertiser name|sponsor|Werbetreibender|Kunde|annonceur|client|adv|advertiser code|candidate|committee',
  ),
  concept('email', 'email|email address|mail address', 'E-Mail|Mail|courriel|correo|email'),
  concept('phone', 'phone|phone number|telephone', 'Telefon|Tel|Fon|téléphone|tél|teléfono|telefono|telefoon|telefone|phone|tel no|call'),
  concept('subject', 'subject|subject line', 'Betreff|Objet|Asunto|Oggetto|Onderwerp|Assunto|Temat|subject|re|regarding'),
];
