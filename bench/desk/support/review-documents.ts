import PdfDocument from 'pdfkit';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

type MadeDocument = {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** What the reviewer types for each field that the document prints badly, by field name. */
  repairs: Record<string, string>;
};

const CODES = ['customer_number', 'order_number', 'delivery_note_number'];

/** Fourteen fields, of which three have a pattern that a value can miss. */
export const SLIP: SchemaDraft = {
  name: 'Bench invoice',
  description: '',
  rules: [],
  fields: [
    ...CODES.map((name) => ({
      name,
      type: 'string' as const,
      label: labelOf(name),
      description: '',
      required: true,
      pattern: '^[A-Z]{2}-[0-9]{5}$',
    })),
    ...(['invoice_number', 'contact_person', 'email', 'phone', 'iban', 'project_number', 'contract_number', 'reference'] as const).map(
      (name) => plain(name, 'string'),
    ),
    ...(['invoice_date', 'due_date'] as const).map((name) => plain(name, 'date')),
    ...(['grand_total'] as const).map((name) => plain(name, 'money')),
  ],
};

function plain(name: string, type: 'string' | 'date' | 'money') {
  return { name, type, label: labelOf(name), description: '', required: false };
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]?.toUpperCase() + words.slice(1);
}

async function draw(fill: (document: PDFKit.PDFDocument) => void): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PdfDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  fill(document);
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

/** A one-page document with all fourteen fields. @param isClean false: the three codes are printed in a way their pattern refuses */
export async function makeSlip(index: number, isClean: boolean): Promise<MadeDocument> {
  const digits = String(10_000 + index * 37);
  const money = (amount: number) => `${amount.toFixed(2)} EUR`;
  const right = { customer_number: `QA-${digits}`, order_number: `KB-${digits}`, delivery_note_number: `WD-${digits}` };
  const code = (value: string) => (isClean ? value : value.replace('-', '/'));
  const values: Record<string, string> = {
    invoice_number: `S${digits}`,
    invoice_date: `2026-0${1 + (index % 9)}-14`,
    due_date: `2026-1${index % 2}-20`,
    customer_number: code(right.customer_number),
    order_number: code(right.order_number),
    delivery_note_number: code(right.delivery_note_number),
    contact_person: 'Mara Lindqvist',
    email: 'mara.lindqvist@northline.example',
    phone: `+44 20 7946 0${100 + index}`,
    iban: 'DE89 3704 0044 0532 0130 00',
    project_number: `PJ${digits}`,
    contract_number: `CT${digits}`,
    reference: `RF${digits}`,
    grand_total: money(480 + index * 7),
  };
  const bytes = await draw((document) => {
    document.fontSize(18).text('Invoice').moveDown().fontSize(11);
    for (const [name, value] of Object.entries(values)) document.text(`${labelOf(name)}: ${value}`).moveDown(0.6);
  });
  return { name: `slip-${String(index).padStart(2, '0')}.pdf`, bytes, repairs: isClean ? {} : right };
}

/** A document of many pages with about 500 words each. */
export async function makeLongDocument(pages: number): Promise<Uint8Array<ArrayBuffer>> {
  const words = 'the carrier keeps goods dry and safe until they are handed over to whom the slip names at the hall named on it'.split(' ');
  return draw((document) => {
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) document.addPage();
      const text = Array.from({ length: 500 }, (_, index) => words[(index * 7 + page) % words.length]).join(' ');
      document.fontSize(10).text(`Invoice number: L-${page}`).moveDown().text(text);
    }
  });
}

/** A spreadsheet as CSV whose rows are the rows of one table. */
export function makeLongTable(rows: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: rows }, (_, index) => `Part ${index + 1},${1 + (index % 9)},${(3 + (index % 50) / 4).toFixed(2)}`);
  return new Uint8Array(Buffer.from(['Description,Quantity,Amount', ...lines].join('\n')));
}

export const LONG_TABLE: SchemaDraft = {
  name: 'Parts list',
  description: '',
  rules: [],
  fields: [
    {
      name: 'parts',
      type: 'rows',
      label: 'Parts',
      description: '',
      required: false,
      fields: [plain('description', 'string'), { ...plain('quantity', 'string'), type: 'number' as const }, plain('amount', 'money')],
    },
  ],
};
