import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { isCompound } from '../compound/is-compound.ts';
import { ReadError } from '../model/read-error.ts';
import { MAGIC_BYTES, sniffMagic } from './sniff-magic.ts';
import { sniffOle } from './sniff-ole.ts';
import { sniffText } from './sniff-text.ts';
import { sniffZip } from './sniff-zip.ts';

/** Enough for every signature, and for guessing what a text is. */
const SAMPLE_BYTES = 64 * 1024;
/** Bytes from the start within which the header of a PDF may stand: mail and web servers leave lines before it. */
export const PDF_HEADER_SEARCH = 16 * 1024;
const PDF_END = 1024;
/** Of a PDF that begins with its objects. */
const LINES_BEFORE_OBJECTS = 3;
const PDF_HEADER = Buffer.from('%PDF-');
const ZIP_MAGICS = ['PK\u0003\u0004', 'PK\u0005\u0006'].map((magic) => Buffer.from(magic, 'latin1'));

const OUTLOOK_STORE = Buffer.from('!BDN', 'latin1');

const UTF16_LE = Buffer.from([0xff, 0xfe]);
const UTF16_BE = Buffer.from([0xfe, 0xff]);
/** Worksheets of Excel 2 to 5 that stand in no compound file: the record they begin with. */
const OLD_SHEETS = ['09000400', '09020600', '09040600', '0908080000051000', '0908080000050500'].map((magic) => Buffer.from(magic, 'hex'));

/** Names that file-type uses for what has a more usual name. */
const USUAL_NAMES: Record<string, string> = {
  'application/rtf': 'application/rtf',
  'text/rtf': 'application/rtf',
  'image/apng': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'text/xml': 'application/xml',
};
/** What file-type only knows from the first tag or word: our own text rule looks deeper. */
const TEXTUAL = new Set(['application/xml', 'text/html', 'text/calendar', 'text/vcard', 'text/vtt', 'application/eml', 'message/rfc822']);

/**
 * Finds the media type of a file by its content; `name` only breaks ties between kinds of plain text.
 * Unknown bytes are `application/octet-stream`. Throws `ReadError`: `empty_file`, `damaged_file`, `password_required`.
 */
export async function sniff(path: string, name: string): Promise<string> {
  const { sample, size } = await readSample(path);
  if (size === 0) throw new ReadError('empty_file', 'This file is empty (0 bytes). Check where it came from and send it again.');
  const known = sniffMagic(sample.subarray(0, MAGIC_BYTES));
  if (known) return known;
  if (isDisplacedPdf(sample)) return 'application/pdf';
  if (isCompound(sample)) return sniffOle(path, size, name);
  if (ZIP_MAGICS.some((magic) => startsWith(sample, magic))) return sniffZip(path, name);
  if (OLD_SHEETS.some((magic) => startsWith(sample, magic))) return 'application/vnd.ms-excel';
  // file-type takes the mark of UTF-16 for the start of an MP3 file
  if (startsWith(sample, UTF16_LE) || startsWith(sample, UTF16_BE)) return sniffText(sample, name) ?? 'text/plain';
  const found = await fileTypeFromFile(path).catch(() => undefined);
  // a store of mails, not a mail
  if (startsWith(sample, OUTLOOK_STORE)) return 'application/vnd.ms-outlook-pst';
  const mediaType = found && (ownValue(USUAL_NAMES, found.mime) ?? found.mime);
  if (mediaType && !TEXTUAL.has(mediaType)) return mediaType;
  const text = sniffText(sample, name);
  if (text === null && !mediaType && (await endsAsPdf(path, size))) return 'application/pdf';
  return text ?? mediaType ?? 'application/octet-stream';
}

/**
 * A PDF without its header near the start has lost it and begins with its objects. A header after other bytes counts only with
 * objects behind it: the texts about PDF are many.
 */
function isDisplacedPdf(sample: Buffer): boolean {
  const at = sample.subarray(0, PDF_HEADER_SEARCH).indexOf(PDF_HEADER);
  const [start, text] = [sample.toString('latin1', 0, 200), at > 0 ? sample.toString('latin1', at, at + 300) : ''];
  if (/^%PDF-\d[\s\S]{1,200}?\d+ \d+ obj\b/.test(text)) return true;
  const lines = start.split(/[\r\n]+/);
  const isObject = (line: string, index: number) => /^\s*\d+ \d+ obj\s*(?:<<|\[|\d)/.test([line, lines[index + 1]].join('\n'));
  return lines.slice(0, LINES_BEFORE_OBJECTS + 1).some(isObject);
}

/** A PDF whose first bytes are lost still ends as one, and its objects tell where they are. */
async function endsAsPdf(path: string, size: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const end = Buffer.alloc(Math.min(size, PDF_END));
    await file.read(end, 0, end.length, size - end.length);
    return /\bstartxref\s+\d+\s+%%EOF/.test(end.toString('latin1'));
  } finally {
    await file.close();
  }
}

async function readSample(path: string): Promise<{ sample: Buffer; size: number }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, SAMPLE_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return { sample: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

function startsWith(sample: Buffer, magic: Buffer): boolean {
  return sample.subarray(0, magic.length).equals(magic);
}
