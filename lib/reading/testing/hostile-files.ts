import { deflateSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import { cyclicFiles } from './cyclic-compounds.ts';
import { ANY, type HostileFile, REFUSED, zeros } from './hostile-file.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { compound, docx, mail, ods, odt, pdf, wholeFiles, workbook, zip } from './whole-files.ts';

const LARGE = ['too_large_to_read'];
const MEGA = 1024 * 1024;

function entities(): string {
  const levels = Array.from({ length: 12 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "haha">${levels.join('')}]>`;
}

function packages(): HostileFile[] {
  const text = (length: number) => `<w:p><w:r><w:t>${'a'.repeat(length)}</w:t></w:r></w:p>`;
  const nested = (depth: number): Uint8Array => (depth === 0 ? zip({ a: 'x' }) : zip({ 'a.zip': nested(depth - 1) }));
  const cells = '<c r="A1"><v>1</v></c>';
  const sheet = (body: string, more = '') =>
    zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${more}<sheetData>${body}</sheetData></worksheet>`,
    });
  return [
    { name: 'bomb.docx', bytes: docx(text(20), { 'word/document.xml': zeros(120) }), ends: LARGE },
    { name: 'bomb-in-media.docx', bytes: docx('', { 'word/media/image1.png': zeros(250) }), ends: ANY },
    { name: 'bomb.xlsx', bytes: zip({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': zeros(310) }), ends: LARGE },
    {
      name: 'entities.docx',
      bytes: zip({ 'word/document.xml': `${entities()}<w:document><w:body>&e12;</w:body></w:document>` }),
      ends: ANY,
    },
    { name: 'entities.xml', bytes: strToU8(`${entities()}<Invoice><ID>&e12;</ID></Invoice>`), ends: ANY },
    {
      name: 'file-entity.xml',
      bytes: strToU8('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><Invoice><ID>&x;</ID></Invoice>'),
      ends: ANY,
    },
    { name: 'deep.docx', bytes: docx('<w:p>'.repeat(30_000)), ends: ANY },
    { name: 'deep-tables.docx', bytes: docx(`${'<w:tbl><w:tr><w:tc>'.repeat(300)}${'</w:tc></w:tr></w:tbl>'.repeat(300)}`), ends: ANY },
    { name: 'nested-zips.zip', bytes: nested(40), ends: ['unsupported_media_type'] },
    {
      name: 'many-entries.docx',
      bytes: docx(text(9), Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`x/${index}`, '']))),
      ends: LARGE,
    },
    { name: 'whole-grid.xlsx', bytes: sheet(`<row r="1">${cells}</row>`, '<dimension ref="A1:XFD1048576"/>'), ends: ['read'] },
    {
      name: 'far-corner.xlsx',
      bytes: sheet(`<row r="1">${cells}</row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`),
      ends: ANY,
    },
    {
      name: 'merged-all.xlsx',
      bytes: zip({
        'xl/workbook.xml': '<workbook/>',
        'xl/worksheets/sheet1.xml':
          '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>',
      }),
      ends: ANY,
    },
    ...[
      '<Column ss:Span="100000000"/>',
      '<Row ss:Index="1000000000"><Cell ss:Index="1000000000"/></Row>',
      '<Column ss:Span="&#57;99999999"/>',
    ].map((rows, index) => ({
      name: `places-beyond-any-sheet-${index + 1}.xls`,
      bytes: strToU8(
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${rows}<Row><Cell><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>`,
      ),
      ends: ['damaged_file'],
    })),
    {
      name: 'many-spans.xls',
      bytes: strToU8(
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>${'<Column ss:Span="1000000"/>'.repeat(5000)}</Table></Worksheet></Workbook>`,
      ),
      ends: ['damaged_file'],
    },
    {
      name: 'repeated-all.ods',
      bytes: ods(
        '<table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
      ends: ANY,
    },
    {
      name: 'repeated.odt',
      bytes: odt(
        `<table:table>${'<table:table-row table:number-rows-repeated="999999"><table:table-cell table:number-columns-repeated="999999"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(50)}</table:table><text:p><text:s text:c="999999999"/></text:p>`,
      ),
      ends: ANY,
    },
    {
      name: 'span-all.odt',
      bytes: odt(
        '<table:table><table:table-row><table:table-cell table:number-columns-spanned="999999999" table:number-rows-spanned="999999999"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
      ends: ANY,
    },
    { name: 'absolute-name.docx', bytes: docx(text(9), { '/etc/passwd': 'x', 'C:\\x': 'y' }), ends: ANY },
  ];
}

function texts(): HostileFile[] {
  const parts = (depth: number) =>
    Array.from({ length: depth }, (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`).join('');
  return [
    { name: 'one-line.txt', bytes: strToU8('x'.repeat(MEGA)), ends: ANY },
    { name: 'many-lines.txt', bytes: strToU8('x\n'.repeat(MEGA / 4)), ends: ANY },
    { name: 'wide.csv', bytes: strToU8(`${'a;'.repeat(400_000)}\n`.repeat(3)), ends: ANY },
    { name: 'open-quote.csv', bytes: strToU8(`a;"${'x;\n'.repeat(20_000)}`), ends: ANY },
    { name: 'deep.html', bytes: strToU8(`<html><body>${'<div>'.repeat(200_000)}x`), ends: ANY },
    { name: 'deep-tables.html', bytes: strToU8(`<html><body>${'<table><tr><td>'.repeat(3000)}x`), ends: ANY },
    {
      name: 'span-all.html',
      bytes: strToU8('<html><body><table><tr><td colspan=999999999 rowspan=999999999>x</td><td>y</td></tr></table>'),
      ends: ANY,
    },
    { name: 'brackets.md', bytes: strToU8(`# a\n\n${'['.repeat(100_000)}\n${'*'.repeat(100_000)}a\n${'> '.repeat(20_000)}x\n`), ends: ANY },
    {
      name: 'backticks.md',
      bytes: strToU8(Array.from({ length: 2000 }, (_, index) => `${'`'.repeat(index % 400)}x`).join(' ')),
      ends: ANY,
    },
    { name: 'deep.rtf', bytes: strToU8(`{\\rtf1 ${'{'.repeat(500_000)}x`), ends: ANY },
    { name: 'numbers.rtf', bytes: strToU8(`{\\rtf1 \\bin999999999999 x\\u99999999999999?\\trowd\\cellx-5\\cell\\row}`), ends: ANY },
    { name: 'deep.json', bytes: strToU8(`{"a":${'['.repeat(500_000)}`), ends: ANY },
    { name: 'deep-parts.eml', bytes: strToU8(mail('x', parts(3000))), ends: ANY },
    { name: 'long-header.eml', bytes: strToU8(mail('x', `X-Long: ${'a'.repeat(5 * MEGA)}\r\n`)), ends: ANY },
    { name: 'words.eml', bytes: strToU8(mail('x', `X-A: ${'=?utf-8?q?a?= '.repeat(50_000)}\r\n`)), ends: ANY },
    { name: 'controls.txt', bytes: strToU8('\u202e\u0000\u0007 evil \u200b'.repeat(50)), ends: ANY },
  ];
}

function pictures(): HostileFile[] {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  size.set([8, 2], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(zeros(20))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const bmp = Buffer.alloc(54);
  bmp.write('BM');
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(100_000, 18);
  bmp.writeInt32LE(-100_000, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  // a TIFF whose one directory names itself as the next
  const tiff = Buffer.alloc(64);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x100, 10);
  tiff.writeUInt16LE(4, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt32LE(10, 18);
  tiff.writeUInt32LE(8, 22);
  return [
    { name: 'huge.png', bytes: png, ends: REFUSED },
    { name: 'huge.bmp', bytes: bmp, ends: REFUSED },
    { name: 'circle.tiff', bytes: tiff, ends: REFUSED },
  ];
}

function protectedFiles(): HostileFile[] {
  const ends = ['password_required'];
  const office = compound({ EncryptedPackage: new Uint8Array(64), EncryptionInfo: new Uint8Array(64) });
  const manifest = '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
  const locked = Buffer.from(docx());
  for (let at = locked.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = locked.indexOf('PK\u0001\u0002', at + 4, 'latin1')) {
    locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8);
  }
  return [
    { name: 'protected.docx', bytes: office, ends },
    { name: 'protected.odt', bytes: odt('', { 'META-INF/manifest.xml': manifest }), ends },
    { name: 'protected-parts.docx', bytes: locked, ends },
  ];
}

async function polyglots(): Promise<HostileFile[]> {
  const whole = await wholeFiles();
  const both = (first: string, second: string) => Buffer.concat([whole[first]!, whole[second]!]);
  return [
    { name: 'pdf-then-zip.docx', bytes: both('pdf', 'docx'), ends: ['read'] },
    { name: 'zip-then-pdf.pdf', bytes: both('docx', 'pdf'), ends: ANY },
    { name: 'picture-then-html.html', bytes: both('png', 'html'), ends: ['read'] },
    { name: 'workbook-in-workbook.xls', bytes: compound({ Workbook: workbook('biff8') }), ends: ANY },
    { name: 'word-without-text.doc', bytes: compound({ WordDocument: new Uint8Array(5000).fill(0xff) }), ends: ANY },
    { name: 'mail-of-nothing.msg', bytes: compound({ '__properties_version1.0': new Uint8Array(64).fill(0xff) }), ends: ANY },
    { name: 'slides-of-nothing.ppt', bytes: compound({ 'PowerPoint Document': new Uint8Array(9000).fill(0x0f) }), ends: ANY },
    { name: 'nothing.pdf', bytes: new Uint8Array(0), ends: ['empty_file'] },
    { name: 'blanks.pdf', bytes: strToU8(' \n'.repeat(500)), ends: ANY },
    { name: 'only-the-head.pdf', bytes: strToU8('%PDF-1.7\n'), ends: REFUSED },
    { name: 'many-heads.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'.repeat(3)), await pdf()]), ends: ANY },
  ];
}

/** Files that are hostile on purpose. */
export async function hostileFiles(): Promise<HostileFile[]> {
  return [...cyclicFiles(), ...hostilePdfs(), ...packages(), ...texts(), ...pictures(), ...protectedFiles(), ...(await polyglots())];
}

/** Every kind of file cut short, with a wrong extension, and with bytes changed (always the same ones). */
export async function spoiltFiles(): Promise<HostileFile[]> {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  return Object.entries(await wholeFiles()).flatMap(([extension, bytes]): HostileFile[] => {
    const cut = (share: number) => bytes.slice(0, Math.max(1, Math.floor(bytes.length * share)));
    const changed = Array.from({ length: 4 }, (_, index) => {
      const copy = Uint8Array.from(bytes);
      for (let count = 0; count < 2 + index * 3; count++) copy[random(copy.length)] = random(256);
      return { name: `changed-${index}.${extension}`, bytes: copy, ends: ANY };
    });
    return [
      { name: `whole-${extension}.dat`, bytes, ends: ['read'] },
      { name: `cut-60.${extension}`, bytes: cut(0.6), ends: ANY },
      { name: `cut-10.${extension}`, bytes: cut(0.1), ends: ANY },
      { name: `cut-end.${extension}`, bytes: cut(0.98), ends: ANY },
      ...changed,
    ];
  });
}
