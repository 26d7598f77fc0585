import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { loadLabelModel } from '../../labels/load-label-model.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { LabelMeanings } from '../../scoring/label-meanings.ts';
import { type FieldProfile, profileField } from '../../terms/field-profile.ts';
import { LabelIndex } from '../../terms/label-index.ts';
import { sectionOfHeading, sectionsAskedFor } from '../../terms/section-names.ts';
import { familiesOfPhrase, isFiller } from '../../terms/vocabulary.ts';
import { evidenceOf, nothingFound } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';
import { FIGURES, readCell } from '../cells/read-cell.ts';
import { assignParts } from './assign-parts.ts';
import { type Block, findBlocks } from './find-blocks.ts';
import { findItems, textOfItem } from './find-items.ts';
import { findRecords } from './find-records.ts';
import { findSection, type Section } from './find-section.ts';

/** What is said for cells that are found by their place in an entry. */
const TIMED = 0.8;
const PLACED = 0.7;
const LABELLED = 0.8;
const LISTED = 0.5;
/** How sure a heading is that the vocabulary knows. */
const KNOWN = 0.95;
/** How sure a heading is that says nothing but words of the field. */
const SAID = 0.6;

/** Where the text of a cell stands and how sure it is. */
type EntryCell = { ranges: [number, number][]; text: string; confidence: number };
/** An entry of a section or a record: its page and what is found of the fields. */
type Entry = { page: number; cells: Map<number, EntryCell> };

const OF_SECTION = 'stands in an entry of the section that the rows are called after';
const OF_RECORD = 'stands behind its label, as in the other records';

/**
 * Rows of a `rows` field that are the entries of a section: the section is found by its heading, its entries by their times, and the
 * cells by what they are; or else the items of the section's list. None where the fields hold figures, or no heading names what is
 * asked for.
 */
export function answerSectionRows(context: ExtractionContext, field: Field): ExtractedRow[] {
  const columns = field.fields ?? [];
  const profiles = columns.map(profileField);
  if (columns.some(({ type }) => FIGURES.has(type) && type !== 'integer')) return [];
  const times = timesOf(profiles);
  const texts = profiles.flatMap((profile, at) => (!Object.values(times).includes(at) && isText(profile) ? [at] : []));
  if (!texts.length) return [];
  const section = findSection(context, likenessOf(context, field));
  if (!section) return [];
  const blocks = findBlocks(context, section);
  const entries = blocks.length
    ? entriesOfBlocks(context, blocks, profiles, times, texts)
    : entriesOfItems(context, section, profiles, texts);
  return entries.map((entry) => buildRow(context, entry, profiles, OF_SECTION));
}

/** Rows of a `rows` field that are printed as records one under the other, each with the same labels before its values. */
export function answerRecordRows(context: ExtractionContext, field: Field): ExtractedRow[] {
  const profiles = (field.fields ?? []).map(profileField);
  return findRecords(context, profiles).map(({ page, cells }) => {
    const found = [...cells].map(([at, range]): [number, EntryCell] => [
      at,
      { ranges: [range], text: textOfTokens(context.view, ...range), confidence: LABELLED },
    ]);
    return buildRow(context, { page, cells: new Map(found) }, profiles, OF_RECORD);
  });
}

function entriesOfBlocks(
  context: ExtractionContext,
  blocks: readonly Block[],
  profiles: readonly FieldProfile[],
  times: Times,
  texts: readonly number[],
): Entry[] {
  const parts = assignParts(context, blocks, profiles, texts);
  return blocks.map((block, index) => {
    const cells = new Map<number, EntryCell>();
    profiles.forEach((_, at) => {
      const range = parts[index]?.get(at);
      const time = timeOf(block, times, at);
      if (range) cells.set(at, { ranges: [range], text: textOfTokens(context.view, ...range).replace(/[,;:]$/, ''), confidence: PLACED });
      else if (time) cells.set(at, { ranges: [[time.range[0], time.range[1]]], text: time.text, confidence: TIMED });
    });
    return { page: block.page, cells };
  });
}

