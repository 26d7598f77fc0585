import { expect, it } from 'vitest';
import { line } from '../testing/print-table.ts';
import { INVOICE_FIELDS, LEASE_FIELDS, readInvoice, readLease, readNamed } from '../testing/read-in-language.ts';

it('reads a Czech invoice: parties, numbers, days, sums and rows', () => {
  const found = readInvoice([
    ...line(40, [40, 'FAKTURA - daňový doklad č. 2031-0117']),
    ...line(80, [40, 'Dodavatel:'], [320, 'Odběratel:']),
    ...line(94, [40, 'Javorové dílny s.r.o.'], [320, 'Pekárna U Lípy, a.s.']),
    ...line(108, [40, 'Kovářská 12'], [320, 'Zahradní 4']),
    ...line(122, [40, '602 00 Brno'], [320, '301 00 Plzeň']),
    ...line(150, [40, 'IČO: 27074358'], [320, 'Číslo objednávky: OBJ-5521']),
    ...line(164, [40, 'DIČ: CZ27074358'], [320, 'Datum vystavení: 3. března 2031']),
    ...line(178, [40, 'Způsob platby: převodem'], [320, 'Datum splatnosti: 17. března 2031']),
    ...line(230, [40, 'Popis položky'], [330, '>Množství'], [420, '>Cena za jednotku'], [545, '>Celkem bez DPH']),
    ...line(248, [40, 'Dubová police'], [330, '>4'], [420, '>1 250,00'], [545, '>5 000,00']),
    ...line(266, [40, 'Montáž na místě'], [330, '>2'], [420, '>600,00'], [545, '>1 200,00']),
    ...line(300, [380, 'Základ daně'], [545, '>6 200,00 Kč']),
    ...line(316, [380, 'DPH 21 %'], [545, '>1 302,00 Kč']),
    ...line(332, [380, 'Celkem k úhradě'], [545, '>7 502,00 Kč']),
  ]);
  expect(found.values).toEqual({
    invoice_number: '2031-0117',
    order_number: 'OBJ-5521',
    invoice_date: '2031-03-03',
    due_date: '2031-03-17',
    seller_name: 'Javorové dílny s.r.o.',
    buyer_name: 'Pekárna U Lípy, a.s.',
    net_total: 6200,
    tax_total: 1302,
    grand_total: 7502,
  });
  expect(Object.keys(found.values)).toHaveLength(INVOICE_FIELDS.length);
  expect(found.rows).toEqual([
    ['Dubová police', 4, 1250, 5000],
    ['Montáž na místě', 2, 600, 1200],
  ]);
});

it('reads a Czech lease: its number, days, notice, renewal and subletting', () => {
  const found = readLease([
    'Nájemní smlouva č. NS-44/2031',
    'uzavřená mezi',
    'Marie Dvořáková, pronajímatel,',
    'a',
    'Petr Zeman, nájemce.',
    'Smlouva nabývá účinnosti dnem 1. dubna 2031 a končí dnem 31. března 2033.',
    'Výpovědní doba činí tři měsíce.',
    'Smlouva se automaticky prodlužuje o jeden rok, pokud ji žádná strana nevypoví.',
    'Nájemce nesmí dát byt do podnájmu.',
  ]);
  expect(found).toEqual({
    contract_number: 'NS-44/2031',
    effective_date: '2031-04-01',
    end_date: '2033-03-31',
    notice_period: '3 months',
    automatic_renewal: true,
    subletting: false,
  });
  expect(Object.keys(found)).toHaveLength(LEASE_FIELDS.length);
});

it('reads a Czech CV: the latest job and schooling, asked for in Czech', () => {
  const page = [
    { text: 'Pavel Novotný', x: 40, y: 40, size: 20 },
    { text: 'Pracovní zkušenosti', x: 40, y: 100, size: 13, bold: true },
    { text: 'Javorové dílny s.r.o.', x: 40, y: 120, bold: true },
    ...line(132, [40, 'Vedoucí skladu'], [545, '>2021 – 2030']),
    { text: 'Pekárna U Lípy, a.s.', x: 40, y: 156, bold: true },
    ...line(168, [40, 'Skladník'], [545, '>2016 – 2020']),
    { text: 'Vzdělání', x: 40, y: 200, size: 13, bold: true },
    { text: 'Univerzita Vysočina', x: 40, y: 220, bold: true },
    ...line(232, [40, 'Bakalář logistiky'], [545, '>2012 – 2015']),
    { text: 'Jazyky', x: 40, y: 264, size: 13, bold: true },
    { text: 'angličtina', x: 40, y: 284 },
  ];
  expect(readNamed(['pozice', 'zamestnavatel', 'predchozi_zamestnavatel', 'akademicky_titul', 'univerzita'], page)).toEqual({
    pozice: 'Vedoucí skladu',
    zamestnavatel: 'Javorové dílny s.r.o.',
    predchozi_zamestnavatel: null,
    akademicky_titul: 'Bakalář logistiky',
    univerzita: 'Univerzita Vysočina',
  });
});
