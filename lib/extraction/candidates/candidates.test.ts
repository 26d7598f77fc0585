import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { findDurations } from './find-durations.ts';
import { findLocale } from './find-locale.ts';
import { findNames, isLegalFormOnly } from './find-names.ts';
import { repairDigits } from './page-stream.ts';

/** Candidates of one kind on a page with the given lines. */
function found(kind: string, lines: string[]): unknown[] {
  const prints = lines.map((text, index): Print => ({ text, x: 40, y: 40 + index * 14 }));
  const context = createExtractionContext(buildReading([prints]), [fieldSchema.parse({ name: 'x', type: 'string' })]);
  return context.pool.candidates.filter((candidate) => candidate.kind === kind).map((candidate) => candidate.value);
}

describe('candidates', () => {
  it('reads amounts with signs and currencies, but no dates, phones or parts of codes', () => {
    const lines = ['Summe 1.234,50 € zzgl. 19 %', 'Rabatt -12,00 EUR', 'am 12.03.2031', 'Nr. RE-2031-0042'];
    expect(found('amount', lines)).toEqual([1234.5, -12]);
    expect(found('percent', lines)).toEqual([19]);
    expect(found('date', lines)).toEqual(['2031-03-12']);
  });
  it('reads telephone numbers whole, also with a space behind the plus', () => {
    expect(found('phone', ['Call + 47 22 86 40 10 or +47 22 86 40 11', 'Ring (555) 014-2277'])).toEqual([
      '+ 47 22 86 40 10',
      '+47 22 86 40 11',
      '(555) 014-2277',
    ]);
  });
  it('knows legal forms without the name before them', () => {
    for (const text of ['SDN BHD', 'Sdn. Bhd.', '(Asia) Ltd.', 'GmbH & Co. KG', 'S.A.', 'Inc'])
      expect(isLegalFormOnly(text), text).toBe(true);
    for (const text of ['Oak Ltd', 'Sagebrush', 'Asa', 'Coach & Co', 'Tax AG']) expect(isLegalFormOnly(text), text).toBe(false);
  });
  it('keeps the currency of amounts whose thousands stand apart, and takes no part of them for an amount of nothing', () => {
    const context = createExtractionContext(buildReading([[{ text: 'Razem 1 000,00 zł', x: 40, y: 40 }]]), [
      fieldSchema.parse({ name: 'x', type: 'money' }),
    ]);
    const amounts = context.pool.candidates.filter(({ kind }) => kind === 'amount');
    expect(amounts.map(({ value, currency }) => [value, currency])).toContainEqual([1000, 'PLN']);
    expect(amounts.map(({ value }) => value)).not.toContain(0);
  });
  it('takes no range, no aside and no part of a number for a negative or another amount', () => {
    expect(found('amount', ['Range 11.4 – 15.9 g'])).toEqual([11.4, 15.9]);
    expect(found('amount', ['a target of a tenth ($12,460), or less'])).toEqual([12460]);
    expect(found('amount', ['Discount ($12,460)'])).toEqual([-12460]);
    expect(found('amount', ['Net à payer 3 471,20'])).toContain(3471.2);
    expect(found('amount', ['Net à payer 3 471,20'])).not.toContain(471.2);
  });
  it('tells valid bank and tax numbers', () => {
    expect(found('iban', ['IBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX'])).toEqual(['DE89370400440532013000']);
    expect(found('vat_id', ['USt-IdNr. DE136695976'])).toEqual(['DE136695976']);
    expect(found('email', ['write to ann.lee@example.org, please'])).toEqual(['ann.lee@example.org']);
  });
  it('does not trust numbers of documents that pass for tax numbers by chance', () => {
    const context = createExtractionContext(buildReading([[{ text: 'Invoice DK-62-900415', x: 40, y: 40 }]]), [
      fieldSchema.parse({ name: 'x', type: 'string' }),
    ]);
    expect(context.pool.candidates.filter(({ kind }) => kind === 'vat_id').map(({ strength }) => strength)).toEqual([0.7]);
  });
  it('offers what stands behind a label in the same line', () => {
    expect(found('text', ['Kundennummer: 4711 Lieferung: morgen früh'])).toContain('morgen früh');
  });
  it('offers lines under each other as one block', () => {
    expect(found('block', ['Ostermond AG', '12 Harbour Street', '20457 Lindum'])).toContain('Ostermond AG 12 Harbour Street 20457 Lindum');
  });
});

