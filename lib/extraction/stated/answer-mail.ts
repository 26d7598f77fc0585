import type { ExtractedRow, ExtractedValue, Value } from '#lib/contract/extraction.ts';
import type { Field } from '#lib/contract/extraction-schema.ts';
import { isoDate, parseDate } from '#lib/document/parse-date.ts';
import { parseMonth } from '#lib/document/parse-months.ts';
import { nothingFound } from '../answers/build-value.ts';
import type { Scene } from '../scoring/scene.ts';
import { profileField } from '../terms/field-profile.ts';

type Address = { name: string; address: string };

/** Splits the value of an address header into names and addresses; groups ("Team: a@x, b@y;") are opened. */
export function parseAddresses(header: string): Address[] {
  const out: Address[] = [];
  let name = '';
  let address = '';
  let quoted = false;
  let angle = false;
  let comment = 0;
  let bare = '';
  let note = '';
  const flush = () => {
    const plain = bare.trim();
    if (!address && /@/.test(plain)) address = plain.split(/\s+/).find((word) => word.includes('@')) ?? '';
    else if (address || plain) name ||= plain;
    if (address || name) out.push({ name: (name || note).replace(/\s+/g, ' ').trim(), address: address.trim() });
    name = address = bare = note = '';
  };
  for (let at = 0; at < header.length; at++) {
    const char = header[at] ?? '';
    if (quoted) {
      if (char === '\\') name += header[++at] ?? '';
      else if (char === '"') quoted = false;
      else name += char;
    } else if (comment) {
      if (char === '(') comment++;
      if (char === ')') comment--;
      if (comment) note += char;
    } else if (angle) {
      if (char === '>') angle = false;
      else address += char;
    } else if (char === '"') {
      quoted = true;
      name = bare.trim() ? `${bare.trim()} ` : '';
      bare = '';
    } else if (char === '(') comment = 1;
    else if (char === '<') {
      angle = true;
      if (bare.trim()) name = `${name} ${bare.trim()}`.trim();
      bare = '';
    } else if (char === ',' || char === ';') flush();
    else if (char === ':' && !/@/.test(bare)) bare = '';
    else bare += char;
  }
  flush();
  return out.filter((entry) => entry.address || entry.name);
}

/** The sender's calendar date of a `Date` header, ISO, or null. */
export function parseMailDate(header: string): string | null {
  const match = /(\d{1,2})[\s-]+(\p{L}{3,9})\.?[\s-]+(\d{4}|\d{2})/u.exec(header);
  const month = match ? parseMonth(match[2] ?? '') : null;
  if (match && month) {
    const year = Number(match[3]);
    return isoDate(year < 100 ? (year < 70 ? 2000 + year : 1900 + year) : year, month, Number(match[1]));
  }
  const iso = /\d{4}-\d{2}-\d{2}/.exec(header);
  return iso ? parseDate(iso[0]) : parseDate(header, 'mdy');
}

type MailPart = 'from_name' | 'from_address' | 'to' | 'cc' | 'bcc' | 'reply_to' | 'subject' | 'date' | 'attachments' | 'message_id';

/** Which part of a mail a field asks for, or null. */
export function mailPartOf(field: Field): MailPart | null {
  const text = ` ${`${field.name} ${field.label}`.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')} `.toLowerCase();
  const all = `${text} ${field.description.toLowerCase()} `;
  if (/attach|anlage|anhang|file names?/.test(all)) return 'attachments';
  if (/\bsubject|betreff|objet|asunto|oggetto|onderwerp|temat/.test(all)) return 'subject';
  if (/message.?id/.test(text)) return 'message_id';
  if (/\bb ?cc\b|blind copy/.test(text)) return 'bcc';
  if (/\bcc\b|\bcopy\b|kopie/.test(text) || /in copy/.test(all)) return 'cc';
  if (/reply/.test(text)) return 'reply_to';
  if (field.type === 'date' && (profileField(field).tags.has('date') || /sent|gesendet/.test(all))) return 'date';
  if (/\bfrom\b|sender|absender|exp[eé]diteur|remitente|mittente|afzender|nadawca/.test(all))
    return /address|e.?mail\b(?! message)/.test(text) || field.format === 'email' || /address of/.test(all) ? 'from_address' : 'from_name';
  if (/\bto\b|recipient|empf[aä]nger|destinataire/.test(text) || /main recipients/.test(all)) return 'to';
  return null;
}

/** Answers fields from the headers and attachments of a mail. Fields that ask for something else are left out. */
export function answerMail(scene: Scene, fields: readonly Field[]): Map<string, ExtractedValue | ExtractedRow[]> {
  const { reading } = scene.view;
  const header = (name: string) =>
    reading.stated_values.filter(
      (value) =>
        value.source === 'mail_header' &&
        value.path
          .replace(/\[\d+\]$/, '')
          .split('/')
          .at(-1)
          ?.toLowerCase() === name,
    );
  const answers = new Map<string, ExtractedValue | ExtractedRow[]>();
  for (const field of fields) {
    const part = field.type === 'rows' ? null : mailPartOf(field);
    if (!part) continue;
    if (part === 'attachments') {
      const names = reading.attachments.map((attachment) => attachment.name).filter(Boolean);
      answers.set(
        field.name,
        names.length ? given(names, names.join('; '), 'attachments') : nothingFound('The mail has no attachments.', 0.97),
      );
      continue;
    }
    const name = {
      from_name: 'from',
      from_address: 'from',
      reply_to: 'reply-to',
      message_id: 'message-id',
      to: 'to',
      cc: 'cc',
      bcc: 'bcc',
      subject: 'subject',
      date: 'date',
    }[part];
    const found = header(name);
    const text = found.map((value) => value.value).join(', ');
    const path = found[0]?.path ?? name;
    let value: Value = null;
    if (found.length) {
      const addresses = ['from', 'to', 'cc', 'bcc', 'reply-to'].includes(name) ? parseAddresses(text) : [];
      if (part === 'from_name') value = addresses[0]?.name || null;
      else if (part === 'from_address' || part === 'reply_to') value = addresses[0]?.address || null;
      else if (part === 'date') value = parseMailDate(found[0]?.value ?? '');
      else if (part === 'subject' || part === 'message_id') value = found[0]?.value.trim() || null;
      else {
        const list = addresses.map((entry) => entry.address).filter(Boolean);
        value = list.length ? (field.type === 'list' ? list : list.join(', ')) : null;
      }
      if (field.type === 'list' && typeof value === 'string') value = [value];
      if (field.type === 'date' && part !== 'date') value = null;
    }
    answers.set(field.name, value === null ? nothingFound('The mail has no such header.', 0.97) : given(value, text, path));
  }
  return answers;
}

function given(value: Value, text: string, path: string): ExtractedValue {
  return {
    value,
    text,
    confidence: 0.98,
    evidence: [{ page: 1, box: null, text, stated: path }],
    candidates: [],
    reason: 'stated in the head of the mail',
  };
}
