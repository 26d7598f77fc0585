/** A header field with its folded lines; `start` and `end` are where it stands in the mail, without its last line end. */
type Field = { text: string; start: number; end: number };

/** A part of a mail that is shown as its text. All numbers are places in the mail. */
export type TextPart = { start: number; fields: readonly Field[]; isHtml: boolean; bodyStart: number; bodyEnd: number };

type Multipart = { boundary: string; last: string; isDigest: boolean };

const WHITE = new Set([' ', '\t', '\r', '\n']);
const DEEPEST = 200;
const LONGEST_HEAD = 1024 * 1024;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i;

/** The first header field of that name, as the parser of mails takes it; undefined when there is none. */
export function fieldOf({ fields }: Pick<TextPart, 'fields'>, name: string): Field | undefined {
  return fields.find(({ text }) => text.slice(0, text.indexOf(':')).trim().toLowerCase() === name);
}

/**
 * The text parts of a mail in their order (RFC 2046, 5.1): header blocks are those at its top and right behind the boundary lines
 * that these announce. What looks like a header in a body, in an attachment, or in a mail within the mail is none.
 * @param mail a character for each byte
 */
export function* listTextParts(mail: string): Generator<TextPart> {
  const open: Multipart[] = [];
  let start = 0;
  /** Of a part whose header was read and that is text. */
  let text: Omit<TextPart, 'bodyEnd'> | null = null;
  let isHead = true;
  let isDigest = false;
  for (let at = 0; at < mail.length; ) {
    const found = mail.indexOf('\n', at);
    const next = found < 0 ? mail.length : found + 1;
    const depth = mail.startsWith('--', at) ? boundaryAt(mail.slice(at, next), open) : null;
    if (depth) {
      if (text) yield { ...text, bodyEnd: at };
      text = null;
      isHead = !depth.isLast;
      isDigest = open[depth.index]!.isDigest;
      open.length = depth.isLast ? depth.index : depth.index + 1;
      start = next;
    } else if (isHead && isBlank(mail, at, next)) {
      isHead = false;
      const fields = fieldsOf(mail, start, Math.min(at, start + LONGEST_HEAD));
      const kind = kindOf({ fields }, isDigest);
      if (kind.multipart && open.length < DEEPEST) open.push(kind.multipart);
      if (kind.text && at - start <= LONGEST_HEAD) text = { start, fields, isHtml: kind.text === 'html', bodyStart: next };
    }
    at = next;
  }
  if (text) yield { ...text, bodyEnd: mail.length };
}

/** The innermost open multipart whose boundary a line is, and whether that is its last one. */
function boundaryAt(line: string, open: readonly Multipart[]): { index: number; isLast: boolean } | null {
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

function fieldsOf(mail: string, start: number, end: number): Field[] {
  const fields: Field[] = [];
  for (const { 0: text, index } of mail.slice(start, end).matchAll(/[^\r\n]+(?:\r?\n[ \t][^\r\n]*)*/g))
    fields.push({ text, start: start + index, end: start + index + text.length });
  return fields;
}

function kindOf(part: Pick<TextPart, 'fields'>, isDigest: boolean): { multipart?: Multipart; text?: 'plain' | 'html' } {
  const type = fieldOf(part, 'content-type')?.text;
  const value = type?.slice(type.indexOf(':') + 1).trim();
  const multipart = /^multipart\/([\w-]+)/i.exec(value ?? '');
  const boundary = multipart && BOUNDARY.exec(value ?? '');
  if (multipart && boundary) {
    const each = (boundary[1] ?? boundary[2] ?? '').trimEnd();
    return { multipart: { boundary: each, last: `${each}--`, isDigest: multipart[1]!.toLowerCase() === 'digest' } };
  }
  if (/^[^:]*:\s*attachment\b/i.test(fieldOf(part, 'content-disposition')?.text ?? '')) return {};
  if (value === undefined) return isDigest ? {} : { text: 'plain' };
  const text = /^text\/(plain|html)\b/i.exec(value)?.[1]?.toLowerCase();
  return text === 'plain' || text === 'html' ? { text } : {};
}
