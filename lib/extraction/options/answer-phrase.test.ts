import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { buildReading } from '../testing/build-reading.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { answerPhrase } from './answer-phrase.ts';

function answer(name: string, type: 'string' | 'boolean', ...lines: string[]): ExtractedValue {
  const fields = [fieldSchema.parse({ name, type })];
  return extract({ schema: { fields }, reading: readingOfLines([lines]) }).fields[name] as ExtractedValue;
}

describe('yes and no in clauses', () => {
  it.each([
    ['Der Vertrag verlängert sich jeweils um ein Jahr, wenn er nicht gekündigt wird.', true],
    ['Der Vertrag endet am 31.12.2031, ohne dass es einer Kündigung bedarf.', false],
    ['Le contrat est renouvelé par tacite reconduction.', true],
    ['Le contrat prend fin à son terme, sans tacite reconduction.', false],
    ['El contrato se prorrogará automáticamente por un año.', true],
    ['El contrato no se prorrogará.', false],
    ['Il contratto si rinnova tacitamente di anno in anno.', true],
    ['Il contratto non si rinnova tacitamente.', false],
    ['De overeenkomst wordt stilzwijgend verlengd met een jaar.', true],
    ['De overeenkomst wordt niet stilzwijgend verlengd.', false],
    ['O contrato renova-se automaticamente por igual período.', true],
    ['O contrato termina sem renovação.', false],
    ['Umowa ulega automatycznemu przedłużeniu o rok.', true],
    ['Umowa nie ulega automatycznemu przedłużeniu.', false],
    ['This agreement renews automatically for one year.', true],
    ['This agreement will not renew automatically.', false],
  ])('are read: %s', (clause, value) => {
    const found = answer('automatic_renewal', 'boolean', 'Oak and Elm', clause, 'Signed by both.');
    expect(found.value).toBe(value);
    expect(found.confidence).toBeLessThan(0.85);
    expect(found.evidence).toHaveLength(1);
  });

  it.each([
    'Le contrat ne se renouvelle pas.',
    'La tacite reconduction est exclue.',
    'Eine stillschweigende Verlängerung ist ausgeschlossen.',
    'Nach Ablauf verlängert sich der Vertrag nicht.',
    'Automatic renewal is excluded.',
    'This agreement may not be automatically renewed.',
    'This agreement cannot be renewed automatically.',
    'This agreement shall in no event be automatically renewed.',
    "This agreement isn't automatically renewed.",
    'Il contratto non si intende tacitamente rinnovato.',
    'Stilzwijgende verlenging is uitgesloten.',
    'Queda excluida la renovación automática.',
    'Umowa nie zostanie automatycznie przedłużona.',
  ])('are never turned round: %s', (clause) => {
    expect(answer('automatic_renewal', 'boolean', 'Oak and Elm', clause, 'Signed by both.').value).not.toBe(true);
  });

  it.each([
    'This agreement renews automatically unless a party does not wish it to.',
    'This agreement renews automatically, notice to be given no later than 30 days before its end.',
    'Il contratto si rinnova tacitamente se non disdetto.',
    'Wird der Vertrag nicht gekündigt, verlängert er sich um ein Jahr.',
    'Erfolgt keine Kündigung, verlängert sich der Vertrag um ein Jahr.',
    'O contrato renova-se automaticamente se nenhuma das partes o denunciar.',
    'Payment is not due. This agreement renews automatically.',
  ])('are not turned round by a condition or by another sentence: %s', (clause) => {
    expect(answer('automatic_renewal', 'boolean', 'Oak and Elm', clause, 'Signed by both.').value).toBe(true);
  });

  it.each(['renewable_energy', 'renewal_notice_sent', 'subletting_fee_paid'])('are not taken for another question: %s', (name) => {
    const lines = ['This agreement renews automatically for one year.', 'The tenant may sublet.'];
    expect(answer(name, 'boolean', ...lines).value).toBeNull();
  });

  it('are not answered where no clause speaks of it, nor for another question', () => {
    expect(answer('automatic_renewal', 'boolean', 'The driver renewed his licence.', 'Oak and Elm').value).toBeNull();
    expect(answer('insured', 'boolean', 'This agreement renews automatically for one year.').value).toBeNull();
  });
});

