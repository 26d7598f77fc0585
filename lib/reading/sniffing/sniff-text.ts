import path from 'node:path';
import { decodeText } from '../encoding/decode-text.ts';

const MAIL_HEADERS =
  /^(from|to|cc|bcc|subject|date|received|message-id|mime-version|return-path|reply-to|sender|delivered-to|content-type|content-transfer-encoding|in-reply-to|references|importance|thread-topic|user-agent|envelope-to|x-[\w-]+|arc-[\w-]+|dkim-signature|authentication-results)\s*:/i;
/** The XML that Excel 2003 wrote, and many programs still write under the ending `.xls`. */
const XML_WORKBOOK = /^<\?xml\b[\s\S]{0,4000}?<(?:\w+:)?Workbook\b[^>]{0,2000}"urn:schemas-microsoft-com:office:spreadsheet"/;
/** The XML that Word 2003 wrote. */
const WORD_XML =
  /^<\?xml\b[\s\S]{0,4000}?<(?:\w+:)?wordDocument\b[^>]{0,6000}"http:\/\/schemas\.microsoft\.com\/office\/word\/2003\/wordml"/;
/** A Word file saved as one XML document. */
const FLAT_WORD =
  /^<\?xml\b[\s\S]{0,4000}?<(?:\w+:)?package\b[^>]{0,2000}office\/2006\/xmlPackage[\s\S]*?wordprocessingml\.(?:document|template)\.main/;
const TEXT_ENDING = /\.(txt|text|log|csv|tsv|md|markdown|json|xml|html?|eml|ya?ml|ini|tex|rst)$/i;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_LINES = 60;

/**
 * Tells what kind of text the first bytes of a file are, or null when they are no text.
 * The name decides only between texts that look alike (plain text, Markdown).
 */
export function sniffText(sample: Buffer, name: string): string | null {
  const text = decodeSample(sample, TEXT_ENDING.test(name));
  if (text === null) return null;
  const start = text
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^\{\\rtf/i.test(start)) return 'application/rtf';
  if (isMail(start)) return 'message/rfc822';
  if (/^(<!doctype\s+html|<html|<head|<body)\b/i.test(withoutProlog(start))) return 'text/html';
  const flat = /^<(?:\?xml|office:document)\b[\s\S]{0,20000}?office:mimetype="(application\/vnd\.oasis\.opendocument\.[\w-]+)"/.exec(
    start,
  )?.[1];
  if (flat) return `${flat}-flat-xml`;
  if (XML_WORKBOOK.test(start)) return 'application/vnd.ms-excel';
  if (WORD_XML.test(start)) return 'application/msword';
  if (FLAT_WORD.test(start)) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (/^<\?xml\b/i.test(start)) return 'application/xml';
  const extension = path.extname(name).toLowerCase();
  if (extension === '.csv' || extension === '.tsv') return extension === '.tsv' ? 'text/tab-separated-values' : 'text/csv';
  if (extension === '.htm' || extension === '.html') return /<[a-z][^>]*>/i.test(start) ? 'text/html' : 'text/plain';
  if (extension === '.md' || extension === '.markdown') return 'text/markdown';
  if (extension === '.txt' || extension === '.log' || extension === '.text') return 'text/plain';
  if ((start.match(/<\/?(p|div|table|tr|td|span|a|br|h[1-6]|ul|li|meta|title)\b[^>]*>/gi)?.length ?? 0) >= 6) return 'text/html';
  const delimiter = regularDelimiter(start);
  if (delimiter) return delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv';
  if (/^[[{]/.test(start) && /"\s*:/.test(start)) return 'application/json';
  return 'text/plain';
}

/** What follows the XML declarations and comments at the start. */
function withoutProlog(text: string): string {
  for (let at = 0; ; ) {
    const open = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?xml', at) ? '?>' : null;
    const end = open === null ? -1 : text.indexOf(open, at + 4);
    if (open === null || end < 0) return text.slice(at, at + 100);
    at = end + open.length;
    while (/\s/.test(text.charAt(at))) at++;
  }
}

/** The sample as text, or null for binary data; a file named as text may hold more of what is none. UTF-16 is recognised with and without a byte order mark. */
function decodeSample(sample: Buffer, isNamedText: boolean): string | null {
  if (sample.length >= 2 && ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)))
    return new TextDecoder(sample[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(sample);
  if (sample.length >= 4 && sample.readUInt32BE(0) === 0xfeff) return decodeText(sample).text;
  const zeros = [0, 0];
  let controls = 0;
  for (let index = 0; index < sample.length; index++) {
    const byte = sample[index]!;
    if (byte === 0) zeros[index % 2]! += 1;
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 11 && byte !== 13 && byte !== 12 && byte !== 27) controls++;
  }
  const half = sample.length / 2;
  if (zeros[1]! > 0.4 * half && zeros[0]! < 0.05 * half) return new TextDecoder('utf-16le').decode(sample);
  if (zeros[0]! > 0.4 * half && zeros[1]! < 0.05 * half) return new TextDecoder('utf-16be').decode(sample);
  // a stray zero is damage to a text, many are what binary files are made of
  const share = isNamedText ? 0.4 : 0.001;
  if (zeros[0]! + zeros[1]! > share * sample.length || controls > (isNamedText ? 0.05 : 0.02) * sample.length) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(sample);
  }
}

function isMail(text: string): boolean {
  const lines = text.split(/\r?\n|\r/, SAMPLE_LINES);
  let known = 0;
  let seen = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '') break;
    if (index === 0 && /^From \S+/.test(line)) continue;
    if (/^[ \t]/.test(line) && index > 0) continue;
    seen++;
    if (MAIL_HEADERS.test(line)) known++;
    else if (!/^[!-9;-~]+\s*:/.test(line)) {
      if (known < 3) return false;
      break;
    }
  }
  return known >= 2 && known >= 0.4 * seen;
}

function regularDelimiter(text: string): string | null {
  const lines = text.split(/\r?\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  if (lines.length < 3) return null;
  for (const delimiter of DELIMITERS) {
    const counts = lines.slice(0, -1).map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    const first = counts[0]!;
    if (first >= 1 && counts.filter((count) => count === first).length >= 0.9 * counts.length && (first >= 2 || delimiter !== ','))
      return delimiter;
  }
  return null;
}
