/** How the lines of a made-up page are set, in points. */
export type Setting = { size: number; leading: number };

/**
 * A PDF of one A4 page of lines below one another, in a font that every reader has. Lines are of Latin-1 and the euro sign. The table of places
 * is left out: PDFium finds them itself.
 */
export function makePage(lines: readonly string[], { size, leading }: Setting): Buffer {
  const rows = lines.map((line) => `<${encode(line)}> Tj T*`).join(' ');
  const content = `BT /F1 ${size} Tf ${leading} TL 60 780 Td ${rows} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n`, 'latin1');
}

/** The bytes of Windows-1252, in hexadecimal. */
function encode(line: string): string {
  return Buffer.from(line.replaceAll('€', '\u0080'), 'latin1').toString('hex');
}
