import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field, rows } from './field.ts';

export const invoice: SchemaDraft = {
  name: 'Invoice',
  description: 'A bill for goods or services, with its lines and totals.',
  fields: [
    field(
      'invoice_number',
      'string',
      'Invoice number',
      'Number that identifies the invoice: invoice no., Rechnungsnummer, numéro de facture.',
      {
        required: true,
        format: 'identifier',
      },
    ),
    field('invoice_date', 'date', 'Invoice date', 'Day the invoice was issued: date of issue, Rechnungsdatum, date de facture.', {
      required: true,
    }),
    field('due_date', 'date', 'Due date', 'Last day to pay: payment due, payable by, fällig am, échéance.'),
    field('seller_name', 'string', 'Seller', 'Company or person that issues the invoice and receives the money: from, supplier, vendor.', {
      required: true,
      format: 'organisation',
    }),
    field('seller_address', 'string', 'Seller address', 'Postal address of the seller.', { format: 'address' }),
    field(
      'seller_vat_id',
      'string',
      'Seller VAT id',
      'VAT identification number of the seller: VAT no., USt-IdNr., TVA intracommunautaire.',
      {
        format: 'vat_id',
      },
    ),
    field('buyer_name', 'string', 'Buyer', 'Company or person that is billed: bill to, invoice to, customer, Kunde, facturé à.', {
      format: 'organisation',
    }),
    field('buyer_address', 'string', 'Buyer address', 'Postal address that is billed.', { format: 'address' }),
    field('buyer_vat_id', 'string', 'Buyer VAT id', 'VAT identification number of the buyer.', { format: 'vat_id' }),
    field(
      'order_reference',
      'string',
      'Order reference',
      'The buyer’s order that is billed: purchase order, your order, PO number, Bestellnummer.',
      {
        format: 'identifier',
      },
    ),
    field('currency', 'string', 'Currency', 'Currency of the amounts, as its three-letter code.', { format: 'currency' }),
    field('iban', 'string', 'IBAN', 'Bank account to pay to.', { format: 'iban' }),
    field('bic', 'string', 'BIC', 'Code of the bank to pay to: BIC, SWIFT.', { format: 'bic' }),
    field('net_total', 'money', 'Net total', 'Sum before tax: subtotal, net amount, Nettobetrag, total HT.'),
    field('tax_rate', 'percentage', 'Tax rate', 'Rate of VAT or sales tax, when there is one for the whole invoice.'),
    field('tax_total', 'money', 'Tax total', 'Sum of VAT or sales tax: VAT, MwSt., TVA.'),
    field('grand_total', 'money', 'Grand total', 'Sum to pay, tax included: total due, amount due, Gesamtbetrag, total TTC.', {
      required: true,
    }),
    rows('line_items', 'Line items', 'What is billed, one row for each line of the invoice.', [
      field('item_number', 'string', 'Item number', 'Article or product number.', { format: 'identifier' }),
      field('description', 'string', 'Description', 'What was delivered or done.', { required: true }),
      field('quantity', 'number', 'Quantity', 'How many or how much: qty, Menge, quantité.'),
      field('unit', 'string', 'Unit', 'What the quantity counts: pcs, hours, kg.'),
      field('unit_price', 'money', 'Unit price', 'Price of one: Einzelpreis, prix unitaire.'),
      field('line_total', 'money', 'Line total', 'Price of the line: amount, Betrag, montant.'),
    ]),
  ],
  rules: [
    { formula: 'grand_total = net_total + tax_total', message: 'Net and tax do not add up to the grand total.' },
    { formula: 'net_total = sum(line_items.line_total)', message: 'The lines do not add up to the net total.' },
    {
      formula: 'line_items.line_total = round(line_items.quantity * line_items.unit_price, 2)',
      message: 'Quantity times price is not the line total.',
    },
    { formula: 'due_date >= invoice_date', message: 'The due date is before the invoice date.' },
  ],
};