describe('the place whose courts decide', () => {
  it.each([
    ['Es gilt deutsches Recht. Gerichtsstand ist Nürnberg.', 'Nürnberg'],
    ['Gerichtsstand für alle Streitigkeiten ist Frankfurt am Main.', 'Frankfurt am Main'],
    ['Tout litige relève du tribunal de commerce de Lyon.', 'Lyon'],
    ['Las partes se someten a los juzgados y tribunales de Sevilla.', 'Sevilla'],
    ['Foro competente esclusivo è quello di Torino.', 'Torino'],
    ['Geschillen worden voorgelegd aan de rechtbank te Utrecht.', 'Utrecht'],
    ['Fica eleito o foro da comarca de Braga.', 'Braga'],
    ['Spory rozstrzyga sąd właściwy w Gdańsku.', 'Gdańsku'],
    ['The courts of Dublin shall have exclusive jurisdiction.', 'Dublin'],
  ])('is read: %s', (clause, place) => {
    expect(answer('place_of_jurisdiction', 'string', 'Oak and Elm', clause, 'Zahlbar sofort.').value).toBe(place);
  });

  it.each([
    ['place_of_jurisdiction', 'Heard in the Court of Appeal.'],
    ['court_fee', 'To the Court of Justice Fees.'],
    ['court_case_number', 'The courts of Dublin shall have exclusive jurisdiction.'],
    ['court', 'Tribunal de commerce de Paris RCS 123'],
  ])('is invented for no other field, nor from a court that names none: %s', (name, line) => {
    const { value } = answer(name, 'string', 'Oak and Elm', line, 'Mill Lane');
    expect(['Appeal', 'Justice Fees', 'Justice', 'Dublin', 'Paris', 'Paris RCS']).not.toContain(value);
  });

  it('is not taken where two are named', () => {
    const found = answer('place_of_jurisdiction', 'string', 'Gerichtsstand ist Nürnberg.', 'oder der Gerichtsstand ist Bamberg.');
    expect(found.value).toBeNull();
  });
});

describe('terms of payment', () => {
  it.each([
    ['Terms 2/10 Net 30', '2/10 Net 30'],
    ['Payment: Net 30', 'Net 30'],
    ['Please pay within 14 days of the invoice date.', 'within 14 days of the invoice date'],
    ['Zahlbar innerhalb 14 Tagen ohne Abzug.', 'Zahlbar innerhalb 14 Tagen ohne Abzug'],
    ['Zahlung: 30 Tage netto', '30 Tage netto'],
    ['Paiement à 30 jours fin de mois.', 'Paiement à 30 jours fin de mois'],
    ['Pago a 60 días fecha factura.', 'Pago a 60 días fecha factura'],
    ['Pagamento a 30 giorni data fattura.', 'Pagamento a 30 giorni data fattura'],
    ['Betaling binnen 30 dagen na factuurdatum.', 'Betaling binnen 30 dagen na factuurdatum'],
    ['Pagamento a 30 dias.', 'Pagamento a 30 dias'],
    ['Płatność: 14 dni od daty wystawienia faktury', '14 dni od daty wystawienia faktury'],
  ])('are read: %s', (line, terms) => {
    expect(answer('payment_terms', 'string', 'Oak and Elm', line, 'Mill Lane').value).toBe(terms);
  });

  it('are read beside their label', () => {
    const prints = [
      { text: 'Oak and Elm', x: 40, y: 40 },
      { text: 'Terms', x: 40, y: 80 },
      { text: '2/10 Net 30', x: 200, y: 80 },
    ];
    const fields = [fieldSchema.parse({ name: 'payment_terms', type: 'string' })];
    const found = extract({ schema: { fields }, reading: buildReading([prints]) }).fields.payment_terms;
    expect(found).toMatchObject({ value: '2/10 Net 30' });
  });

  it.each([
    ['INVOICE', 'Net 1,250.00'],
    ['INVOICE', 'Net 30.00'],
    ['INVOICE', 'Net 60', 'VAT 12'],
    ['Please pay', 'Invoice N 4711'],
    ['Payment terms overleaf', 'Unit N 12'],
    ['Invoice', 'Complaints about the invoice within 8 days of receipt.'],
  ])('are no amount, number or other span: %s %s', (...lines) => {
    const value = String(answer('payment_terms', 'string', ...lines, 'Mill Lane').value);
    expect(value).not.toMatch(/^(?:n|net)\b|8 days/i);
  });

  it('are looked for in a long document without comparing all phrases with each other', () => {
    const line = 'invoice net 30 days, net 45 days, net 60 days, net 90 days';
    const lines = Array.from({ length: 45 }, () => line);
    const fields = [fieldSchema.parse({ name: 'payment_terms', type: 'string' })];
    const context = createExtractionContext(readingOfLines(Array.from({ length: 60 }, () => lines)), fields);
    const { user } = process.cpuUsage();
    expect(answerPhrase(context, 0)?.value).toBe('net 30 days');
    // Milliseconds when swept once; a minute when each of 10,800 is held against all others.
    expect(process.cpuUsage().user - user).toBeLessThan(8_000_000);
  });

  it('are no other span of days', () => {
    expect(answer('payment_terms', 'string', 'Delivery within 14 days.', 'Oak and Elm').value).not.toBe('within 14 days');
  });

  it('do not make a due date that is not printed', () => {
    expect(answer('due_date', 'string', 'Invoice date 12.03.2031', 'Net 30').value).toBeNull();
  });
});
