import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { headOfDescription } from './field-kind.ts';
import { profileField } from './field-profile.ts';

const profileOf = (name: string, description: string) => profileField(fieldSchema.parse({ name, description, type: 'string' }));

describe('the kind of text a field asks for', () => {
  it.each([
    ['employer', 'Firm that pays the wage', 'name'],
    ['site_address', 'Address of the building site', 'address'],
    ['web_site', 'Where to read more', 'url'],
    ['customer_po', 'Order number of the customer', 'identifier'],
    ['customer', 'Number of the buyer at the seller', 'identifier'],
    ['customer', 'Firm that ordered the goods', 'name'],
    ['sender', 'Name of the firm that ships the goods', 'name'],
    ['purpose', 'What the company does', 'text'],
    ['made_in', 'Country where the goods come from', 'place'],
    ['invoice_to', 'The address of whoever pays', 'address'],
  ])('%s (%s) is %s', (name, description, kind) => {
    expect(profileOf(name, description).kind).toBe(kind);
  });

  it('is told by the first words of a description alone', () => {
    expect(headOfDescription('The order number of the customer, as printed')).toBe('order number');
    expect(headOfDescription('Name of the firm that pays')).toBe('Name');
    expect(headOfDescription('Die Nummer der Rechnung')).toBe('Nummer');
    expect(headOfDescription('What it is')).toBe('');
    expect(headOfDescription('')).toBe('');
  });
});

describe('the party a field speaks of', () => {
  it.each([
    ['allergies', 'What the patient is allergic to', null],
    ['seat', 'Seat on the first flight from here', null],
    ['purpose', 'What the company does', null],
    ['company_name', 'As it stands in the register', 'seller'],
    ['name', 'Name of the buyer', 'buyer'],
  ])('of %s (%s) is %s', (name, description, role) => {
    expect(profileOf(name, description).role).toBe(role);
  });
});