/** The items of a list as entries: its text, or the parts of its first line where several texts are asked for, and its number. */
function entriesOfItems(
  context: ExtractionContext,
  section: Section,
  profiles: readonly FieldProfile[],
  texts: readonly number[],
): Entry[] {
  const items = findItems(context, section);
  const number = texts.length > 1 ? texts.find((at) => profiles[at]?.kind === 'identifier' || profiles[at]?.tags.has('number')) : undefined;
  const others = texts.filter((at) => at !== number);
  const blocks = items.map(({ page, lines }) => ({ page, span: null, head: [{ offset: 0, pieces: lines.slice(0, 1) }] }));
  const parts = others.length > 1 ? assignParts(context, blocks, profiles, others) : null;
  return items.map((item, index) => {
    const cells = new Map<number, EntryCell>();
    if (number !== undefined && item.number) {
      const text = textOfTokens(context.view, ...item.number).replace(/^\(|[.)]+$/g, '');
      cells.set(number, { ranges: [item.number], text, confidence: PLACED });
    }
    for (const at of others) {
      const range = parts?.[index]?.get(at);
      if (range) cells.set(at, { ranges: [range], text: textOfTokens(context.view, ...range), confidence: LISTED });
      else if (!parts) cells.set(at, { ranges: item.lines, text: textOfItem(context.view, item), confidence: PLACED });
    }
    return { page: item.page, cells };
  });
}

function buildRow(context: ExtractionContext, { page, cells }: Entry, profiles: readonly FieldProfile[], reason: string): ExtractedRow {
  return Object.fromEntries(
    profiles.map(({ field }, at): [string, ExtractedValue] => {
      const cell = cells.get(at);
      if (!cell) return [field.name, nothingFound('The entry has no such part.', 0.6)];
      const { ranges, text, confidence } = cell;
      const value = readCell(field, text, context.pool.locale);
      if (value === null) return [field.name, nothingFound(`“${text.slice(0, 60)}” does not read as ${field.type}.`, 0.4)];
      return [field.name, { value, text, confidence, evidence: evidenceOf(context.view, ranges, page), candidates: [], reason }];
    }),
  );
}

function isText({ field }: FieldProfile): boolean {
  return field.type === 'string' || field.type === 'list' || field.type === 'enum';
}

/** Fields for the begin, the end and the whole of an entry's time; -1 for one that the schema lacks. */
type Times = { start: number; end: number; whole: number };

const WHOLE =
  /\b(?:dates?|period|duration|years?|time|when|zeitraum|dauer|jahre?|datum|periode|annees?|fechas?|periodo|anni|jaren|okres)\b/;

function timesOf(profiles: readonly FieldProfile[]): Times {
  const find = (test: (profile: FieldProfile) => boolean) =>
    profiles.findIndex((profile) => (profile.field.type === 'date' || isText(profile)) && test(profile));
  const start = find(({ tags, field }) => tags.has('start') && !tags.has('end') && field.type !== 'list');
  const end = find(({ tags, field }) => tags.has('end') && !tags.has('start') && field.type !== 'list');
  const whole = profiles.findIndex(
    ({ field }, at) => at !== start && at !== end && (field.type === 'date' || WHOLE.test(field.name.toLowerCase().replace(/_/g, ' '))),
  );
  return { start, end, whole };
}

function timeOf({ span }: Block, { start, end, whole }: Times, field: number) {
  if (!span) return null;
  if (field === whole)
    return span.end && start < 0 && end < 0
      ? { range: span.range, text: `${span.start.text} – ${span.end.text}` }
      : (span.end ?? span.start);
  if (field === start) return span.start;
  // A single time is the end of what has no begin.
  return field === end ? (span.end ?? (start < 0 ? span.start : null)) : null;
}

/** How sure a heading is of the rows: by the words of the field, by meaning, and by what such sections are called. */
function likenessOf(context: ExtractionContext, field: Field): (start: number, end: number) => number {
  const labels = new LabelIndex(context.view, [profileField(field)]);
  const meanings = new LabelMeanings(context.view, [field], loadLabelModel());
  const asked = sectionsAskedFor([field.name, field.label ?? '', field.description ?? '']);
  const { tags } = profileField(field);
  return (start, end) => {
    const named = sectionOfHeading(textOfTokens(context.view, start, end));
    if (named && asked.size > 0) return asked.has(named) ? KNOWN : 0;
    const families = familiesOfPhrase(textOfTokens(context.view, start, end));
    if (families.length > 0 && families.every((family) => tags.has(family) && !isFiller(family))) return SAID;
    return Math.max(labels.match(start, end)[0]?.score ?? 0, meanings.of([start, end])[0]?.chance ?? 0);
  };
}
