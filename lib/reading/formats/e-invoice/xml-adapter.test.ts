import { expect, test } from 'vitest';
import { shareInside } from '#lib/document/geometry/box.ts';
import { readBytes } from '../../testing/read-bytes.ts';
import { xmlAdapter } from './xml-adapter.ts';

const UBL = `<?xml version="1.0" encoding="UTF-8"?>
<ubl:Invoice xmlns:ubl="u" xmlns:cac="a" xmlns:cbc="b">
  <cbc:ID>HM-77</cbc:ID><cbc:IssueDate>2026-03-04</cbc:IssueDate><cbc:DueDate>2026-04-03</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:Note>Thank you</cbc:Note><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AdditionalDocumentReference><cbc:ID>plan</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${'QUJD'.repeat(600)}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Harbour Mill Ltd</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cbc:StreetName>Quay 4</cbc:StreetName><cbc:CityName>Bremen</cbc:CityName></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Oak &amp; Sons</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">119.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="H87">2</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">60.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Oak board</cbc:Name></cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">30.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
  <cac:InvoiceLine><cbc:ID>2</cbc:ID><cbc:InvoicedQuantity unitCode="HUR">1</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">40.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Sawing</cbc:Name><cbc:Description>on the spot</cbc:Description></cac:Item></cac:InvoiceLine>
</ubl:Invoice>`;

const CII = `<rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
  <rsm:ExchangedDocument><ram:ID>R-5</ram:ID><ram:TypeCode>381</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260304</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Oak board</ram:Name></ram:SpecifiedTradeProduct></ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Harbour Mill Ltd</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">22/333</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>50.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;

test('an e-invoice becomes a labelled page: facts, parties, lines, taxes, totals, and the rest as a tree', async () => {
  const { pages, outline } = await readBytes(xmlAdapter, UBL, 'application/xml');
  const page = pages[0]!;
  const lines = page.lines.map(({ words }) =>
    page.words
      .slice(...words)
      .map(({ text }) => text)
      .join(' '),
  );
  expect(outline.map(({ title }) => title)).toEqual(['Invoice', 'Seller', 'Buyer', 'Lines', 'Taxes', 'Totals', 'Everything else']);
  for (const line of [
    'Invoice number HM-77',
    'Due date 2026-04-03',
    'Name Harbour Mill Ltd',
    'VAT ID DE123456789',
    'Name Oak & Sons',
    'Line Description Quantity Unit price Total',
    '1 Oak board 2 pcs 30.00 60.00',
    '2 Sawing 1 h 40.00',
    'S 19 100.00 19.00',
    'Net total 100.00 EUR',
    'Amount due 119.00 EUR',
    'Embedded document binary object: a file of 2 kB (mime code application/pdf)',
    'Description: on the spot',
  ])
    expect(lines).toContain(line);
  expect(page.form_fields).toEqual([]);
});

test('each stated value has its place: within it stands its text and nothing else', async () => {
  for (const source of [UBL, CII]) {
    const { pages, stated } = await readBytes(xmlAdapter, source, 'application/xml');
    for (const { path, value, shown } of stated) {
      if (/Binary/.test(path)) continue;
      const page = pages[shown!.page - 1]!;
      const inside = page.words.filter(({ box }) => shareInside(box, shown!.box) > 0.5).map(({ text }) => text);
      expect(inside.join(' '), path).toBe(shown!.text);
      expect(shown!.text.replaceAll('-', ''), path).toBe(value.replaceAll('-', ''));
    }
  }
});

test('an invoice of the other family: a credit note with its date in plain form, amounts in its currency', async () => {
  const { pages } = await readBytes(xmlAdapter, CII, 'application/xml');
  const text = pages[0]!.words.map(({ text }) => text).join(' ');
  expect(text).toMatch(
    /^Credit note Credit note number R-5 Credit note date 2026-03-04 Currency EUR Seller Name Harbour Mill Ltd Tax number 22\/333/,
  );
  expect(text).toContain('Grand total 50.00 EUR');
});

test('other XML stays text', async () => {
  const { pages, stated } = await readBytes(xmlAdapter, '<list><entry>one</entry></list>', 'application/xml');
  expect(stated).toEqual([]);
  expect(pages[0]!.words.map(({ text }) => text).join(' ')).toBe('<list><entry>one</entry></list>');
});

test('a deep odd e-invoice is shown as far as there is room', async () => {
  const branch = (index: number) => {
    const names = Array.from({ length: 90 }, (_, depth) => `b${index}d${depth}`);
    return `${names.map((name) => `<${name}>`).join('')}x${names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')}`;
  };
  const deep = Array.from({ length: 1500 }, (_, index) => branch(index)).join('');
  const { pages } = await readBytes(xmlAdapter, UBL.replace('</ubl:Invoice>', `${deep}</ubl:Invoice>`), 'application/xml');
  expect(pages.length).toBeGreaterThan(10);
  expect(pages[0]!.words.map(({ text }) => text)).toContain('HM-77');
});

test('a long note is told, a file within the invoice is only measured', async () => {
  const note = 'our boards are sawn and dried with care '.repeat(15).trim();
  const lines = 'QUJD'.repeat(19).concat('\n    ').repeat(40);
  const { pages } = await readBytes(xmlAdapter, UBL.replace('Thank you', note).replace('QUJD'.repeat(600), lines), 'application/xml');
  const text = pages.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  expect(text).toContain('sawn and dried with care');
  expect(text).toContain('a file of');
  expect(text).not.toContain('QUJDQUJD');
});
