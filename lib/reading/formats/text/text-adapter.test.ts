import { describe, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { decodeText } from '../../encoding/decode-text.ts';
import { lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { textAdapter } from './text-adapter.ts';

const read = (content: string | Uint8Array, mediaType: string, limits = {}) => readBytes(textAdapter, content, mediaType, limits);

function wordAt(page: Page | undefined, text: string) {
  const word = page?.words.find((each) => each.text === text);
  if (!word) throw new Error(`no word ${text}`);
  return word;
}

test('a backslash at the end of a Markdown line breaks the line and is not part of its text', async () => {
  const { pages } = await read('**Buyer:** Orchard School\\\n**Date:** 5 May 2026\n', 'text/markdown');
  expect(lineTexts(pages[0])).toEqual(['Buyer: Orchard School', 'Date: 5 May 2026']);
});

describe('plain text', () => {
  test('keeps columns made of spaces and tabs under each other', async () => {
    const { pages } = await read('Item          Qty\nBolts           2\nNuts\t\t5x\n', 'text/plain');
    const page = pages[0];
    expect(wordAt(page, 'Qty').box[2]).toBeCloseTo(wordAt(page, '2').box[2], 4);
    expect(wordAt(page, '5x').box[0]).toBeCloseTo(wordAt(page, '2').box[0], 4);
    expect(wordAt(page, 'Qty').box[0]).toBeGreaterThan(wordAt(page, 'Item').box[2] + 0.05);
    expect(lineTexts(page)).toEqual(['Item Qty', 'Bolts 2', 'Nuts 5x']);
  });

  test('breaks pages after the height of A4 and at form feeds, and says when the limit cuts the text', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    const { pages } = await read(`${lines}\f\nlast`, 'text/plain');
    expect(pages.length).toBe(5);
    expect(lineTexts(pages[4])).toEqual(['last']);
    expect(pages.flatMap(lineTexts).length).toBe(201);
    const cut = await read(lines, 'text/plain', { maxPages: 2 });
    expect(cut.pages.length).toBe(2);
    expect(cut.warnings[0]).toContain('first 2 pages');
  });

  test('wraps prose on one line without losing a word and sizes words in points', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `w${index}`);
    const { pages } = await read(words.join(' '), 'text/plain');
    expect(pages.flatMap((page) => page.words.map((word) => word.text))).toEqual(words);
    const word = wordAt(pages[0], 'w100');
    const height = (word.box[3] - word.box[1]) * pages[0]!.height;
    expect(word.size).toBe(10);
    expect(height).toBeCloseTo(11.2, 1);
    for (const each of pages.flatMap((page) => page.words)) expect(each.box[2]).toBeLessThanOrEqual(1);
  });

  test('columns of an invoice typed with spaces become a table whose cells name their words', async () => {
    const source = [
      'ACME MILLS LTD                                Invoice no.  4711',
      '12 River Road                                 Date         2026-03-02',
      '',
      'We thank you for your order and charge as agreed the following goods.',
      '',
      'Item   Description              Qty     Price      Total',
      '1      Bolt M8 galvanised         2      3.50       7.00',
      '2      Nut M8                    10      0.25       2.50',
      '3      Washer                   100      0.05       5.00',
      '4      Angle bracket, steel       1     12.00      12.00',
      '',
      '                                         Sum       26.50',
    ].join('\n');
    const { pages } = await read(source, 'text/plain');
    const table = pages[0]!.tables.find((each) => each.column_count === 5)!;
    const texts = table.cells.map((cell) => cell.text);
    expect(texts).toEqual(expect.arrayContaining(['Description', 'Bolt M8 galvanised', '0.25', '12.00', 'Angle bracket, steel']));
    for (const cell of table.cells) expect(cell.words.map((index) => pages[0]!.words[index]!.text).join(' ')).toBe(cell.text);
    expect(pages[0]!.blocks.some((block) => block.kind === 'table')).toBe(true);
    expect(lineTexts(pages[0])[0]).toBe('ACME MILLS LTD Invoice no. 4711');
  });

  test('a receipt becomes a table of two columns; continued descriptions stay in their row; prose stays prose', async () => {
    const receipt =
      'CORNER SHOP\n2 x Milk 1.5%      2.58 A\nBread              3.20 A\nCheese, young     12.99 B\nTOTAL             18.77\n';
    const listing =
      '\nQty  Description          Amount\n---  ------------------  -------\n  2  Consulting           240.00\n     including travel\n 10  Support              800.00\n';
    const { pages } = await read(`${receipt}${listing}\nDear Sir,  this is prose.\nIt has  gaps.\nNo table.\n`, 'text/plain');
    const texts = pages[0]!.tables.map((table) => table.cells.map((cell) => cell.text));
    expect(texts).toEqual([
      ['2 x Milk 1.5%', '2.58 A', 'Bread', '3.20 A', 'Cheese, young', '12.99 B', 'TOTAL', '18.77'],
      ['Qty', 'Description', 'Amount', '2', 'Consulting including travel', '240.00', '10', 'Support', '800.00'],
    ]);
    expect(pages[0]!.tables[1]?.cells[0]?.header).toBe(true);
  });

  test('boxes typed with brackets and box signs are tick boxes', async () => {
    const { pages } = await read('Paid: [x] yes [ ] no\nSent: ☑ yes ☐ no\nSee [1] and [a].\n', 'text/plain');
    const page = pages[0]!;
    expect(page.tick_boxes.map(({ ticked }) => ticked)).toEqual([true, false, true, false]);
    const [first, second] = page.tick_boxes;
    expect(first!.box[0]).toBeCloseTo(wordAt(page, '[x]').box[0], 5);
    expect(second!.box[2] - second!.box[0]).toBeCloseTo(first!.box[2] - first!.box[0], 3);
  });

  test('an empty file is refused', async () => {
    await expect(read(' \n ', 'text/plain')).rejects.toMatchObject({ code: 'empty_file' });
  });
});

