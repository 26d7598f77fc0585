import type { ExtractedRow, ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { profileField } from '../terms/field-profile.ts';
import { nothingFound } from '../values/build-value.ts';

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
export function answerMail(context: ExtractionContext, fields: readonly Field[]): Map<string, ExtractedValue | ExtractedRow[]> {
  const headers = context.view.reading.stated_values.filter((value) => value.source === 'mail_header');
  const answers = new Map<string, ExtractedValue | ExtractedRow[]>();
  for (const field of fields) {
    const part = field.type === 'rows' ? null : mailPartOf(field);
    if (!part) continue;
    const found = headers.filter((header) => PATHS[part].test(header.path));
    const texts = found.map((header) => header.value);
    const value = convert(field, part, texts);
    answers.set(
      field.name,
      value === null
        ? nothingFound(part === 'attachments' ? 'The mail has no attachments.' : 'The mail has no such header.', 0.97)
        : given(value, texts.join('; '), found[0]?.path ?? part),
    );
  }
  return answers;
}

const PATHS: Record<MailPart, RegExp> = {
  from_name: /^from\/name$/,
  from_address: /^from\/address$/,
  to: /^to\/\d+\/address$/,
  cc: /^cc\/\d+\/address$/,
  bcc: /^bcc\/\d+\/address$/,
  reply_to: /^reply-to\/\d+\/address$/,
  subject: /^subject$/,
  date: /^date$/,
  attachments: /^attachments\/\d+\/name$/,
  message_id: /^message-id$/,
};

function convert(field: Field, part: MailPart, texts: string[]): Value {
  if (!texts.length) return null;
  if (part === 'date') return field.type === 'date' || field.type === 'string' ? parseDate((texts[0] ?? '').slice(0, 10)) : null;
  if (field.type === 'list') return texts;
  return field.type === 'string' ? texts.join(', ') : null;
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
