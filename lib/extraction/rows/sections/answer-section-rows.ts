import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { loadLabelModel } from '../../labels/load-label-model.ts';
import { LabelMeanings } from '../../scoring/label-meanings.ts';
import type { Scene } from '../../scoring/scene.ts';
import { type FieldProfile, profileField } from '../../terms/field-profile.ts';
import { LabelIndex } from '../../terms/label-index.ts';
import { sectionOfHeading, sectionsAskedFor } from '../../terms/section-names.ts';
import { evidenceOf, nothingFound } from '../../values/build-value.ts';
import { textOfTokens } from '../../view/document-view.ts';
import { FIGURES, readCell } from '../read-cell.ts';
import { assignParts } from './assign-parts.ts';
import { type Block, findBlocks } from './find-blocks.ts';
import { findSection } from './find-section.ts';

/** What is said for cells that are found by their place in an entry. */
const TIMED = 0.8;
const PLACED = 0.7;
/** How sure a heading is that the vocabulary knows. */
const KNOWN = 0.95;

/**
 * Rows of a `rows` field that are the entries of a section: the section is found by its heading, its entries by their times, and the
 * cells by what they are. None where the fields hold figures, or no heading names what is asked for.
 */
export function answerSectionRows(scene: Scene, field: Field): ExtractedRow[] {
  const columns = field.fields ?? [];
  const profiles = columns.map(profileField);
  if (columns.some(({ type }) => FIGURES.has(type) || type === 'boolean')) return [];
  const times = timesOf(profiles);
  const texts = profiles.flatMap((profile, at) => (!Object.values(times).includes(at) && isText(profile) ? [at] : []));
  if (!texts.length) return [];
  const section = findSection(scene, likenessOf(scene, field));
  if (!section) return [];
  const blocks = findBlocks(scene, section);
  const cells = assignParts(scene, blocks, profiles, texts);
  return blocks.map((block, index) => {
    const values = profiles.map((profile, at): ExtractedValue => {
      const range = cells[index]?.get(at);
      if (range) return build(scene, profile, block, range, textOfTokens(scene.view, ...range).replace(/[,;:]$/, ''), PLACED);
      const time = timeOf(block, times, at);
      return time ? build(scene, profile, block, time.range, time.text, TIMED) : nothingFound('The entry has no such part.', 0.6);
    });
    return Object.fromEntries(columns.map(({ name }, at) => [name, values[at] as ExtractedValue]));
  });
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
  if (field < 0) return null;
  if (field === whole)
    return span.end && start < 0 && end < 0
      ? { range: span.range, text: `${span.start.text} – ${span.end.text}` }
      : (span.end ?? span.start);
  if (field === start) return span.start;
  // A single time is the end of what has no begin.
  return field === end ? (span.end ?? (start < 0 ? span.start : null)) : null;
}

function build(
  scene: Scene,
  { field }: FieldProfile,
  block: Block,
  range: readonly [number, number],
  text: string,
  confidence: number,
): ExtractedValue {
  const value = readCell(field, text, scene.pool.habits);
  if (value === null) return nothingFound(`“${text.slice(0, 60)}” does not read as ${field.type}.`, 0.4);
  return {
    value,
    text,
    confidence,
    evidence: evidenceOf(scene.view, [[range[0], range[1]]], block.page),
    candidates: [],
    reason: 'stands in an entry of the section that the rows are called after',
  };
}

/** How sure a heading is of the rows: by the words of the field, by meaning, and by what such sections are called. */
function likenessOf(scene: Scene, field: Field): (start: number, end: number) => number {
  const labels = new LabelIndex(scene.view, [profileField(field)]);
  const meanings = new LabelMeanings(scene.view, [field], loadLabelModel());
  const asked = sectionsAskedFor([field.name, field.label ?? '', field.description ?? '']);
  return (start, end) => {
    const named = sectionOfHeading(textOfTokens(scene.view, start, end));
    if (named && asked.size > 0) return asked.has(named) ? KNOWN : 0;
    return Math.max(labels.match(start, end)[0]?.score ?? 0, meanings.of([start, end])[0]?.chance ?? 0);
  };
}