describe('encodings', () => {
  test.each([
    ['utf-8', Buffer.from('Überweisung für 12 €')],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Überweisung für 12 €', 'utf16le')])],
    ['utf-16le', Buffer.from('Überweisung für 12 €', 'utf16le')],
    ['windows-1252', Buffer.from([0xdc, ...Buffer.from('berweisung f'), 0xfc, ...Buffer.from('r 12 '), 0x80])],
  ])('%s is found from the bytes', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: 'Überweisung für 12 €', encoding });
  });

  test('Cyrillic, Polish and Japanese legacy bytes are told apart', () => {
    const cyrillic = Buffer.from([0xd1, 0xf7, 0xb8, 0xf2, 0x20, 0xe7, 0xe0, 0x20, 0xf3, 0xf1, 0xeb, 0xf3, 0xe3, 0xe8]);
    expect(decodeText(cyrillic).text).toBe('Счёт за услуги');
    const polish = Buffer.from([
      0x5a, 0x61, 0xb3, 0xb9, 0x63, 0x7a, 0x6e, 0x69, 0x6b, 0x20, 0x77, 0xb3, 0x61, 0x9c, 0x63, 0x69, 0x77, 0x79,
    ]);
    expect(decodeText(polish).text).toBe('Załącznik właściwy');
    const japanese = Buffer.from([0x82, 0xb2, 0x90, 0xbf, 0x8b, 0x81, 0x8f, 0x91, 0x82, 0xc5, 0x82, 0xb7]);
    expect(decodeText(japanese)).toEqual({ text: 'ご請求書です', encoding: 'shift_jis' });
  });
});

