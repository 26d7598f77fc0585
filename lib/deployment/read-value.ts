import { ownValue } from '#lib/contract/json/own-value.ts';
import { type Candidate, type Evidence, type ExtractedValue, evidenceSchema, type Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { isRecord } from './read-status.ts';

/** Turns text into a value of the field's type; undefined when the text is none. */
export type ParseText = (field: Field | RowField, text: string) => Value | undefined;

/** What a value has until its deployment says how sure it is. */
const NO_CONFIDENCE = { confidence: 0, support: 'alone' } as const;
const WORDS: Record<string, number> = { very_high: 0.97, high: 0.9, medium: 0.6, moderate: 0.6, low: 0.3, very_low: 0.1 };
const VALUE_KEYS = [
  'value',
  'normalized_value',
  'normalizedValue',
  'normalized',
  'parsed',
  'answer',
  'valueString',
  'valueNumber',
  'valueInteger',
  'valueDate',
  'valueBoolean',
  'valueCurrency',
  'valueArray',
  'valueObject',
  'content',
  'text',
  'mentionText',
  'raw',
  'raw_value',
];
const TEXT_KEYS = ['text', 'raw', 'raw_value', 'raw_text', 'content', 'mentionText', 'source_text', 'original', 'valueString'];
const CONFIDENCE_KEYS = ['confidence', 'score', 'probability', 'certainty', 'confidence_score', 'confidenceScore'];
const EVIDENCE_KEYS = ['evidence', 'citations', 'references', 'sources', 'locations'];
const CANDIDATE_KEYS = ['candidates', 'alternatives', 'options'];
const AMOUNT_KEYS = ['amount', 'number', 'value'];
const CURRENCY_KEYS = ['currency', 'currency_code', 'currencyCode', 'currencySymbol', 'unit'];
/** Characters of a text, or of all texts of a list; longer ones are no value of a field, but are listed. */
const LONGEST_TEXT = 50_000;
/** Descriptions of an entry that say nothing about the document. */
const QUIET = new Set(['type', 'name', 'label', 'field', 'key', 'id', 'reason', 'currency', 'kind', 'flags']);

/** A value with what did not fit: JSON Pointer below the value → what stands there. */
export type ReadValue = { value: ExtractedValue; unfitting: Record<string, unknown> };

/**
 * Reads one value of a job's answer, bare (`5`, `"x"`) or wrapped (`{"value": 5, "confidence": 0.9, …}`, a list of
 * candidates), as a value of the field's type. What cannot be taken is listed.
 */
export function readValue(field: Field | RowField, given: unknown, parseText?: ParseText): ReadValue {
  if (Array.isArray(given) && field.type !== 'list') return readCandidates(field, given, parseText);
  if (!isRecord(given)) return plain(field, given, {}, parseText);
  const key = VALUE_KEYS.find((name) => name in given && given[name] !== undefined && (given[name] !== null || name === 'value'));
  const money =
    field.type === 'money' ? AMOUNT_KEYS.find((name) => typeof given[name] === 'number' || typeof given[name] === 'string') : undefined;
  const chosen = money ?? key;
  if (chosen === undefined) return plain(field, null, Object.keys(given).length > 0 ? { '': given } : {}, parseText);
  const inner = given[chosen];
  if (isRecord(inner) || (Array.isArray(inner) && field.type !== 'list')) {
    const read = readValue(field, inner, parseText);
    return { value: describe(given, read.value), unfitting: read.unfitting };
  }
  const read = plain(field, inner, {}, parseText);
  const known = new Set([
    ...VALUE_KEYS,
    ...TEXT_KEYS,
    ...CONFIDENCE_KEYS,
    ...EVIDENCE_KEYS,
    ...CANDIDATE_KEYS,
    ...AMOUNT_KEYS,
    ...CURRENCY_KEYS,
    ...QUIET,
  ]);
  for (const [name, value] of Object.entries(given)) if (!known.has(name) && value !== null) read.unfitting[`/${name}`] = value;
  for (const name of EVIDENCE_KEYS)
    if (name in given && readEvidence(given).length === 0 && hasContent(given[name])) read.unfitting[`/${name}`] = given[name];
  return { value: describe(given, read.value), unfitting: read.unfitting };
}

/** The value with the text, confidence, places and currency that its wrapper tells. */
function describe(given: Record<string, unknown>, value: ExtractedValue): ExtractedValue {
  const text = TEXT_KEYS.map((name) => given[name]).find(
    (entry) => typeof entry === 'string' && entry !== '' && entry.length <= LONGEST_TEXT,
  );
  const confidence = readConfidence(CONFIDENCE_KEYS.map((name) => given[name]).find((entry) => entry !== undefined && entry !== null));
  const currency = CURRENCY_KEYS.map((name) => given[name]).find((entry) => typeof entry === 'string' && /^[A-Z]{3}$/.test(entry));
  const evidence = readEvidence(given);
  return {
    ...(confidence === null ? value : withConfidence(value, confidence)),
    ...(typeof text === 'string' ? { text } : {}),
    ...(evidence.length > 0 ? { evidence } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
    ...(typeof given.reason === 'string' ? { reason: given.reason } : {}),
  };
}

function withConfidence({ support: _none, ...value }: ExtractedValue, confidence: number): ExtractedValue {
  return { ...value, confidence };
}

function plain(field: Field | RowField, given: unknown, unfitting: Record<string, unknown>, parseText: ParseText | undefined): ReadValue {
  const isTooLong = lengthOf(given) > LONGEST_TEXT;
  const value = given === undefined || given === null || given === '' ? null : isTooLong ? undefined : toType(field, given, parseText);
  if (value === undefined) {
    return {
      value: {
        value: null,
        text: isTooLong ? null : textOf(given),
        ...NO_CONFIDENCE,
        evidence: [],
        candidates: [],
        reason: `The document service returned ${isTooLong ? 'a text that is too long for a field' : `a value that is not a valid ${field.type}`}.`,
      },
      unfitting: { ...unfitting, '': given },
    };
  }
  return {
    value: {
      value,
      text: textOf(given),
      ...NO_CONFIDENCE,
      evidence: [],
      candidates: [],
      reason: value === null ? 'The document service found nothing.' : 'From the document service.',
    },
    unfitting,
  };
}

function lengthOf(given: unknown): number {
  if (typeof given === 'string') return given.length;
  return Array.isArray(given) ? given.reduce((sum: number, entry) => sum + lengthOf(isRecord(entry) ? entry.value : entry), 0) : 0;
}

function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given === '' ? null : given;
  return typeof given === 'number' ? String(given) : null;
}

/** A list for a single value: the surest entry is the value, the others are candidates; of bare ones nobody says that they were meant so. */
function readCandidates(field: Field | RowField, given: unknown[], parseText: ParseText | undefined): ReadValue {
  const read = given.map((entry) => readValue(field, entry, parseText));
  const best = read.reduce((a, b) => (b.value.confidence > a.value.confidence ? b : a), read[0] ?? plain(field, null, {}, parseText));
  const candidates = read.filter((entry) => entry !== best && entry.value.value !== null).map((entry) => toCandidate(entry.value));
  const unfitting: Record<string, unknown> = {};
  for (const [at, entry] of read.entries()) {
    if (entry !== best && !isRecord(given[at]) && given[at] !== null) unfitting[`/${at}`] = given[at];
    else for (const [below, rest] of Object.entries(entry.unfitting)) unfitting[`/${at}${below}`] = rest;
  }
  return { value: { ...best.value, candidates: [...best.value.candidates, ...candidates] }, unfitting };
}

function toCandidate({ value, text, confidence, support, evidence }: ExtractedValue): Candidate {
  return { value, text, confidence, ...(support ? { support } : {}), evidence };
}

/** The value in the field's type, or undefined when it is of another. */
function toType(field: Field | RowField, given: unknown, parseText: ParseText | undefined): Value | undefined {
  if (field.type === 'list') {
    const list = Array.isArray(given) ? given.map((entry) => (isRecord(entry) ? entry.value : entry)) : [given];
    return list.every((entry) => typeof entry === 'string' || typeof entry === 'number') ? list.map(String) : undefined;
  }
  if (typeof given === 'string') {
    const parsed = parseText?.(field, given);
    return parsed === undefined ? parsePlain(field.type, given.trim()) : parsed;
  }
  if (typeof given === 'number') {
    if (['money', 'number', 'percentage'].includes(field.type)) return given;
    if (field.type === 'integer') return Number.isInteger(given) ? given : undefined;
    return field.type === 'string' || field.type === 'enum' ? String(given) : undefined;
  }
  if (typeof given === 'boolean') return field.type === 'boolean' ? given : field.type === 'string' ? String(given) : undefined;
  return undefined;
}

/** Text in the notation of JSON and ISO 8601 only; other notations are for `parseText`. */
function parsePlain(type: Field['type'], text: string): Value | undefined {
  switch (type) {
    case 'string':
    case 'enum':
      return text;
    case 'date':
      return /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(text) ? text.slice(0, 10) : undefined;
    case 'boolean':
      return /^(true|yes)$/i.test(text) ? true : /^(false|no)$/i.test(text) ? false : undefined;
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'percentage':
      return /^-?\d+(\.\d+)?\s*%?$/.test(text) ? Number.parseFloat(text) : undefined;
    default:
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  }
}

/** 0 to 1 from any usual scale: fractions, percentages, words. */
function readConfidence(given: unknown): number | null {
  if (typeof given === 'string') {
    const word = ownValue(
      WORDS,
      given
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    );
    return word ?? (/^[\d.]+\s*%?$/.test(given) ? readConfidence(Number.parseFloat(given) / (given.includes('%') ? 100 : 1)) : null);
  }
  if (typeof given !== 'number' || !Number.isFinite(given) || given < 0) return null;
  return given <= 1 ? given : given <= 100 ? given / 100 : null;
}

/** Places in our own form only: boxes of unknown scale would point at the wrong spot. */
function readEvidence(given: Record<string, unknown>): Evidence[] {
  const list = [EVIDENCE_KEYS.map((name) => given[name]).find((entry) => entry !== undefined)].flat();
  return list.flatMap((entry) => {
    const parsed = evidenceSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
}
