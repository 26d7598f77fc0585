import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { profileField } from './field-profile.ts';

const profileOf = (name: string, description = '') => profileField(fieldSchema.parse({ name, description, type: 'string' }));

describe('the person that a field asks for', () => {
  it.each([
    ['patient_name', ''],
    ['fahrgast', ''],
    ['holder', 'Full name of the passenger'],
    ['recipient', 'Person it is meant for'],
    ['who', 'Person getting the prize'],
  ])('is the one that the document is about: %s “%s”', (name, description) => {
    expect(profileOf(name, description)).toMatchObject({ person: 'subject', kind: 'name' });
  });

  it.each([
    ['chief_technician', ''],
    ['signed', 'Doctor who signed the report'],
    ['rapport', 'Médecin qui a fait le rapport'],
    ['sachbearbeiterin', ''],
  ])('is one that acts in it: %s “%s”', (name, description) => {
    expect(profileOf(name, description)).toMatchObject({ person: 'actor', kind: 'name' });
  });

  it.each([
    ['passenger_class', 'Passenger class'],
    ['supplier', 'Company that employs the technician'],
    ['bed_type', 'Kind of bed'],
    ['billed', 'Company or person that is billed'],
    ['parties', 'Companies and persons that make the agreement.'],
    ['account_holder', 'Holder of the account'],
    ['patient_number', 'Number of the patient'],
  ])('is none where a thing, a number or what may be a firm is asked for: %s “%s”', (name, description) => {
    expect(profileOf(name, description).person).toBeNull();
  });
});

it('knows a year by its name, and no number of years for one', () => {
  const isYear = (name: string, description = '') => profileField(fieldSchema.parse({ name, description, type: 'number' })).asksForYear;
  expect([isYear('tax_year'), isYear('baujahr_jahr'), isYear('period', 'Year the fee is for')]).toEqual([true, true, true]);
  expect([isYear('leave_days', 'Paid days per year'), isYear('years_of_service'), isYear('amount')]).toEqual([false, false, false]);
});
