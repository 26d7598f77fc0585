import { describe, expect, it } from 'vitest';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { buildReading } from './testing/build-reading.ts';
import { field, INVOICE, INVOICE_FIELDS, run, value } from './testing/plain-invoice.ts';

describe('embedded data', () => {
  it('takes what an e-invoice states before what the page shows', () => {
    const root = 'CrossIndustryInvoice';
    const stated = [
      { path: `${root}/ExchangedDocument/ID`, value: 'TW-2031-0042' },
      { path: `${root}/ExchangedDocument/IssueDateTime/DateTimeString`, value: '20310313', attributes: { format: '102' } },
      {
        path: `${root}/SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount`,
        value: '476.00',
      },
      { path: `${root}/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem/SpecifiedTradeProduct/Name`, value: 'Oak board' },
    ].map((entry) => ({ source: 'e_invoice' as const, ...entry }));
    const result = run(buildReading([INVOICE], { stated }), INVOICE_FIELDS);
    expect(value(result, 'invoice_date')).toBe('2031-03-13');
    expect((result.fields.invoice_number as ExtractedValue).evidence[0]).toMatchObject({
      page: 1,
      text: 'TW-2031-0042',
      stated: `${root}/ExchangedDocument/ID`,
    });
    expect(value(result, 'due_date')).toBeNull();
    expect(result.fields.lines).toHaveLength(1);
  });

  it('finds what an e-invoice states, rows too, where its page shows it', () => {
    const lines = 'CrossIndustryInvoice/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem';
    const reading = buildReading([[{ text: 'Oak board', x: 40, y: 40 }]]);
    const page = reading.pages[0]!;
    const box = unionAll(page.words.map((word) => word.box));
    reading.stated_values = [
      {
        source: 'e_invoice',
        path: `${lines}/SpecifiedTradeProduct/Name`,
        value: 'Oak board',
        shown: { page: 1, box, text: 'Oak board' },
      },
    ];
    const rows = run(reading, INVOICE_FIELDS).fields.lines as ExtractedRow[];
    const cell = Object.values(rows[0]!).find((one) => one.value === 'Oak board')!;
    expect(cell.evidence).toEqual([
      { page: 1, box, text: 'Oak board', stated: `${lines}/SpecifiedTradeProduct/Name`, words: page.words.map((_, index) => index) },
    ]);
  });

  it('answers mail fields from the headers', () => {
    const stated = Object.entries({
      'from/name': 'Ann Lee',
      'from/address': 'ann@example.org',
      'to/0/address': 'bo@example.org',
      'to/1/address': 'cy@example.org',
      subject: 'Hello',
      date: '2031-03-12T09:00:00+01:00',
    }).map(([path, text]) => ({ source: 'mail_header' as const, path, value: text }));
    const result = run(buildReading([[{ text: 'Hello', x: 40, y: 40 }]], { stated }), [
      field('from_name', 'string', { description: 'Display name of the sender' }),
      field('sender', 'string', { format: 'email' }),
      field('to', 'list'),
      field('cc', 'list'),
      field('subject', 'string'),
      field('sent_date', 'date'),
    ]);
    expect(Object.keys(result.fields).map((name) => value(result, name))).toEqual([
      'Ann Lee',
      'ann@example.org',
      ['bo@example.org', 'cy@example.org'],
      null,
      'Hello',
      '2031-03-12',
    ]);
  });
});
