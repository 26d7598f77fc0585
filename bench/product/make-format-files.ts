import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import { strToU8, type Zippable, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { drawPage } from '#lib/reading/formats/pdf/pdfium/draw-page.ts';
import { openDocument } from '#lib/reading/formats/pdf/pdfium/open-document.ts';
import { makeDoc, makeMsg, makePpt } from './make-old-office-files.ts';

/** One document of each format. `kind` is what the person would call it. */
export type FormatFile = { kind: string; name: string; mediaType: string; bytes: Uint8Array };

const SELLER = 'Kestrel Joinery Ltd';
const FACTS = [
  ['Invoice number', 'KJ-2026-0417'],
  ['Invoice date', '2026-04-17'],
  ['Due date', '2026-05-17'],
] as const;
const TOTALS = [
  ['Net total', '1,062.80'],
  ['VAT 19 %', '201.93'],
  ['Total', '1,264.73 EUR'],
] as const;
const HEAD = ['Item', 'Quantity', 'Price', 'Amount'];
const ITEMS = [
  ['Oak stair tread', '12', '54.40', '652.80'],
  ['Handrail, waxed', '4', '72.50', '290.00'],
  ['Fitting', '3', '40.00', '120.00'],
];
const [PAGE_WIDTH, PAGE_HEIGHT] = [595.28, 841.89];
/** Pixels of an A4 page at 200 dots an inch. */
const SCAN_WIDTH = 1654;

/** The document as lines of text. */
function lines(): string[] {
  const pairs = (list: readonly (readonly [string, string])[]) => list.map(([label, value]) => `${label}: ${value}`);
  return [SELLER, 'Invoice', ...pairs(FACTS), ...[HEAD, ...ITEMS].map((row) => row.join('   ')), ...pairs(TOTALS)];
}

function drawDocument(pdf: PDFKit.PDFDocument): void {
  pdf.font('Helvetica-Bold').fontSize(20).text(SELLER, 56, 64);
  pdf.fontSize(14).text('Invoice', 56, 110);
  pdf.font('Helvetica').fontSize(11);
  FACTS.forEach(([label, value], index) => void pdf.text(`${label}:`, 56, 150 + index * 20).text(value, 180, 150 + index * 20));
  [HEAD, ...ITEMS].forEach((row, index) => {
    row.forEach((text, column) => void pdf.text(text, [56, 270, 360, 460][column]!, 240 + index * 24));
    pdf
      .moveTo(56, 256 + index * 24)
      .lineTo(539, 256 + index * 24)
      .lineWidth(0.6)
      .stroke();
  });
  TOTALS.forEach(([label, value], index) => void pdf.text(`${label}:`, 330, 360 + index * 22).text(value, 440, 360 + index * 22));
}

async function makePdf(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 0 });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** The page lies on its side in the file; its rotation makes it upright. */
function drawTurned(pdf: PDFKit.PDFDocument): void {
  Object.assign(pdf.page.dictionary.data, { Rotate: 90, MediaBox: [0, 0, PAGE_HEIGHT, PAGE_WIDTH] });
  // PDFKit's own axes hang from the top of the page it thinks of
  pdf.translate(0, PAGE_HEIGHT - PAGE_WIDTH).rotate(-90, { origin: [0, PAGE_WIDTH] });
  pdf.translate(0, PAGE_WIDTH);
  drawDocument(pdf);
}

async function drawScan(): Promise<Sharp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formats-'));
  try {
    const file = path.join(folder, 'page.pdf');
    await writeFile(file, await makePdf(drawDocument));
    const document = await openDocument(file);
    const { pixels, width, height } = drawPage(document, 1, { width: SCAN_WIDTH, maxPixels: 20_000_000 });
    document.close();
    const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ density: 200 })
      .png()
      .toBuffer();
    return sharp(png);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function zip(parts: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])) as Zippable);
}