describe('findDurations', () => {
  it('reads figures and words of several languages', () => {
    const values = (text: string) => findDurations(text).map((duration) => duration.value);
    expect(values('for a period of two (2) years, or 18 months')).toEqual(['2 years', '18 months']);
    expect(values('Laufzeit zwölf Monate; préavis de 30 jours')).toEqual(['12 months', '30 days']);
    expect(values('a twenty-four month period')).toEqual(['24 months']);
    expect(values('the 2 yearlings and version 3 days.')).toEqual(['3 days']);
  });
});

describe('findNames', () => {
  it('keeps legal forms behind a comma and drops leading articles', () => {
    const names = findNames('This agreement is made between Talwerk Holdings, Inc. and the Ostermond Group Ltd.').map((name) => name.text);
    expect(names).toContain('Talwerk Holdings, Inc.');
    expect(names).toContain('Ostermond Group Ltd.');
  });
  it('ends a name where a new sentence begins behind its legal form, and reads over an ampersand that was recognised as another sign', () => {
    const texts = findNames('Paid by Hollis & Brant, Inc. No other payment was made. Sent to Hollis § Brant, Inc.').map(
      (name) => name.text,
    );
    expect(texts).toContain('Hollis & Brant, Inc.');
    expect(texts).toContain('Hollis § Brant, Inc.');
    expect(texts.some((text) => / No\b/.test(text))).toBe(false);
  });
  it('keeps legal forms of several words whole', () => {
    const names = findNames('Sprzedawca Dobre Meble Sp. z o.o. oraz Talwerk Bau GmbH & Co. KG').map((name) => name.text);
    expect(names).toContain('Talwerk Bau GmbH & Co. KG');
    expect(names.some((name) => name.endsWith('Dobre Meble Sp. z o.o.'))).toBe(true);
  });
});

describe('findLocale', () => {
  it('lets dates that can be read in one way decide for the others', () => {
    expect(findLocale(['03/04/2031 and 03/25/2031']).dateOrder).toBe('mdy');
    expect(findLocale(['03/04/2031 and 25/03/2031']).dateOrder).toBe('dmy');
    expect(findLocale(['1.234,50 and 2,75']).decimalSign).toBe(',');
    expect(findLocale(['1,234.50']).decimalSign).toBe('.');
    expect(findLocale(['no figures']).decimalSign).toBeNull();
  });

  it('never takes a month and its year for a month and a day', () => {
    const british = 'Marlow Timber Ltd, VAT No GB 123 4567 89, Invoice date: 04/03/2031, Total £100.00';
    for (const more of ['', 'Period 05/31', 'Card exp 09/27', 'Batch 11/26, best before 12/28, 01/29 and 02/30'])
      expect(findLocale([`${british} ${more}`])).toMatchObject({ dateOrder: 'dmy', isOrderKnown: true });
    const french = 'Facture du 04/03/2031, montant à payer pour le mois, Carte 09/27, 1 234,50 €';
    expect(findLocale([french])).toMatchObject({ dateOrder: 'dmy', isOrderKnown: true });
    expect(findLocale(['04/03/2031 Card exp 09/27']).isOrderKnown).toBe(false);
  });

  it('takes days without a year for day first only where there are several', () => {
    expect(findLocale(['04/03/2031', '15/03', '28/03']).isOrderKnown).toBe(true);
    expect(findLocale(['04/03/2031', 'Model 15/10', 'Model 15/10']).isOrderKnown).toBe(false);
  });

  it('leaves the order open for dollars and telephone numbers of Canada', () => {
    const page = 'Invoice date 04/03/2031, call 416-555-0199, total $1,250.00';
    for (const more of ['', ' Order ID', ' GST 5%, Toronto, Canada', ' Halifax B3H 1A1, GST 5%', ' LLC of Canada'])
      expect(findLocale([page + more]).isOrderKnown).toBe(false);
    expect(findLocale([`${page} Albany, NY 12207`])).toMatchObject({ dateOrder: 'mdy', isOrderKnown: true });
  });
});

describe('repairDigits', () => {
  it('reads letters as digits inside figures only', () => {
    expect(repairDigits('1O.5O')).toBe('10.50');
    expect(repairDigits('RM33.9O')).toBe('RM33.90');
    for (const text of ['SOLD', 'B12', 'A4', 'Lot', '12345']) expect(repairDigits(text)).toBe(text);
  });
});
