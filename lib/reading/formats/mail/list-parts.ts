import { parseField } from '#lib/contract/http/parse-field.ts';
import { findBoundary, type OpenMultipart, type SearchBudget } from './find-boundary.ts';

/** A header field with its folded lines; `start` and `end` are where it stands in the mail, without its last line end. */
export type PartField = { text: string; start: number; end: number };

/** What a part is: text that is shown, parts within it, or anything else. */
export type PartKind = 'plain' | 'html' | 'multipart' | 'other';

/** A part of a mail. All numbers are places in the mail; of parts that hold others the body is empty. */
export type Part = {
  start: number;
  fields: readonly PartField[];
  kind: PartKind;
  /** Of a multipart, what its parts are really parted by; null when by nothing, so that it is a text. */
  boundary: string | null;
  bodyStart: number;
  bodyEnd: number;
};

const WHITE = new Set([' ', '\t', '\r', '\n']);
const DEEPEST = 200;
/** How often a mail may be searched through for boundaries that never come. */
const MOST_SEARCHES = 20;
const LONGEST_HEAD = 1024 * 1024;
/** Media types as they are written by mistake. */
const MEANT: Readonly<Record<string, string>> = {
  text: 'text/plain',
  'plain/text': 'text/plain',
  html: 'text/html',
  multipart: 'multipart/mixed',
  message: 'message/rfc822',
};

/** The first header field of that name, as the parser of mails takes it; undefined when there is none. */
export function fieldOf({ fields }: Pick<Part, 'fields'>, name: string): PartField | undefined {
  return fields.find(({ text }) => text.slice(0, text.indexOf(':')).trim().toLowerCase() === name);
}

/** What a field says, without its name and its folds. */
export function saidBy({ text }: PartField): string {
  return text
    .slice(text.indexOf(':') + 1)
    .replace(/\r?\n/g, '')
    .trim();
}

/** The media type that a part means by its `Content-Type`, in lower case; empty when it means none. */
export function meantType(value: string): string {
  return Object.hasOwn(MEANT, value) ? MEANT[value]! : value.includes('/') ? value : '';
}

/**
 * The parts of a mail in their order (RFC 2046, 5.1): header blocks are those at its top and right behind the boundary lines
 * that these announce. What looks like a header in a body, in an attachment, or in a mail within the mail is none.
 * @param mail a character for each byte
 */
export function* listParts(mail: string): Generator<Part> {
  const open: OpenMultipart[] = [];
  const budget = { left: MOST_SEARCHES * mail.length };
  let start = 0;
  /** Whose body is being passed over. */
  let part: Omit<Part, 'bodyEnd'> | null = null;
  let isHead = true;
  let isDigest = false;
  for (let at = 0; at < mail.length; ) {
    const found = mail.indexOf('\n', at);
    const next = found < 0 ? mail.length : found + 1;
    const depth = mail.startsWith('--', at) ? boundaryAt(mail.slice(at, next), open) : null;
    if (depth) {
      if (part) yield { ...part, bodyEnd: at };
      part = null;
      isHead = !depth.isLast;
      isDigest = open[depth.index]!.isDigest;
      open.length = depth.isLast ? depth.index : depth.index + 1;
      start = next;
    } else if (isHead && isBlank(mail, at, next)) {
      isHead = false;
      part = describe(mail, { start, end: at, bodyStart: next }, isDigest, { open, budget });
      if (part?.kind === 'multipart') {
        yield { ...part, bodyEnd: next };
        part = null;
      }
    }
    at = next;
  }
  if (part) yield { ...part, bodyEnd: mail.length };
}

type Head = { start: number; end: number; bodyStart: number };

/** The part by its header; a multipart is opened. Null when its header is too long. */
function describe(
  mail: string,
  { start, end, bodyStart }: Head,
  isDigest: boolean,
  { open, budget }: { open: OpenMultipart[]; budget: SearchBudget },
): Omit<Part, 'bodyEnd'> | null {
  if (end - start > LONGEST_HEAD) return null;
  const fields = fieldsOf(mail, start, end);
  const part = { start, fields, bodyStart, boundary: null };
  const field = fieldOf({ fields }, 'content-type');
  const { value, parameters } = parseField(field ? saidBy(field) : '');
  const type = meantType(value);
  if (type.startsWith('multipart/') && open.length < DEEPEST) {
    const boundary = findBoundary(mail, bodyStart, parameters.get('boundary') ?? joined(parameters), { open, budget });
    if (boundary === null) return { ...part, kind: 'plain' };
    open.push({ boundary, last: `${boundary}--`, isDigest: type === 'multipart/digest' });
    return { ...part, kind: 'multipart', boundary };
  }
  const disposition = fieldOf({ fields }, 'content-disposition');
  if (disposition && /^["']?attachment\b/i.test(saidBy(disposition))) return { ...part, kind: 'other' };
  if (!field && isDigest) return { ...part, kind: 'other' };
  const isNamed = disposition !== undefined || parameters.has('name');
  return { ...part, kind: type === 'text/plain' || (type === '' && !isNamed) ? 'plain' : type === 'text/html' ? 'html' : 'other' };
}

/** A boundary that is written in sections (RFC 2231, 3). */
function joined(parameters: ReadonlyMap<string, string>): string {
  let boundary = '';
  for (let index = 0; parameters.has(`boundary*${index}`); index++) boundary += parameters.get(`boundary*${index}`);
  return boundary;
}

/** The innermost open multipart whose boundary a line is, and whether that is its last one. */
function boundaryAt(line: string, open: readonly OpenMultipart[]): { index: number; isLast: boolean } | null {
  let end = line.length;
  while (end > 2 && WHITE.has(line[end - 1]!)) end--;
  const given = line.slice(2, end);
  const index = open.findLastIndex(({ boundary, last }) => given === boundary || given === last);
  return index < 0 ? null : { index, isLast: given === open[index]!.last };
}

function isBlank(mail: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (mail[at] !== '\r' && mail[at] !== '\n') return false;
  return true;
}

function fieldsOf(mail: string, start: number, end: number): PartField[] {
  const fields: PartField[] = [];
  for (const { 0: text, index } of mail.slice(start, end).matchAll(/[^\r\n]+(?:\r?\n[ \t][^\r\n]*)*/g))
    fields.push({ text, start: start + index, end: start + index + text.length });
  return fields;
}
