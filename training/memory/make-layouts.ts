import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { createRandom } from '../learning/random.ts';
import { DocumentWriter } from '../synthetic/document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeName, makePerson, type Pick } from '../synthetic/random-values.ts';
import type { StreamDocument } from './draw-streams.ts';

/** Layouts of a schema, and documents of a layout. */
const [LAYOUTS, DOCUMENTS] = [3, 3];
/** Share of the words of a bad scan that have a slip. */
const SLIPS = 0.06;
const CONFUSED: Record<string, string> = { o: '0', l: '1', i: '1', e: 'c', m: 'n', a: 'o', s: '5', b: '6', n: 'm', t: 'l' };

type Kind = 'company' | 'person' | 'place' | 'code' | 'date' | 'money' | 'number';
const FIELDS: [name: string, kind: Kind][] = [
  ['party', 'company'],
  ['holder', 'person'],
  ['site', 'place'],
  ['reference', 'code'],
  ['batch', 'code'],
  ['effective_day', 'date'],
  ['expiry_day', 'date'],
  ['charge', 'money'],
  ['deposit', 'money'],
  ['units', 'number'],
];
const TYPES: Record<Kind, Field['type']> = {
  company: 'string',
  person: 'string',
  place: 'string',
  code: 'string',
  date: 'date',
  money: 'money',
  number: 'number',
};

/** A value that a layout prints: asked for by a field, or not. */
type Entry = { field: string | null; kind: Kind; label: string; isConstant: boolean; isOften: boolean };
type Layout = { seed: number; entries: Entry[]; setting: 'beside' | 'over' | 'inline' | 'columns'; letterhead: string[]; isBad: boolean };

/**
 * Documents of made layouts whose labels say nothing of the fields: short made words. Only who saw one of a layout before can read
 * them. `schemas` groups of three layouts with three documents each; each group asks for other fields.
 */
export function makeLayouts(schemas: number): StreamDocument[] {
  return Array.from({ length: schemas }, (_, group) => makeGroup(group)).flat();
}

function makeGroup(group: number): StreamDocument[] {
  const random = createRandom(9000 + group);
  const asked = FIELDS.filter(() => random() < 0.65);
  const fields = (asked.length ? asked : FIELDS).map(([name, kind]) => fieldSchema.parse({ name, type: TYPES[kind] }));
  const schema = { name: `made ${group}`, description: '', fields, rules: [] };
  const layouts = Array.from({ length: LAYOUTS }, (_, at) => makeLayout(fields, 100 * group + at));
  const issues = layouts.flatMap((layout, at) => Array.from({ length: DOCUMENTS }, (_, issue) => ({ layout, at, issue })));
  // layouts come mixed, as they do
  issues.sort((a, b) => a.issue - b.issue);
  return issues.map(({ layout, at, issue }) => {
    const { reading, truth } = issueDocument(layout, issue);
    const nothing = Object.fromEntries(fields.map(({ name }) => [name, null]));
    const line = { file: `made-${group}-${at}-${issue}`, schema: schema.name, fields: { ...nothing, ...truth } };
    return { line, schema, read: () => Promise.resolve(reading), weights: undefined };
  });
}

function makeLayout(fields: readonly Field[], seed: number): Layout {
  const random = createRandom(70_000 + seed);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as never;
  const label = () => `${makeName(pick).slice(0, 3 + Math.floor(random() * 6))}${pick(['', '', '.', '-Nr', ' II'])}`;
  const kinds = new Map(FIELDS);
  const entries: Entry[] = fields.flatMap(({ name }): Entry[] => {
    const kind = kinds.get(name) ?? 'code';
    // a layout may not have a field at all
    if (random() < 0.12) return [];
    return [{ field: name, kind, label: label(), isConstant: kind === 'company' || random() < 0.1, isOften: random() < 0.85 }];
  });
  for (let more = 0; more < 2 + random() * 4; more++)
    entries.push({
      field: null,
      kind: pick(['code', 'date', 'money', 'number', 'person']),
      label: label(),
      isConstant: false,
      isOften: true,
    });
  entries.sort(() => random() - 0.5);
  return {
    seed,
    entries,
    setting: pick(['beside', 'over', 'inline', 'columns']),
    letterhead: [makeCompany(pick, random), ...makeAddress(pick, random), `${label()} ${label()} ${label()}`],
    isBad: random() < 0.35,
  };
}

/** One document of a layout: labels and places stay, values are its own. */
function issueDocument(layout: Layout, issue: number): { reading: Reading; truth: Record<string, string | number | null> } {
  // what the layout decides is drawn alike for each document, what is its own from another row of numbers
  const writer = new DocumentWriter(createRandom(layout.seed), { width: 595, height: 842, recognised: layout.isBad });
  const own = createRandom(500_000 + 10 * layout.seed + issue);
  const fixed = createRandom(800_000 + layout.seed);
  const slip = (text: string) => (layout.isBad ? text.replace(/\S+/g, (word) => (own() < SLIPS ? misread(word, own) : word)) : text);
  const truth: Record<string, string | number | null> = {};
  for (const text of layout.letterhead) {
    writer.print(slip(text), 50, writer.y);
    writer.y += 16;
  }
  writer.y += 20;
  const step = layout.setting === 'over' ? 38 : 20;
  const columns = layout.setting === 'columns' ? 2 : 1;
  layout.entries.forEach(({ field, kind, label, isConstant, isOften }, at) => {
    const [value, text] = makeValue(kind, isConstant ? fixed : own, writer);
    const isThere = isOften || own() < 0.5;
    if (field) truth[field] = isThere ? value : null;
    const x = 50 + (at % columns) * 270;
    if (layout.setting === 'inline') writer.print(slip(isThere ? `${label}: ${text}` : `${label}:`), x, writer.y);
    else {
      writer.print(slip(label), x, writer.y);
      const below = layout.setting === 'over' ? 14 : 0;
      if (isThere) writer.print(slip(text), below ? x : x + 110, writer.y + below);
    }
    if ((at + 1) % columns === 0) writer.y += step;
  });
  return { reading: writer.reading(), truth };
}

/** A value and how it is printed. */
function makeValue(kind: Kind, random: () => number, { style }: DocumentWriter): [value: string | number, text: string] {
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as never;
  const same = (text: string): [string, string] => [text, text];
  switch (kind) {
    case 'company':
      return same(makeCompany(pick, random));
    case 'person':
      return same(makePerson(pick));
    case 'place':
      return same(makeName(pick));
    case 'code':
      return same(makeCode(pick, random));
    case 'date': {
      const day = addDays('2031-01-01', Math.floor(random() * 700));
      return [day, style.date(day)];
    }
    case 'money': {
      const amount = Math.round(random() * 500_000) / 100;
      return [amount, style.money(amount)];
    }
    case 'number': {
      const count = 1 + Math.floor(random() * 400);
      return [count, String(count)];
    }
  }
}

/** A word with one sign taken for another. */
function misread(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const sign = CONFUSED[word.charAt(at).toLowerCase()];
  return sign ? word.slice(0, at) + sign + word.slice(at + 1) : word;
}
