import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field, rows } from './field.ts';

export const receipt: SchemaDraft = {
  name: 'Receipt',
  description: 'A till receipt or proof of a payment on the spot.',
  fields: [
    field('merchant_name', 'string', 'Merchant', 'Shop, restaurant or company that was paid; usually the first line.', {
      required: true,
      format: 'organisation',
    }),
    field('merchant_address', 'string', 'Merchant address', 'Address of the shop.', { format: 'address' }),
    field('date', 'date', 'Date', 'Day of the purchase.', { required: true }),
    field('time', 'string', 'Time', 'Time of the purchase.', { format: 'time' }),
    field(
      'receipt_number',
      'string',
      'Receipt number',
      'Number of the receipt or transaction: receipt no., check no., check #, Bon-Nr., ticket n°, ticket, recibo n.º, scontrino n., paragon nr.',
      {
        format: 'identifier',
      },
    ),
    field('currency', 'string', 'Currency', 'Currency of the amounts, as its three-letter code.', { format: 'currency' }),
    field('subtotal', 'money', 'Subtotal', 'Sum before tax.'),
    field('tax', 'money', 'Tax', 'VAT or sales tax contained in or added to the total.'),
    field('tip', 'money', 'Tip', 'Tip or gratuity.'),
    field('total', 'money', 'Total', 'Sum paid, tax included: total, Summe, à payer.', { required: true }),
    field('payment_method', 'string', 'Payment method', 'How it was paid: cash, card, the card’s brand.'),
    rows('items', 'Items', 'What was bought, one row for each line.', [
      field('description', 'string', 'Description', 'Name of the article.', { required: true }),
      field('quantity', 'number', 'Quantity', 'How many.'),
      field('price', 'money', 'Price', 'Price of the line.'),
    ]),
  ],
  rules: [],
};
