import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field, rows } from './field.ts';

export const purchaseOrder: SchemaDraft = {
  name: 'Purchase order',
  description: 'An order for goods or services that a buyer sends to a supplier.',
  fields: [
    field('order_number', 'string', 'Order number', 'Number that identifies the order: PO number, Bestellnummer, número de pedido.', {
      required: true,
      format: 'identifier',
    }),
    field('order_date', 'date', 'Order date', 'Day the order was issued: date, fecha, Bestelldatum.', { required: true }),
    field(
      'delivery_date',
      'date',
      'Delivery date',
      'Day of delivery asked for: deliver by, required by, need by, Liefertermin, date de livraison, fecha de entrega, data di consegna, leverdatum.',
    ),
    field('buyer_name', 'string', 'Buyer', 'Company that orders.', { required: true, format: 'organisation' }),
    field('supplier_name', 'string', 'Supplier', 'Company that shall deliver: vendor, supplier, proveedor, Lieferant.', {
      required: true,
      format: 'organisation',
    }),
    field('delivery_address', 'string', 'Delivery address', 'Where to deliver: ship to, Lieferadresse.', { format: 'address' }),
    field(
      'payment_terms',
      'string',
      'Payment terms',
      'When and how to pay: payment terms, terms, Zahlungsbedingungen, conditions de paiement, condiciones de pago, condizioni di pagamento, betalingscondities.',
    ),
    field('currency', 'string', 'Currency', 'Currency of the amounts, as its three-letter code.', { format: 'currency' }),
    field('net_total', 'money', 'Net total', 'Sum before tax: subtotal, base imponible, Nettosumme.'),
    field('tax_total', 'money', 'Tax total', 'Sum of VAT or sales tax.'),
    field('total_amount', 'money', 'Total amount', 'Sum of the order: total, importe total, Gesamtsumme.'),
    rows('line_items', 'Line items', 'What is ordered, one row for each line.', [
      field('item_number', 'string', 'Item number', 'Article number: SKU, code, referencia.', { format: 'identifier' }),
      field('description', 'string', 'Description', 'What is ordered.', { required: true }),
      field('quantity', 'number', 'Quantity', 'How many or how much.'),
      field('unit_price', 'money', 'Unit price', 'Price of one.'),
      field('line_total', 'money', 'Line total', 'Price of the line.'),
    ]),
  ],
  rules: [
    { formula: 'total_amount = net_total + tax_total', message: 'Net and tax do not add up to the total.' },
    {
      formula: 'line_items.line_total = round(line_items.quantity * line_items.unit_price, 2)',
      message: 'Quantity times price is not the line total.',
    },
    { formula: 'delivery_date >= order_date', message: 'The delivery date is before the order date.' },
  ],
};
