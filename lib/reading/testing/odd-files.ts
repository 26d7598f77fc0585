import { deflateSync, gzipSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import type { HostileFile } from './hostile-file.ts';
import { compound, docx, mail, ods, odt, pdf, workbook, zip } from './whole-files.ts';

const TEXT = 'Invoice 4711 of 3 May 2026 for twelve bolts, total 18.40 EUR.';
const READ = ['read'];
const DAMAGED = ['damaged_file'];
const REFUSED = ['unsupported_media_type'];
const PROTECTED = ['password_required'];

type PdfParts = { head?: string; shift?: number; table?: boolean; trailer?: string; end?: string };

/** A PDF of one page whose ends can be spoilt. `shift`: bytes by which its table of objects is wrong. */
function onePage(
  { head = '%PDF-1.7\n', shift = 0, table = true, trailer, end }: PdfParts = {},
  content = `BT /F 12 Tf 40 700 Td (${TEXT}) Tj ET`,
) {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = head;
  const offsets = objects.map((object, index) => {
    const at = text.length + shift;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  if (table) text += `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`;
  text += trailer ?? 'trailer<</Size 6/Root 1 0 R>>\n';
  return Buffer.from(`${text}${end ?? `startxref\n${start}\n%%EOF\n`}`, 'latin1');
}

function pdfs(): HostileFile[] {
  const locked = (entry: string) => `trailer<</Size 6/Root 1 0 R/Encrypt<<${entry}>>/ID[(a)(a)]>>\n`;
  return [
    { name: 'table-beside.pdf', bytes: onePage({ shift: 17 }), ends: READ },
    { name: 'no-table.pdf', bytes: onePage({ table: false }), ends: READ },
    { name: 'no-end.pdf', bytes: onePage({ end: '' }), ends: READ },
    { name: 'end-leads-outside.pdf', bytes: onePage({ end: 'startxref\n99999999999\n%%EOF' }), ends: READ },
    { name: 'no-head.pdf', bytes: onePage({ head: '' }), ends: READ },
    { name: 'head-in-small.pdf', bytes: onePage({ head: '%pdf-1.4\n' }), ends: READ },
    { name: 'head-of-postscript.pdf', bytes: onePage({ head: '%!PS-Adobe-3.0 PDF-1.4\n' }), ends: READ },
    {
      name: 'lines-of-a-server-before.pdf',
      bytes: Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nServer: x\r\n'.repeat(90)), onePage()]),
      ends: READ,
    },
    { name: 'zeros-after.pdf', bytes: Buffer.concat([onePage(), Buffer.alloc(5000)]), ends: READ },
    { name: 'line-ends-changed.pdf', bytes: Buffer.from(onePage().toString('latin1').replaceAll('\n', '\r\n'), 'latin1'), ends: READ },
    {
      name: 'box-the-other-way.pdf',
      bytes: Buffer.from(onePage().toString('latin1').replace('[0 0 600 800]', '[600 800 0 0]')),
      ends: READ,
    },
    {
      name: 'certificate.pdf',
      bytes: onePage({ trailer: locked('/Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4/Length 128') }),
      ends: PROTECTED,
    },
    { name: 'rights-service.pdf', bytes: onePage({ trailer: locked('/Filter/Some.Service/V 1/R 2/O(a)/U(b)/P -4') }), ends: PROTECTED },
    {
      name: 'filter-of-nobody.pdf',
      bytes: Buffer.from(onePage().toString('latin1').replace('<</Length', '<</Filter/Nobody/Length')),
      ends: READ,
    },
    { name: 'zeros.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(20_000)]), ends: DAMAGED },
    { name: 'packed.pdf', bytes: gzipSync(onePage()), ends: REFUSED },
  ];
}

function offices(): HostileFile[] {
  const types = (part: string, type: string) => `<Types><Override PartName="/${part}" ContentType="${type}"/></Types>`;
  const opc = (part: string, type: string) => zip({ '[Content_Types].xml': types(part, type), [part]: '<x/>' });
  const circle = '<Relationships><Relationship Id="r1" Type="x/aFChunk" Target="document.xml"/></Relationships>';
  const wordXml = `<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>${TEXT}</w:t></w:r></w:p></w:body></w:wordDocument>`;
  const manifest =
    '<m:manifest xmlns:m="m"><m:file-entry m:full-path="/" m:media-type="application/vnd.oasis.opendocument.text"/></m:manifest>';
  const unnamed = Buffer.from(odt('<text:p>x</text:p>', { 'META-INF/manifest.xml': manifest }))
    .toString('latin1')
    .replaceAll('mimetype', 'mimetyqe');
  return [
    { name: 'takes-in-itself.docx', bytes: docx('<w:altChunk r:id="r1"/>', { 'word/_rels/document.xml.rels': circle }), ends: READ },
    { name: 'word-2003.xml', bytes: strToU8(wordXml), ends: READ },
    { name: 'no-type.odt', bytes: Buffer.from(unnamed, 'latin1'), ends: READ },
    { name: 'no-main-part.docx', bytes: zip({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>' }), ends: DAMAGED },
    { name: 'no-main-stream.xls', bytes: compound({ Other: new Uint8Array(5000) }), ends: DAMAGED },
    { name: 'drawing.vsd', bytes: compound({ VisioDocument: new Uint8Array(5000) }), ends: REFUSED },
    { name: 'drawing.vsdx', bytes: opc('visio/document.xml', 'application/vnd.ms-visio.drawing.main+xml'), ends: REFUSED },
    { name: 'pages.pages', bytes: zip({ 'Index/Document.iwa': new Uint8Array(99) }), ends: REFUSED },
    { name: 'leads-outside.zip', bytes: zip({ '../../evil.txt': 'x' }), ends: REFUSED },
    { name: 'says-it-is-a-pdf.zip', bytes: zip({ mimetype: 'application/pdf', a: 'x' }), ends: REFUSED },
    { name: 'bytes-after.docx', bytes: Buffer.concat([docx(), Buffer.alloc(100_000, 1)]), ends: READ },
    { name: 'text-under-a-wrong-name.xls', bytes: strToU8('a\tb\tc\n1\t2\t3\n4\t5\t6\n7\t8\t9\n'), ends: READ },
    { name: 'old-sheet.xls', bytes: workbook('biff4'), ends: READ },
    {
      name: 'all-empty-cells.ods',
      bytes: ods(
        '<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>',
      ),
      ends: READ,
    },
  ];
}

function texts(): HostileFile[] {
  let nested = mail(TEXT);
  for (let depth = 0; depth < 100; depth++) nested = mail(nested, 'MIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n');
  const multipart = (boundary: string, body: string) => mail(body, `MIME-Version: 1.0\r\nContent-Type: multipart/mixed${boundary}\r\n`);
  return [
    { name: 'mails-in-mails.eml', bytes: strToU8(nested), ends: READ },
    { name: 'no-boundary.eml', bytes: strToU8(multipart('', '--x\r\n\r\ntext\r\n--x--')), ends: READ },
    { name: 'boundary-never-comes.eml', bytes: strToU8(multipart('; boundary="zz"', TEXT)), ends: READ },
    { name: 'header-of-megabytes.eml', bytes: strToU8(mail(TEXT, `X-Long: ${'a'.repeat(6_000_000)}\r\n`)), ends: READ },
    { name: 'charset-of-nobody.eml', bytes: strToU8(mail(TEXT, 'Content-Type: text/plain; charset=klingon\r\n')), ends: READ },
    { name: 'zeros-between.txt', bytes: Buffer.concat([Buffer.from(TEXT), Buffer.alloc(40), Buffer.from(TEXT)]), ends: READ },
    { name: 'zero-in-a-cell.csv', bytes: strToU8('a,b,c\n1,\0,3\n4,5,6\n7,8,9\n'), ends: READ },
    { name: 'only-zeros.txt', bytes: new Uint8Array(9000), ends: REFUSED },
    { name: 'vertical-tabs.txt', bytes: strToU8('a\u000bb\u2028c\u2029d'), ends: READ },
    { name: 'thirty-two-bits.txt', bytes: Buffer.from('0000feff000000480000006900000021', 'hex'), ends: READ },
    { name: 'packed-bomb.gz', bytes: gzipSync(Buffer.alloc(50_000_000)), ends: REFUSED },
  ];
}

/** Files that are odd, damaged or misnamed in ways that have a right end. */
export async function oddFiles(): Promise<HostileFile[]> {
  const whole = Buffer.from(await pdf());
  const gap = Buffer.from(whole);
  gap.fill(0, Math.floor(gap.length * 0.3), Math.floor(gap.length * 0.35));
  const busy = deflateSync(Buffer.from('0 0 m 9 9 l S\n'.repeat(2000)));
  return [
    ...pdfs(),
    ...offices(),
    ...texts(),
    { name: 'gap.pdf', bytes: gap, ends: ['read', 'damaged_file'] },
    { name: 'stream-without-its-filter.pdf', bytes: onePage({}, busy.toString('latin1')), ends: READ },
  ];
}
