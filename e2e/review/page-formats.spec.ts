import { utils, write } from '@e965/xlsx';
import { expect, type Page, test } from '@playwright/test';
import PdfDocument from 'pdfkit';
import { openFile } from '../steps/open-document.ts';
import { stillBox } from '../steps/still-box.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends a file with the schema for invoices, waits until it can be reviewed, and opens it. */
async function openInvoiceFile(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  await page.goto('/documents');
  await openFile(page, { name, type, bytes, schema: 'Invoice' });
}

function makeWorkbook(): Buffer {
  const remarks = Array.from({ length: 3200 }, (_, index) => [`Remark ${index + 1} about the work in the mill`]);
  const orders = utils.aoa_to_sheet([
    ...remarks,
    ['Invoice number', 'HM-2026-77'],
    ['Invoice date', '2026-03-04'],
    ['Total amount', 1190.5],
  ]);
  orders.B3203 = { t: 'n', v: 1190.5, f: 'SUM(B1:B3200)', z: '0.00' };
  const sheets = { Cover: utils.aoa_to_sheet([['Work of the year']]), Orders: orders, Rates: utils.aoa_to_sheet([['EUR', 1.09]]) };
  const workbook = {
    SheetNames: Object.keys(sheets),
    Sheets: sheets,
    Workbook: { Sheets: [{ Hidden: 0 }, { Hidden: 0 }, { Hidden: 1 }] } as const,
  };
  return Buffer.from(write(workbook as never, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array);
}

async function makePdf(): Promise<Buffer> {
  const pdf = new PdfDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => pdf.on('end', resolve));
  for (let page = 1; page <= 9; page += 1) {
    pdf.addPage({ size: page % 2 === 0 ? [300, 900] : [842, 420], margin: 30 });
    pdf.outline.addItem(`Chapter ${page}`);
    pdf.fontSize(11).text(`About the work, part ${page}.`, 30, 40);
    if (page === 8) pdf.text('Invoice number: HM-2026-78', 30, 700).text('Invoice date: 2026-03-05', 30, 720);
  }
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

test('a value far down in a workbook is in view at once, in a grid that names its cell, its sheet and its formula', async ({ page }) => {
  await openInvoiceFile(page, 'orders.xlsx', XLSX, makeWorkbook());
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  const mark = page.locator('[data-mark="/invoice_number"]');
  await expect(mark).toBeInViewport();
  const [height, row] = [(await stillBox(mark)).height, (await stillBox(page.getByText('3201', { exact: true }))).height];
  expect(height).toBeLessThan(row * 1.4);
  const line = page.locator('[data-cell-line]').filter({ hasText: 'B3201' });
  await expect(line).toBeInViewport();
  await expect(page.getByText('Orders (rows 3001–3203)')).toBeInViewport();
  await page.keyboard.press('Alt+w');
  await expect(page.getByRole('dialog').getByText('Orders!B3201')).toBeVisible();
  await page.keyboard.press('Escape');
  // The cell pointed at is named instead, with what it is reckoned by.
  const box = await stillBox(mark);
  await page.mouse.move(box.x + 10, box.y + box.height / 2 + 2 * row);
  await expect(page.locator('[data-cell-line]').filter({ hasText: 'B3203=SUM(B1:B3200)' })).toBeVisible();
  await expect(page.getByText('Hidden sheet')).toBeVisible();
});

test('a value behind pages of other sizes is in view; the outline leads to its pages', async ({ page }) => {
  await openInvoiceFile(page, 'chapters.pdf', 'application/pdf', await makePdf());
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  await expect(page.locator('[data-mark="/invoice_number"]')).toBeInViewport();
  await page.keyboard.press('Alt+t');
  await page.getByRole('tab', { name: 'Outline' }).click();
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('button', { name: /Chapter 1\b/ }).click();
  await expect(page.getByRole('group', { name: /^Page 1\b/ })).toBeInViewport();
  await page.getByRole('tab', { name: 'Pages' }).click();
  await page.keyboard.press('Alt+t');
});

test('an e-invoice in XML is a page one can read: each value has its mark, the cells of its lines too', async ({ page }) => {
  const line = (id: number, name: string, total: string) =>
    `<l:InvoiceLine><l:ID>${id}</l:ID><l:InvoicedQuantity unitCode="H87">2</l:InvoicedQuantity><l:LineExtensionAmount>${total}</l:LineExtensionAmount><l:Item><l:Name>${name}</l:Name></l:Item></l:InvoiceLine>`;
  const xml = `<?xml version="1.0"?><Invoice xmlns:l="l"><l:ID>HM-79</l:ID><l:IssueDate>2026-03-06</l:IssueDate><l:AccountingSupplierParty><l:Party><l:PartyName><l:Name>Harbour Mill Ltd</l:Name></l:PartyName></l:Party></l:AccountingSupplierParty>
    <l:LegalMonetaryTotal><l:TaxInclusiveAmount currencyID="EUR">119.00</l:TaxInclusiveAmount></l:LegalMonetaryTotal>${line(1, 'Oak board', '60.00')}${line(2, 'Sawing', '59.00')}</Invoice>`;
  await openInvoiceFile(page, 'invoice.xml', 'application/xml', Buffer.from(xml));
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  const mark = page.locator('[data-mark="/invoice_number"]');
  await expect(mark).toBeInViewport();
  const sheet = await stillBox(page.getByRole('group', { name: /^Page 1/ }));
  expect((await stillBox(mark)).width).toBeLessThan(sheet.width / 4);
  await expect(page.locator('[data-mark^="/line_items/"]').first()).toBeVisible();
  for (const word of ['Seller', 'Lines', 'Totals'])
    await expect(
      page
        .getByRole('group', { name: /^Page 1/ })
        .getByText(word, { exact: true })
        .first(),
    ).toBeVisible();
});
