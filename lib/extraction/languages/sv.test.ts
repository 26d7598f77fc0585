import { expect, it } from 'vitest';
import { line } from '../testing/print-table.ts';
import { INVOICE_FIELDS, LEASE_FIELDS, readInvoice, readLease, readNamed } from '../testing/read-in-language.ts';

it('reads a Swedish invoice: parties, numbers, days, sums and rows', () => {
  const found = readInvoice([
    ...line(40, [40, 'FAKTURA']),
    ...line(80, [40, 'Säljare:'], [320, 'Köpare:']),
    ...line(94, [40, 'Lönnverken AB'], [320, 'Havsbageriet AB']),
    ...line(108, [40, 'Smedjegatan 12'], [320, 'Trädgårdsgatan 4']),
    ...line(122, [40, '753 10 Uppsala'], [320, '411 08 Göteborg']),
    ...line(150, [40, 'Org.nr: 556677-8899'], [320, 'Fakturanummer: 2031-0117']),
    ...line(164, [40, 'Bankgiro: 123-4567'], [320, 'Ordernummer: IO-5521']),
    ...line(178, [40, 'Referens: Anna Berg'], [320, 'Fakturadatum: 3 mars 2031']),
    ...line(192, [320, 'Förfallodatum: 2 april 2031']),
    ...line(230, [40, 'Benämning'], [330, '>Antal'], [420, '>À-pris'], [545, '>Belopp']),
    ...line(248, [40, 'Ekhylla, hyvlad'], [330, '>4'], [420, '>1 250,00'], [545, '>5 000,00']),
    ...line(266, [40, 'Montering på plats'], [330, '>2'], [420, '>600,00'], [545, '>1 200,00']),
    ...line(300, [380, 'Summa exkl moms'], [545, '>6 200,00 kr']),
    ...line(316, [380, 'Moms 25 %'], [545, '>1 550,00 kr']),
    ...line(332, [380, 'Att betala'], [545, '>7 750,00 kr']),
  ]);
  expect(found.values).toEqual({
    invoice_number: '2031-0117',
    order_number: 'IO-5521',
    invoice_date: '2031-03-03',
    due_date: '2031-04-02',
    seller_name: 'Lönnverken AB',
    buyer_name: 'Havsbageriet AB',
    net_total: 6200,
    tax_total: 1550,
    grand_total: 7750,
  });
  expect(Object.keys(found.values)).toHaveLength(INVOICE_FIELDS.length);
  expect(found.rows).toEqual([
    ['Ekhylla, hyvlad', 4, 1250, 5000],
    ['Montering på plats', 2, 600, 1200],
  ]);
});

it('reads a Swedish lease: its number, days, notice, renewal and subletting', () => {
  const found = readLease([
    'Hyresavtal nr HA-44/2031',
    'mellan',
    'Maria Lindgren, hyresvärd,',
    'och',
    'Per Åkerman, hyresgäst.',
    'Avtalet gäller från och med den 1 april 2031 och upphör den 31 mars 2033.',
    'Avtalet kan sägas upp med en uppsägningstid av tre månader.',
    'Avtalet förlängs automatiskt med ett år om det inte sägs upp.',
    'Hyresgästen får inte hyra ut lägenheten i andra hand.',
  ]);
  expect(found).toEqual({
    contract_number: 'HA-44/2031',
    effective_date: '2031-04-01',
    end_date: '2033-03-31',
    notice_period: '3 months',
    automatic_renewal: true,
    subletting: false,
  });
  expect(Object.keys(found)).toHaveLength(LEASE_FIELDS.length);
});

it('reads a Swedish CV: the latest job and schooling, asked for in Swedish', () => {
  const page = [
    { text: 'Maria Lindgren', x: 40, y: 40, size: 20 },
    { text: 'Arbetslivserfarenhet', x: 40, y: 100, size: 13, bold: true },
    { text: 'Lönnverken AB', x: 40, y: 120, bold: true },
    ...line(132, [40, 'Projektledare'], [545, '>2021 – 2030']),
    { text: 'Havsbageriet AB', x: 40, y: 156, bold: true },
    ...line(168, [40, 'Säljare'], [545, '>2016 – 2020']),
    { text: 'Utbildning', x: 40, y: 200, size: 13, bold: true },
    { text: 'Björkdals universitet', x: 40, y: 220, bold: true },
    ...line(232, [40, 'Kandidatexamen i logistik'], [545, '>2012 – 2015']),
    { text: 'Språk', x: 40, y: 264, size: 13, bold: true },
    { text: 'engelska', x: 40, y: 284 },
  ];
  expect(readNamed(['befattning', 'arbetsgivare', 'tidigare_arbetsgivare', 'examensbevis', 'universitet'], page)).toEqual({
    befattning: 'Projektledare',
    arbetsgivare: 'Lönnverken AB',
    tidigare_arbetsgivare: null,
    examensbevis: 'Kandidatexamen i logistik',
    universitet: 'Björkdals universitet',
  });
});
