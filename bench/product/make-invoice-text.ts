import { randomUUID } from 'node:crypto';

/** A page of text with values of its own, so that no two have the same content. */
export function makeInvoiceText(): Buffer<ArrayBuffer> {
  const number = randomUUID().slice(0, 8).toUpperCase();
  const net = 100 + Math.floor(Math.random() * 90_000) / 100;
  const lines = [
    'Hazelwood Joinery Ltd.',
    '',
    `Invoice number: ${number}`,
    'Invoice date: 2026-03-14',
    '',
    `Net total: ${net.toFixed(2)} EUR`,
    `VAT 19 %: ${(net * 0.19).toFixed(2)} EUR`,
    `Total: ${(net * 1.19).toFixed(2)} EUR`,
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}
