import type { Evidence, ExtractedRow, ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { StatedValue } from '#lib/contract/service/reading.ts';
import { containsCentre } from '#lib/document/geometry/box.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import { parseNumber } from '#lib/document/values/parse-number.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { type FieldProfile, profileField } from '../terms/field-profile.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { answerMail } from './answer-mail.ts';
import { HEADER_MEANINGS, LINE_ELEMENT, LINE_MEANINGS, type StatedMeaning } from './e-invoice-paths.ts';

const plainPath = (path: string) => path.replace(/\[\d+\]/g, '');

/** Values that the file states in machine form, for the fields whose meaning is known there. */
export function answerEInvoice(context: ExtractionContext, fields: readonly Field[]): Map<string, ExtractedValue | ExtractedRow[]> {
  const { reading } = context.view;
  const invoice = reading.stated_values.filter((value) => value.source === 'e_invoice');
  if (invoice.length) return answerInvoice(context, fields, invoice);
  if (reading.stated_values.some((value) => value.source === 'mail_header')) return answerMail(context, fields);
  return new Map();
}

function answerInvoice(
  context: ExtractionContext,
  fields: readonly Field[],
  stated: StatedValue[],
): Map<string, ExtractedValue | ExtractedRow[]> {
  const answers = new Map<string, ExtractedValue | ExtractedRow[]>();
  const header = stated.filter((value) => !LINE_ELEMENT.test(value.path));
  const isOrder = /^(?:SCRDMCCBDACIOM|Order)/.test(stated[0]?.path ?? '');
  for (const field of fields) {
    if (field.type === 'rows') {
      const rows = answerLines(context, field, stated);
      if (rows.length) answers.set(field.name, rows);
      continue;
    }
    const profile = profileField(field);
    const meanings = meaningsOf(profile, isOrder);
    if (!meanings.length) continue;
    const found = findStated(header, meanings);
    if (found) answers.set(field.name, answerOf(context, field, found));
    else answers.set(field.name, nothingFound('The e-invoice inside the file does not state it.', 0.95));
  }
  return answers;
}

/** Elements that mean the field, by concept and party. */
function meaningsOf(profile: FieldProfile, isOrder: boolean): StatedMeaning[] {
  const ids = new Map(profile.concepts.filter(({ score }) => score > 0.6).map(({ id, score }) => [id, score]));
  const top = profile.concepts[0]?.score ?? 0;
  const wants = (id: string) => (ids.get(id) ?? 0) >= Math.max(0.75, top - 0.05);
  return HEADER_MEANINGS.filter((entry) => {
    if (entry.concept === 'party_name') return profile.kind === 'name' && profile.role === entry.role;
    if (entry.concept === 'vat_id' || entry.concept === 'tax_number') return profile.role === entry.role && wants(entry.concept);
    if (entry.concept === 'order_number_own') return isOrder && wants('order_number');
    if (entry.concept === 'order_number') return !isOrder && wants('order_number');
    return wants(entry.concept);
  });
}

function findStated(values: readonly StatedValue[], meanings: readonly StatedMeaning[]): StatedValue | null {
  for (const meaning of meanings)
    for (const value of values) {
      if (!meaning.path.test(plainPath(value.path))) continue;
      if (meaning.scheme && !meaning.scheme.test(value.attributes?.schemeID ?? '')) continue;
      return value;
    }
  return null;
}

function convert(field: Field | RowField, stated: StatedValue): Value {
  switch (field.type) {
    case 'date':
      return parseDate(stated.value) ?? parseDate(stated.value.slice(0, 10)) ?? null;
    case 'money':
    case 'number':
    case 'integer':
    case 'percentage':
      return parseNumber(stated.value, '.');
    case 'enum':
      return field.enum?.find((option) => textKey(option) === textKey(stated.value)) ?? null;
    default:
      return stated.value.replace(/\s+/g, ' ').trim();
  }
}

function answerOf(context: ExtractionContext, field: Field, stated: StatedValue): ExtractedValue {
  const value = convert(field, stated);
  if (value === null) return nothingFound(`The e-invoice states “${stated.value.slice(0, 60)}”, which does not fit the field.`, 0.5);
  const shown = context.pool.candidates.find((candidate) =>
    typeof value === 'string' && typeof candidate.value === 'string'
      ? textKey(candidate.value) === textKey(value)
      : candidate.value === value,
  );
  const evidence = stated.shown ? [placeOf(context, stated)] : shown ? evidenceOf(context.view, shown.ranges, shown.page, shown.box) : [];
  return {
    value,
    text: stated.value,
    confidence: 0.99,
    evidence: evidence.length ? evidence.map((entry) => ({ ...entry, stated: stated.path })) : [placeOf(context, stated)],
    candidates: [],
    reason: 'stated by the e-invoice inside the file',
    ...(stated.attributes?.currencyID && field.type === 'money' ? { currency: stated.attributes.currencyID } : {}),
  };
}

/** Where a stated value is shown; without a box when no page shows it. */
function placeOf(context: ExtractionContext, { path, value, shown }: StatedValue): Evidence {
  const page = shown && context.view.reading.pages.find(({ number }) => number === shown.page);
  if (!shown || !page) return { page: 1, box: null, text: value, stated: path };
  const words = page.words.flatMap(({ box }, index) => (containsCentre(shown.box, box) ? [index] : []));
  return { page: shown.page, box: shown.box, text: shown.text, stated: path, ...(words.length > 0 ? { words } : {}) };
}

function answerLines(context: ExtractionContext, field: Field, stated: readonly StatedValue[]): ExtractedRow[] {
  const byLine = new Map<string, StatedValue[]>();
  for (const value of stated) {
    const match = LINE_ELEMENT.exec(value.path);
    if (!match) continue;
    const key = match[1] ?? '0';
    byLine.set(key, [...(byLine.get(key) ?? []), value]);
  }
  const columns = (field.fields ?? []).map((column) => {
    const profile = profileField(column);
    const ids = new Set(profile.concepts.filter(({ score }) => score >= (profile.concepts[0]?.score ?? 0) - 0.05).map(({ id }) => id));
    return { column, meanings: LINE_MEANINGS.filter((meaning) => ids.has(meaning.concept)) };
  });
  return [...byLine.values()].map((values) =>
    Object.fromEntries(
      columns.map(({ column, meanings }) => {
        const found = findStated(values, meanings);
        const value = found ? convert(column, found) : null;
        const entry: ExtractedValue =
          found && value !== null
            ? {
                value,
                text: found.value,
                confidence: 0.99,
                evidence: [placeOf(context, found)],
                candidates: [],
              }
            : nothingFound('The e-invoice inside the file does not state it.', 0.95);
        return [column.name, entry];
      }),
    ),
  );
}
