import { type Field, isWellFormed, parseField, writeField } from '#lib/contract/http/parse-field.ts';
import { fieldOf, listParts, meantType, type Part, type PartField, saidBy } from './list-parts.ts';

/** Bytes: larger mails are mostly attachments, and stay as they are. */
const LARGEST_MAIL = 32 * 1024 * 1024;

/**
 * Writes those fields anew that say in a broken way what a part of a mail is (`Content-Type`, `Content-Disposition`): signs that
 * are missing, media types that are half or none, boundaries that never come. Only these fields change.
 */
export function mendTypes(mail: Buffer): Buffer {
  if (mail.length > LARGEST_MAIL) return mail;
  const latin = mail.toString('latin1');
  let mended = '';
  let copied = 0;
  for (const part of listParts(latin)) {
    for (const { field, text } of mendedFields(part).sort((a, b) => a.field.start - b.field.start)) {
      mended += latin.slice(copied, field.start) + text;
      copied = field.end;
    }
  }
  return copied === 0 ? mail : Buffer.from(mended + latin.slice(copied), 'latin1');
}

type Mended = { field: PartField; text: string };

function mendedFields(part: Part): Mended[] {
  const [type, disposition] = [fieldOf(part, 'content-type'), fieldOf(part, 'content-disposition')];
  const mended: Mended[] = [];
  if (type) {
    const parsed = parseField(saidBy(type));
    const meant = { ...parsed, value: typeOf(part, parsed, disposition !== undefined) };
    if (part.kind === 'multipart') meant.parameters = new Map([...parsed.parameters, ['boundary', part.boundary ?? '']]);
    const same = meant.value === parsed.value && (part.kind !== 'multipart' || statesBoundary(parsed, part.boundary));
    if (!same || !isWellFormed(saidBy(type))) mended.push({ field: type, text: `Content-Type: ${writeField(meant)}` });
  }
  if (disposition && !isWellFormed(saidBy(disposition))) {
    const parsed = parseField(saidBy(disposition));
    if (parsed.value !== '') mended.push({ field: disposition, text: `Content-Disposition: ${writeField(parsed)}` });
  }
  return mended;
}

/** The media type of a part. One that has none is a text, or an unknown file when it has a name (RFC 2045, 5.2). */
function typeOf({ kind }: Part, { value, parameters }: Field, isDisposed: boolean): string {
  const meant = meantType(value);
  if (meant.startsWith('multipart/') && kind === 'plain') return 'text/plain';
  if (meant !== '') return meant;
  return isDisposed || parameters.has('name') ? 'application/octet-stream' : 'text/plain';
}

function statesBoundary({ parameters }: Field, boundary: string | null): boolean {
  const stated = parameters.get('boundary');
  return stated === undefined ? parameters.has('boundary*0') : stated.trimEnd() === boundary;
}