describe('markdown', () => {
  test('headings, lists, tables and tick boxes become blocks', async () => {
    const source =
      '# Invoice 7\n\nDear **Ms Ott**\n\n- first\n- [x] done\n\n| Item | Total |\n|---|---:|\n| Bolt | 2.50 |\n| Nut | 1.00 |\n';
    const { pages } = await read(source, 'text/markdown');
    const page = pages[0]!;
    expect(page.blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list_item', 'list_item', 'table']);
    expect(wordAt(page, 'Invoice').size).toBe(18);
    expect(wordAt(page, 'Ott').bold).toBe(true);
    expect(page.tick_boxes.map((box) => box.ticked)).toEqual([true]);
    const [table] = page.tables;
    expect(table?.cells.map((cell) => cell.text)).toEqual(['Item', 'Total', 'Bolt', '2.50', 'Nut', '1.00']);
    const total = table!.cells[3]!;
    expect(total.words.map((index) => page.words[index]?.text)).toEqual(['2.50']);
    const word = page.words[total.words[0]!]!;
    expect(word.box[0]).toBeGreaterThanOrEqual(total.box[0]);
    expect(word.box[3]).toBeLessThanOrEqual(total.box[3]);
  });
});

describe('html', () => {
  test('scripts, hidden text and addresses of pictures do not become words', async () => {
    const html =
      '<title>Bill</title><script>alert(1)</script><style>p{}</style><p style="display:none">secret</p><img src="http://t/x" alt="alt"><p>Total <b>12&nbsp;&euro;</b></p>';
    const { pages } = await read(html, 'text/html');
    expect(pages[0]?.words.map((word) => word.text)).toEqual(['Total', '12', '€']);
    expect(pages[0]?.name).toBe('Bill');
  });

  test('invisible characters make no words and do not part the letters of one', async () => {
    const { pages } = await read('<p>&#8204;&#847; &#8204; Rech&shy;nung &#8203;12\u0007</p>', 'text/html');
    expect(pages[0]?.words.map((word) => word.text)).toEqual(['Rechnung', '12']);
  });

  test('a data table keeps its spans, a table around tables only arranges', async () => {
    const html = `<table><tr><td><p>Left</p></td><td><table>
      <tr><th rowspan="2">Item</th><th colspan="2">Price</th></tr><tr><th>net</th><th>gross</th></tr>
      <tr><td>Bolt</td><td>1.00</td><td>1.19</td></tr></table></td></tr></table>`;
    const { pages } = await read(html, 'text/html');
    const [table, ...others] = pages[0]!.tables;
    expect(others).toEqual([]);
    expect([table?.row_count, table?.column_count]).toEqual([3, 3]);
    expect(table?.cells.map((cell) => [cell.text, cell.row, cell.column, cell.row_span, cell.column_span])).toEqual([
      ['Item', 0, 0, 2, 1],
      ['Price', 0, 1, 1, 2],
      ['net', 1, 1, 1, 1],
      ['gross', 1, 2, 1, 1],
      ['Bolt', 2, 0, 1, 1],
      ['1.00', 2, 1, 1, 1],
      ['1.19', 2, 2, 1, 1],
    ]);
  });

  test('rows whose table was closed too early by a wrong end tag are a table again', async () => {
    const { pages } = await read(
      '<center><table></center><tr><td>Item</td><td>Price</td></tr><tr><td>Bolt</td><td>2.50</td></tr></table>',
      'text/html',
    );
    expect(pages[0]!.tables[0]?.cells.map((cell) => [cell.text, cell.row, cell.column])).toEqual([
      ['Item', 0, 0],
      ['Price', 0, 1],
      ['Bolt', 1, 0],
      ['2.50', 1, 1],
    ]);
  });

  test('a table too wide for A4 widens its page and keeps its words whole', async () => {
    const cells = (text: string) => Array.from({ length: 40 }, (_, index) => `<td>${text}${index}</td>`).join('');
    const { pages } = await read(`<table><tr>${cells('Headline')}</tr><tr>${cells('1234567.')}</tr></table>`, 'text/html');
    expect(pages[0]!.width).toBeGreaterThan(1000);
    expect(pages[0]!.words.map((word) => word.text)).toContain('1234567.39');
    const edges = pages[0]!.tables[0]!.cells.filter((cell) => cell.row === 0).map((cell) => cell.box[0]);
    expect([...edges].sort((a, b) => a - b)).toEqual(edges);
    expect(pages[0]!.tables[0]!.box[2]).toBeLessThanOrEqual(1);
  });

  test('a row higher than a page is cut between its lines and stands on both pages', async () => {
    const lines = Array.from({ length: 90 }, (_, index) => `l${index}`).join('<br>');
    const { pages } = await read(`<p>Before</p><table><tr><td>Terms</td><td>${lines}</td></tr></table>`, 'text/html');
    expect(pages.length).toBe(2);
    const texts = pages.flatMap((page) => page.tables[0]!.cells.filter((cell) => cell.column === 1).map((cell) => cell.text));
    expect(texts.join(' ').split(' ')).toEqual(Array.from({ length: 90 }, (_, index) => `l${index}`));
    expect(pages[0]!.words.length).toBeGreaterThan(40);
  });

  test('a long table goes on over pages with every row once', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `<tr><td>row${index}</td><td>${index}.00</td></tr>`).join('');
    const { pages } = await read(`<table>${rows}</table>`, 'text/html');
    expect(pages.length).toBeGreaterThan(2);
    const texts = pages.flatMap((page) =>
      page.tables.flatMap((table) => table.cells.filter((cell) => cell.column === 0).map((cell) => cell.text)),
    );
    expect(texts).toEqual(Array.from({ length: 150 }, (_, index) => `row${index}`));
    for (const page of pages) expect(page.tables[0]?.box[3]).toBeLessThanOrEqual(0.95);
  });

  test('text within tables nested deeper than any honest page is read', async () => {
    const { pages } = await readBytes(textAdapter, `<table><tr><td>${'<table><tr><td>'.repeat(200)}inmost`, 'text/html');
    expect(pages[0]!.words.map((word) => word.text)).toEqual(['inmost']);
  });

  test('nesting of thirty thousand elements ends well', async () => {
    const { pages } = await read(`${'<div>'.repeat(30_000)}deep`, 'text/html');
    expect(pages[0]?.words.map((word) => word.text)).toEqual(['deep']);
  });
});
