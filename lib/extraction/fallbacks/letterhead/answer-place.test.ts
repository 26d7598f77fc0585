import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { buildReading } from '../../testing/build-reading.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';

const FIELDS = [
  { name: 'merchant_name', type: 'string', format: 'organisation' },
  { name: 'merchant_address', type: 'string', format: 'address' },
  { name: 'time', type: 'string', format: 'time' },
  { name: 'payment_method', type: 'string', label: 'Payment method' },
].map((field) => fieldSchema.parse(field));
const HEAD = ['Copper Kettle Ltd', '14 Station Road, Whitby YO21 1DH', ''];
const BODY = ['Date: 03/04/2026 Time: 09:41', 'Scone 3.20', 'Tea 2.10', 'Total 5.30'];

function read(lines: string[]): Record<string, ExtractedValue> {
  return extract({ schema: { fields: FIELDS }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}

describe('values that documents set without a label', () => {
  it('gives the address that stands under the name, with its words', () => {
    const { merchant_address: address } = read([...HEAD, ...BODY]);
    expect(address?.value).toBe('14 Station Road, Whitby YO21 1DH');
    expect(address?.evidence[0]?.words?.length).toBe(6);
  });

  it('ends an address before numbers of taxes and telephones', () => {
    const lines = ['Copper Kettle Ltd', '14 Station Road', 'Whitby YO21 1DH', 'VAT no. GB 123 4567 82', 'Tel 01947 600000', '', ...BODY];
    expect(read(lines).merchant_address?.value).toBe('14 Station Road Whitby YO21 1DH');
  });

  it('leaves out what the house trades in and to whom a letter goes', () => {
    const shop = [
      { text: 'Copper Kettle Ltd', x: 40, y: 30 },
      { text: 'Teas & Cakes', x: 40, y: 44, size: 8 },
      { text: '14 Station Road, Whitby YO21 1DH', x: 40, y: 56 },
      ...BODY.map((text, at) => ({ text, x: 40, y: 120 + at * 20 })),
    ];
    const found = extract({ schema: { fields: FIELDS }, reading: buildReading([shop]) }).fields.merchant_address;
    expect(found).toMatchObject({ value: '14 Station Road, Whitby YO21 1DH' });
    const letter = ['Copper Kettle Ltd', 'Frau Dr. Baum', '14 Station Road, Whitby YO21 1DH', '', ...BODY];
    expect(read(letter).merchant_address?.value).toBe('14 Station Road, Whitby YO21 1DH');
    const house = ['Copper Kettle Ltd', 'Old Rope Works', '14 Station Road, Whitby YO21 1DH', '', ...BODY];
    expect(read(house).merchant_address?.value).toContain('Old Rope Works');
  });

  it.each(['Docks and Harbour House', 'Elephant & Castle', 'c/o Ash Holdings'])('keeps a part of an address as it is: %s', (first) => {
    const fields = ['buyer_name', 'buyer_address'].map((name) =>
      fieldSchema.parse({ name, type: 'string', format: name.endsWith('name') ? 'organisation' : 'address' }),
    );
    const lines = ['INVOICE', '', 'Buyer', 'Heron Quay Hotel Ltd', first, '12 Mill Lane', 'Leeds LS10 1JF', '', ...BODY];
    const { buyer_address: address } = extract({ schema: { fields }, reading: readingOfLines([lines]) }).fields;
    expect((address as ExtractedValue).value).toContain(first);
    expect((address as ExtractedValue).value).toContain('12 Mill Lane');
  });

  it.each([
    ['Copper Kettle Ltd · 14 Station Road · Whitby YO21 1DH', '14 Station Road, Whitby YO21 1DH'],
    ['Copper Kettle Ltd, 14 Station Road, Whitby YO21 1DH. Registered in England No. 01234567', '14 Station Road, Whitby YO21 1DH'],
    ['Copper Kettle Ltd | 14 Station Road | Whitby YO21 1DH | Tel 01947 600000', '14 Station Road, Whitby YO21 1DH'],
  ])('finds the address behind the name on one line: %s', (line, address) => {
    const prints = [
      { text: 'Copper Kettle Ltd', x: 300, y: 30, size: 14 },
      { text: 'Fine since 1931', x: 300, y: 50 },
      ...BODY.map((text, at) => ({ text, x: 40, y: 200 + at * 20 })),
      { text: line, x: 40, y: 780, size: 7 },
    ];
    const found = extract({ schema: { fields: FIELDS }, reading: buildReading([prints]) }).fields.merchant_address;
    expect(found).toMatchObject({ value: address, reason: 'stands behind the name' });
  });

  it('finds the address under a name in large print, wherever it stands within its width', () => {
    const prints = [
      { text: 'Copper Kettle Limited Company', x: 300, y: 30, size: 18 },
      { text: '14 Station Road', x: 420, y: 56 },
      { text: 'Whitby YO21 1DH', x: 420, y: 70 },
      ...BODY.map((text, at) => ({ text, x: 40, y: 200 + at * 20 })),
    ];
    const found = extract({ schema: { fields: FIELDS }, reading: buildReading([prints]) }).fields.merchant_address;
    expect(found).toMatchObject({ value: '14 Station Road Whitby YO21 1DH' });
  });

  it('keeps what scoring chose, and what it considered, where another address takes its place', () => {
    const parties = ['seller_name', 'seller_address', 'buyer_name', 'buyer_address'].map((name) =>
      fieldSchema.parse({ name, type: 'string', format: name.endsWith('name') ? 'organisation' : 'address' }),
    );
    const lines = [
      'INVOICE',
      'Seller',
      'Copper Kettle Ltd',
      '14 Station Road, Whitby YO21 1DH',
      '',
      'Buyer',
      'Larch & Sons Ltd',
      '3 Mill Lane, Skipton BD23 1NJ',
      '',
      'Address: 88 Dock Street, Leeds LS10 1JF',
    ];
    const reading = readingOfLines([lines]);
    const { buyer_address: address } = extract({ schema: { fields: parties }, reading }).fields as Record<string, ExtractedValue>;
    expect(address).toMatchObject({ value: '3 Mill Lane, Skipton BD23 1NJ', reason: 'stands under the name' });
    expect(address?.candidates[0]?.value).toBe('88 Dock Street, Leeds LS10 1JF');
    expect(address?.candidates[0]?.evidence[0]?.words).toHaveLength(6);
    expect(address?.candidates.map(({ value }) => value)).not.toContain(address?.value);
  });

  it('gives no address when something else stands under the name', () => {
    expect(read(['Copper Kettle Ltd', 'Fine cakes since ever', '', ...BODY]).merchant_address?.value).toBeNull();
  });

  it('gives the only time of day for a field whose format it is', () => {
    const { time } = read([...HEAD, ...BODY]);
    expect(time?.value).toBe('09:41');
    expect(time?.evidence[0]?.text).toBe('09:41');
  });

  it('names the means of payment that stands beside what was paid', () => {
    expect(read([...HEAD, ...BODY, 'Cash 10.00', 'Change 4.70']).payment_method?.value).toBe('Cash');
    expect(read([...HEAD, ...BODY, 'Visa ****2210 5.30']).payment_method?.value).toBe('Visa');
    expect(read([...HEAD, ...BODY, 'Visa 53,00 kr']).payment_method?.value).toBe('Visa');
    expect(read([...HEAD, ...BODY, 'We take cash and cards']).payment_method?.value ?? null).toBeNull();
  });

  it('gives the line over the buyer’s address for the buyer that nothing names, never the seller', () => {
    const parties = ['seller_name', 'buyer_name', 'buyer_address'].map((name) =>
      fieldSchema.parse({ name, type: 'string', format: name.endsWith('name') ? 'organisation' : 'address' }),
    );
    const lines = [
      'Copper Kettle Ltd',
      '14 Station Road, Whitby YO21 1DH',
      '',
      'To:',
      'Heron Quay Hotel',
      '3 Harbour Street, Leith EH6 6QQ',
      '',
      ...BODY,
    ];
    const fields = extract({ schema: { fields: parties }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
    expect(fields.buyer_name?.value).toBe('Heron Quay Hotel');
    expect(fields.seller_name?.value).not.toBe('Heron Quay Hotel');
  });

  it('takes the heading INVOICE for no party’s heading', () => {
    const parties = ['seller_name', 'buyer_name'].map((name) => fieldSchema.parse({ name, type: 'string', format: 'organisation' }));
    const lines = [
      'INVOICE',
      '',
      'Copper Kettle Ltd',
      '14 Station Road, Whitby YO21 1DH',
      '',
      'Invoice to',
      'Heron Quay Hotel',
      '3 Harbour Street, Leith',
      '',
      ...BODY,
    ];
    const fields = extract({ schema: { fields: parties }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
    expect(fields.buyer_name?.value).toBe('Heron Quay Hotel');
    expect(fields.seller_name?.value).toBe('Copper Kettle Ltd');
  });

  it('reads the number of an invoice whose series is A, and a To: under the title INVOICE', () => {
    const asked = ['invoice_number', 'buyer_name'].map((name) =>
      fieldSchema.parse({ name, type: 'string', label: name === 'buyer_name' ? 'Buyer' : 'Invoice number' }),
    );
    const one = extract({
      schema: { fields: asked },
      reading: readingOfLines([['Copper Kettle Ltd', '', 'Invoice A-1001', 'Date 3 May 2031', '', ...BODY]]),
    });
    const { invoice_number, buyer_name } = one.fields as Record<string, ExtractedValue>;
    expect(invoice_number?.value).toBe('A-1001');
    expect(buyer_name?.value).not.toBe('A-1001');
    const other = extract({
      schema: { fields: asked },
      reading: readingOfLines([['INVOICE', 'To:', 'Heron Quay Hotel', '3 Harbour Street, Leith EH6 6QQ', '', ...BODY]]),
    });
    expect((other.fields as Record<string, ExtractedValue>).buyer_name?.value).toBe('Heron Quay Hotel');
  });
});
