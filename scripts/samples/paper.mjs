// Small drawing vocabulary over PDFKit for the sample documents. Points, origin top left of an A4 page.
import PDFDocument from 'pdfkit';

/** Opens a PDF whose bytes depend on its content only. */
export function openPaper({ title, author, margins = { top: 40, bottom: 20, left: 56, right: 56 }, size = 'A4' }) {
  const made = new Date('2026-01-05T09:00:00Z');
  const doc = new PDFDocument({ size, margins, compress: true, info: { Title: title, Author: author, CreationDate: made, ModDate: made } });
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const bytes = new Promise((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  const write = (text, x, y, { size: fontSize = 9.5, bold = false, colour = '#1b1f24', align, width, font } = {}) => {
    doc.font(font ?? (bold ? 'Helvetica-Bold' : 'Helvetica')).fontSize(fontSize).fillColor(colour);
    doc.text(text, x, y, { width: width ?? 480, align: align ?? 'left', lineBreak: width !== undefined && align !== 'right' });
  };
  const right = (text, x, y, options = {}) => {
    doc.font(options.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(options.size ?? 9.5);
    write(text, x - doc.widthOfString(text), y, options);
  };
  const rule = (x1, y, x2, { colour = '#8b949e', weight = 0.7 } = {}) => doc.moveTo(x1, y).lineTo(x2, y).lineWidth(weight).strokeColor(colour).stroke();
  const box = (x, y, width, height, { fill, stroke = '#8b949e' } = {}) => {
    doc.rect(x, y, width, height).lineWidth(0.7);
    if (fill) doc.fillAndStroke(fill, stroke);
    else doc.strokeColor(stroke).stroke();
  };
  const lines = (texts, x, y, { leading = 13, ...options } = {}) => texts.forEach((text, index) => write(text, x, y + index * leading, options));
  return { doc, write, right, rule, box, lines, done: () => { doc.end(); return bytes; } };
}

/**
 * Draws a table with a header row. `columns`: [{title, x, align}] with x the left or right edge.
 * Returns the y below the last row; calls `turn(y)` when the page is full, which gives the y to go on at.
 */
export function drawTable(paper, { columns, rows, y, leading = 18, bottom = 760, head = '#eef1f4', left = 56, end = 539, turn, ruled = false }) {
  const header = (at) => {
    paper.box(left, at - 5, end - left, leading + 2, { fill: head, stroke: head });
    for (const column of columns) {
      if (column.align === 'right') paper.right(column.title, column.x, at, { bold: true, size: 8.5 });
      else paper.write(column.title, column.x, at, { bold: true, size: 8.5 });
    }
    return at + leading + 6;
  };
  let at = header(y);
  for (const row of rows) {
    if (at > bottom && turn) at = header(turn(at));
    row.forEach((text, index) => {
      const column = columns[index];
      if (column.align === 'right') paper.right(text, column.x, at, { size: 9 });
      else paper.write(text, column.x, at, { size: 9 });
    });
    if (ruled) paper.rule(left, at + leading - 5, end, { colour: '#d0d7de', weight: 0.5 });
    at += leading;
  }
  return at;
}