function makeDocx(): Uint8Array {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const rows = [HEAD, ...ITEMS].map((row) => `<w:tr>${row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`);
  const before = [SELLER, 'Invoice', ...FACTS.map((pair) => pair.join(': '))].map(paragraph).join('');
  const after = TOTALS.map((pair) => paragraph(pair.join(': '))).join('');
  return zip({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${before}<w:tbl>${rows.join('')}</w:tbl>${after}</w:body></w:document>`,
  });
}

function makePptx(): Uint8Array {
  const emu = (points: number) => points * 12_700;
  const shape = (left: number, top: number, width: number, texts: readonly string[]) =>
    `<p:sp><p:spPr><a:xfrm><a:off x="${emu(left)}" y="${emu(top)}"/><a:ext cx="${emu(width)}" cy="${emu(28 * texts.length)}"/></a:xfrm></p:spPr>` +
    `<p:txBody>${texts.map((text) => `<a:p><a:r><a:rPr sz="1600"/><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const shapes = [
    shape(50, 40, 600, [SELLER, 'Invoice']),
    shape(
      50,
      130,
      300,
      FACTS.map((pair) => pair.join(': ')),
    ),
    shape(
      50,
      260,
      600,
      ITEMS.map((row) => row.join('   ')),
    ),
    shape(
      380,
      400,
      300,
      TOTALS.map((pair) => pair.join(': ')),
    ),
  ];
  return zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`,
  });
}

const NAMESPACES = 'xmlns:o="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:svg="s"';

function makeOdt(): Uint8Array {
  const paragraph = (text: string) => `<text:p>${text}</text:p>`;
  const cell = (text: string) => `<table:table-cell>${paragraph(text)}</table:table-cell>`;
  const rows = [HEAD, ...ITEMS].map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  const before = [SELLER, 'Invoice', ...FACTS.map((pair) => pair.join(': '))].map(paragraph).join('');
  const body = `${before}<table:table>${rows}</table:table>${TOTALS.map((pair) => paragraph(pair.join(': '))).join('')}`;
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<o:document-content ${NAMESPACES}><o:body><o:text>${body}</o:text></o:body></o:document-content>`,
  });
}

function makeOdp(): Uint8Array {
  const frame = (left: number, top: number, texts: readonly string[]) =>
    `<draw:frame svg:x="${left}cm" svg:y="${top}cm" svg:width="12cm" svg:height="${texts.length}cm"><draw:text-box>${texts
      .map((text) => `<text:p>${text}</text:p>`)
      .join('')}</draw:text-box></draw:frame>`;
  const frames = [
    frame(2, 1, [SELLER, 'Invoice']),
    frame(
      2,
      4,
      FACTS.map((pair) => pair.join(': ')),
    ),
    frame(
      2,
      9,
      ITEMS.map((row) => row.join('   ')),
    ),
    frame(
      14,
      14,
      TOTALS.map((pair) => pair.join(': ')),
    ),
  ];
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'content.xml': `<o:document-content ${NAMESPACES}><o:body><o:presentation><draw:page draw:name="page1">${frames.join('')}</draw:page></o:presentation></o:body></o:document-content>`,
  });
}

function makeWorkbook(bookType: 'xlsx' | 'biff8' | 'xlsb' | 'ods' | 'csv'): Uint8Array {
  const numbers = ITEMS.map(([item, ...rest]) => [item, ...rest.map(Number)]);
  const rows = [
    [SELLER],
    ['Invoice'],
    ...FACTS.map((pair) => [...pair]),
    [],
    HEAD,
    ...numbers,
    [],
    ...TOTALS.map(([label, value]) => ['', '', label, value]),
  ];
  return new Uint8Array(write(utils.book_new(utils.aoa_to_sheet(rows), 'Invoice'), { type: 'buffer', bookType }) as Buffer);
}

function makeHtml(): string {
  const rows = [HEAD, ...ITEMS].map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('');
  const pairs = (list: readonly (readonly [string, string])[]) => list.map((pair) => `<p>${pair.join(': ')}</p>`).join('');
  return `<!doctype html><html><body><h1>${SELLER}</h1><h2>Invoice</h2>${pairs(FACTS)}<table>${rows}</table>${pairs(TOTALS)}</body></html>`;
}

function makeMail(): string {
  const head = [
    'From: Kestrel Joinery <bills@kestrel.example>',
    'To: desk@example.org',
    'Subject: Your invoice',
    'Date: Fri, 17 Apr 2026 10:00:00 +0200',
  ];
  return [...head, 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8', '', makeHtml()].join('\r\n');
}

function makeMarkdown(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const facts = FACTS.map(([label, value]) => `**${label}:** ${value}  `);
  const totals = TOTALS.map(([label, value]) => `**${label}:** ${value}  `);
  return [`# ${SELLER}`, '', '## Invoice', '', ...facts, '', row(HEAD), row(HEAD.map(() => '---')), ...ITEMS.map(row), '', ...totals].join(
    '\n',
  );
}

/** Bottom up, three bytes a pixel, rows filled up to four bytes. */
async function makeBmp(scan: Sharp): Promise<Buffer> {
  const { data, info } = await scan.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const stride = Math.ceil((info.width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * info.height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(info.width, 18);
  file.writeInt32LE(info.height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const from = (y * info.width + x) * 3;
      const to = 54 + (info.height - 1 - y) * stride + x * 3;
      for (let channel = 0; channel < 3; channel++) file[to + channel] = data[from + 2 - channel]!;
    }
  }
  return file;
}

/** The same invoice in every format that can be written here. */
export async function makeFormatFiles(): Promise<FormatFile[]> {
  const scan = await drawScan();
  const jpeg = await scan.clone().jpeg({ quality: 85 }).toBuffer();
  const turned = await scan.clone().rotate(90).jpeg({ quality: 85 }).toBuffer();
  const skewed = await scan.clone().rotate(2, { background: 'white' }).jpeg({ quality: 80 }).toBuffer();
  const plain = lines();
  const rtf = `{\\rtf1\\ansi ${plain.map((line) => `${line}\\par`).join('\n')}}`;
  const file = (kind: string, extension: string, mediaType: string, bytes: Uint8Array | string): FormatFile => ({
    kind,
    name: `${kind.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.${extension}`,
    mediaType,
    bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes,
  });
  const office = 'application/vnd.openxmlformats-officedocument';
  const open = 'application/vnd.oasis.opendocument';
  return [
    file('PDF', 'pdf', 'application/pdf', await makePdf(drawDocument)),
    file('PDF, page turned', 'pdf', 'application/pdf', await makePdf(drawTurned)),
    file('PDF, scan', 'pdf', 'application/pdf', await makePdf((pdf) => void pdf.image(skewed, 0, 0, { width: PAGE_WIDTH }))),
    file('PDF, scan on its side', 'pdf', 'application/pdf', await makePdf((pdf) => void pdf.image(turned, 0, 150, { width: PAGE_WIDTH }))),
    file('DOCX', 'docx', `${office}.wordprocessingml.document`, makeDocx()),
    file('DOC', 'doc', 'application/msword', makeDoc(plain)),
    file('RTF', 'rtf', 'application/rtf', rtf),
    file('ODT', 'odt', `${open}.text`, makeOdt()),
    file('PPTX', 'pptx', `${office}.presentationml.presentation`, makePptx()),
    file('PPT', 'ppt', 'application/vnd.ms-powerpoint', makePpt(SELLER, plain.slice(1))),
    file('ODP', 'odp', `${open}.presentation`, makeOdp()),
    file('XLSX', 'xlsx', `${office}.spreadsheetml.sheet`, makeWorkbook('xlsx')),
    file('XLS', 'xls', 'application/vnd.ms-excel', makeWorkbook('biff8')),
    file('XLSB', 'xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12', makeWorkbook('xlsb')),
    file('ODS', 'ods', `${open}.spreadsheet`, makeWorkbook('ods')),
    file('CSV', 'csv', 'text/csv', makeWorkbook('csv')),
    file('TXT', 'txt', 'text/plain', plain.join('\n')),
    file('Markdown', 'md', 'text/markdown', makeMarkdown()),
    file('HTML', 'html', 'text/html', makeHtml()),
    file('EML, HTML body', 'eml', 'message/rfc822', makeMail()),
    file('MSG', 'msg', 'application/vnd.ms-outlook', makeMsg('Your invoice', plain)),
    file('PNG', 'png', 'image/png', await scan.clone().png().toBuffer()),
    file('JPEG, turned by EXIF', 'jpg', 'image/jpeg', await scan.clone().rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    file('WebP', 'webp', 'image/webp', await scan.clone().webp().toBuffer()),
    file('TIFF', 'tiff', 'image/tiff', await scan.clone().tiff({ compression: 'lzw' }).toBuffer()),
    file('GIF', 'gif', 'image/gif', await scan.clone().gif().toBuffer()),
    file('BMP', 'bmp', 'image/bmp', await makeBmp(scan)),
    file('AVIF', 'avif', 'image/avif', await sharp(jpeg).avif({ quality: 60, effort: 2 }).toBuffer()),
  ];
}
