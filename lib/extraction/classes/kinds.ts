/** A common kind of document. All words are folded: no accents, lower case. */
export type Kind = {
  /** What such documents call themselves, English first. */
  names: readonly string[];
  /** Words and phrases that such documents are full of, whatever they are called. */
  cues: readonly string[];
  /** UNTDID 1001 codes by which a machine-readable part names it. */
  typeCodes?: readonly string[];
};

const list = (text: string) => text.split(',').map((word) => word.trim());

/** Common kinds of documents, in the languages most seen. People add to it here. */
export const KINDS: readonly Kind[] = [
  {
    names: list(
      'invoice, tax invoice, commercial invoice, sales invoice, rechnung, facture, factura, fattura, factuur, fatura, faktura, rekening, lasku, bill',
    ),
    cues: list(
      'invoice no, invoice number, invoice date, bill to, sold to, invoice to, remit to, payment due, due date, payment terms, amount due, balance due, subtotal, rechnungsnummer, rechnungsdatum, zahlbar, fallig, leistungsdatum, steuernummer, ust idnr, numero de facture, date de facture, echeance, montant du, tva, numero de factura, fecha de factura, vencimiento, base imponible, numero fattura, data fattura, scadenza, imponibile, partita iva, factuurnummer, factuurdatum, vervaldatum, btw, fatura n, data de emissao, contribuinte, numer faktury, termin platnosci, sprzedawca, nabywca, iban, kundennummer, leistungs, rechnungsbetrag, gesamtbetrag, nettobetrag, zahlungsbedingungen, verkaufer, kaufer, unit price, einzelpreis, prix unitaire, precio unitario, prezzo unitario',
    ),
    typeCodes: ['380', '82', '326', '384', '386', '389', '875', '876', '877', '575', '204', '751'],
  },
  {
    names: list(
      'credit note, credit memo, credit invoice, invoice correction, corrective invoice, gutschrift, rechnungskorrektur, korrekturrechnung, stornorechnung, avoir, facture d avoir, nota de credito, factura rectificativa, abono, nota di credito, creditnota, creditfactuur, nota kredytowa, faktura korygujaca, kreditnota',
    ),
    cues: list('credited, original invoice, gutgeschrieben, erstattung, crediter, remboursement, abonado, rimborso, gecrediteerd'),
    typeCodes: ['381', '261', '262', '296', '308', '396', '420', '458', '532', '81', '83'],
  },
  {
    names: list(
      'receipt, cash receipt, sales receipt, till receipt, cash bill, cash sale, quittung, kassenbon, kassenzettel, bon, ticket de caisse, recu, recibo, scontrino, ricevuta, kassabon, paragon, kvitto, ticket',
    ),
    cues: list(
      'receipt no, receipt number, card, card payment, contactless, auth code, merchant copy, customer copy, vat included, come again, ec karte, kartenzahlung, cash, change, cashier, till, rounding, thank you, please come again, goods sold, not refundable, no refund, exchange, total qty, item, visa, mastercard, debit, bar, ruckgeld, gegeben, kasse, kassierer, bediener, danke, vielen dank, especes, rendu, caisse, merci, a bientot, efectivo, cambio, cajero, gracias, contanti, resto, cassa, grazie, contant, wisselgeld, pin, bedankt, dinheiro, troco, obrigado, gotowka, reszta, dziekujemy, table, covers, server',
    ),
  },
  {
    names: list(
      'purchase order, order, bestellung, bestellauftrag, bon de commande, commande, orden de compra, pedido, ordine, ordine di acquisto, bestelling, inkooporder, zamowienie, ordem de compra, encomenda',
    ),
    cues: list(
      'po number, order date, ship to, deliver to, delivery date, requested delivery, buyer, vendor, please supply, we order, bestellnummer, bestelldatum, liefertermin, lieferadresse, wir bestellen, date de commande, livrer a, date de livraison, fecha de entrega, proveedor, fornitore, consegna, leverdatum, leverancier, dostawca',
    ),
    typeCodes: ['220', '221', '224', '105'],
  },
  {
    names: list(
      'order change, change order, order amendment, purchase order change, bestellanderung, auftragsanderung, modification de commande, cambio de pedido, modifica ordine, bestelwijziging, zmiana zamowienia',
    ),
    cues: list('amended, revised, previous order, geandert, modifie, modificado, modificato, gewijzigd'),
    typeCodes: ['230'],
  },
  {
    names: list(
      'order confirmation, order response, response to order, order acknowledgement, acknowledgement of order, sales order confirmation, auftragsbestatigung, bestellbestatigung, confirmation de commande, accuse de reception de commande, reponse a la commande, confirmacion de pedido, conferma ordine, conferma d ordine, orderbevestiging, potwierdzenie zamowienia, confirmacao de encomenda',
    ),
    cues: list('we confirm, accepted, rejected, your order, ihre bestellung, wir bestatigen, nous confirmons, votre commande, confirmamos'),
    typeCodes: ['231', '320'],
  },
  {
    names: list(
      'quote, quotation, offer, estimate, proposal, angebot, kostenvoranschlag, devis, presupuesto, preventivo, offerte, oferta, orcamento, wycena',
    ),
    cues: list(
      'valid until, we are pleased to offer, gultig bis, freibleibend, valable jusqu, bon pour accord, valido hasta, valido fino, geldig tot',
    ),
    typeCodes: ['310'],
  },
  {
    names: list(
      'delivery note, packing slip, packing list, delivery slip, waybill, lieferschein, packliste, bon de livraison, bordereau de livraison, albaran, bolla, documento di trasporto, ddt, pakbon, guia de remessa, dowod dostawy',
    ),
    cues: list(
      'received by, packages, gross weight, carrier, shipped, empfangen, gewicht, colis, poids, bultos, colli, aantal colli, paczek',
    ),
    typeCodes: ['270', '351'],
  },
  {
    names: list(
      'contract, agreement, vertrag, contrat, contrato, contratto, overeenkomst, umowa, vereinbarung, accord, lease, lease agreement',
    ),
    cues: list(
      'parties, hereby, hereinafter, governing law, termination, witness whereof, whereas, effective date, shall, parteien, kundigung, gerichtsstand, les parties, resiliation, las partes, le parti, partijen, strony',
    ),
  },
  {
    names: list(
      'nda, non disclosure agreement, nondisclosure agreement, confidentiality agreement, mutual nondisclosure agreement, confidential disclosure agreement, geheimhaltungsvereinbarung, vertraulichkeitsvereinbarung, accord de confidentialite, acuerdo de confidencialidad, accordo di riservatezza, geheimhoudingsovereenkomst, umowa o zachowaniu poufnosci, acordo de confidencialidade',
    ),
    cues: list(
      'confidential information, disclosing party, receiving party, recipient, disclose, trade secrets, confidentiality, vertrauliche informationen, informations confidentielles, informacion confidencial, informazioni riservate, vertrouwelijke informatie',
    ),
  },
  {
    names: list(
      'bank statement, account statement, statement of account, kontoauszug, releve de compte, releve bancaire, extracto bancario, extracto de cuenta, estratto conto, rekeningafschrift, wyciag, wyciag bankowy, extrato bancario',
    ),
    cues: list(
      'opening balance, closing balance, previous balance, new balance, transactions, debit, credit, alter kontostand, neuer kontostand, buchungstag, wertstellung, ancien solde, nouveau solde, saldo anterior, saldo inicial, saldo finale, beginsaldo, eindsaldo, saldo poczatkowe',
    ),
  },
  {
    names: list('cv, curriculum vitae, resume, lebenslauf'),
    cues: list(
      'work experience, professional experience, employment history, experience, to present, career, msc, bsc, university, certifications, interests, bis heute, education, skills, languages, references, berufserfahrung, ausbildung, kenntnisse, experience professionnelle, formation, competences, experiencia laboral, formacion, esperienza, istruzione, werkervaring, opleiding, doswiadczenie, wyksztalcenie',
    ),
  },
  {
    names: list('letter, brief, lettre, carta, lettera, list'),
    cues: list(
      'dear, sincerely, yours faithfully, kind regards, sehr geehrte, mit freundlichen grussen, madame, monsieur, cordialement, estimado, atentamente, gentile, cordiali saluti, geachte, met vriendelijke groet, szanowni, z powazaniem',
    ),
  },
  {
    names: list('memo, memorandum, aktennotiz, vermerk, note de service, nota de servicio'),
    cues: list('to all staff, subject, betreff, objet, asunto'),
  },
  {
    names: list('report, annual report, bericht, rapport, informe, relazione, verslag, relatorio, raport'),
    cues: list('summary, contents, conclusion, introduction, zusammenfassung, sommaire, resumen'),
  },
  {
    names: list(
      'form, application form, application, registration form, formular, antrag, formulaire, formulario, modulo, formulier, formularz, wniosek',
    ),
    cues: list(
      'please print, check one, tick, applicant, signature, date of birth, ankreuzen, unterschrift, cocher, firma, aanvrager, podpis',
    ),
  },
  {
    names: list(
      'payslip, pay slip, pay stub, gehaltsabrechnung, lohnabrechnung, entgeltabrechnung, bulletin de paie, fiche de paie, nomina, busta paga, cedolino, loonstrook, recibo de vencimento, pasek placowy',
    ),
    cues: list(
      'gross pay, net pay, employee, deductions, brutto, netto, steuerklasse, salaire brut, net a payer, cotisations, salario, devengos, retribuzione, bruto',
    ),
  },
  {
    names: list('email, e mail, e mail message, mail message, mail, courriel, correo electronico'),
    cues: [],
  },
  {
    names: list(
      'reminder, payment reminder, dunning letter, overdue notice, mahnung, zahlungserinnerung, rappel, relance, recordatorio de pago, sollecito, aanmaning, ponaglenie',
    ),
    cues: list(
      'overdue, outstanding, has not been paid, uberfallig, mahngebuhr, impaye, en retard, pendiente de pago, scaduto, openstaand',
    ),
  },
];
