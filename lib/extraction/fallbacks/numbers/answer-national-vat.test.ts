import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';

const FIELDS = [
  { name: 'seller_name', type: 'string', format: 'organisation' },
  { name: 'seller_vat_id', type: 'string', format: 'vat_id' },
  { name: 'buyer_name', type: 'string', format: 'organisation' },
  { name: 'buyer_vat_id', type: 'string', format: 'vat_id' },
].map((field) => fieldSchema.parse(field));

function read(seller: string, buyer: string): Record<string, ExtractedValue> {
  const lines = [
    'Seller',
    'Drukarnia Sowa',
    'ul. Długa 14',
    '31-146 Kraków',
    seller,
    '',
    'Buyer',
    'Kowalski s.c.',
    'ul. Polna 3',
    '00-625 Warszawa',
    buyer,
  ];
  return extract({ schema: { fields: FIELDS }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}

describe('VAT numbers without their country', () => {
  it('go to the party in whose block they stand', () => {
    const { seller_vat_id, buyer_vat_id } = read('NIP: 526-025-09-95', 'NIP: 113-00-23-365');
    expect([seller_vat_id?.value, buyer_vat_id?.value]).toEqual(['526-025-09-95', '113-00-23-365']);
    const italian = read('P. IVA 00743110157', 'P. IVA 07643520567');
    expect([italian.seller_vat_id?.value, italian.buyer_vat_id?.value]).toEqual(['00743110157', '07643520567']);
  });

  it('are none without the name that makes them one', () => {
    const { seller_vat_id, buyer_vat_id } = read('Konto 5260250995', 'tel. 113 002 33 65');
    expect([seller_vat_id?.value, buyer_vat_id?.value]).toEqual([null, null]);
  });
});
