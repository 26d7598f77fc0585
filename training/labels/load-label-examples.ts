import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import { cleanDescription, cleanLabel } from './clean-label.ts';

/** A way to ask for something and the ways to print it. */
export type LabelExample = {
  /** Who wrote it down: examples of one source are held back together. */
  source: string;
  /** The record it belongs to: its siblings are the hardest to tell apart. */
  record: string;
  name: string;
  description: string;
  /** By language. */
  labels: Record<string, string[]>;
  heading: string;
  /** Type as the data model names it; '' where it says none. */
  type: string;
};

type Line = Record<string, unknown> & { src?: string };

function linesOf(file: string): Line[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

const keyOf = (text: string) => wordsOfLabel(text).join(' ');

/** The last part of a path of names: `tenant.first_name` → `first_name`. */
function lastName(name: string): string {
  return (
    name
      .split(/[.:/*]+/)
      .filter(Boolean)
      .at(-1) ?? ''
  );
}

function conceptOf(line: Line): LabelExample | null {
  const labels: Record<string, string[]> = {};
  for (const [language, texts] of Object.entries((line.labels ?? {}) as Record<string, unknown[]>)) {
    const clean = texts.flatMap((text) => cleanLabel(text) ?? []);
    if (clean.length > 0) labels[language] = clean;
  }
  const english = labels.en?.[0];
  const distinct = new Set(Object.values(labels).flat().map(keyOf));
  if (!english || distinct.size < 2) return null;
  const src = String(line.src);
  const source = src.split(':')[0] ?? src;
  const record = src.replace(/[.:][^.:]*$/, '');
  return { source, record, name: english, description: '', labels, heading: '', type: '' };
}

function fieldOf(line: Line): LabelExample | null {
  const name = lastName(String(line.name ?? ''));
  const label = cleanLabel(line.label) ?? cleanLabel(wordsOfLabel(name).join(' '));
  const description = cleanDescription(line.description) ?? '';
  if (!label || !cleanLabel(name.replace(/_/g, ' '))) return null;
  if (keyOf(label) === keyOf(name) && !description) return null;
  const src = String(line.src);
  const parent = typeof line.parent === 'string' ? line.parent : '';
  const heading = cleanLabel(wordsOfLabel(parent).join(' ')) ?? '';
  const language = typeof line.lang === 'string' ? line.lang : 'en';
  return {
    source: src.split(':')[0] ?? src,
    record: `${src}|${parent}`,
    name,
    description,
    labels: { [language]: [label] },
    heading,
    type: typeof line.type === 'string' ? line.type : '',
  };
}

function formOf(line: Line): LabelExample | null {
  const name = lastName(String(line.name ?? ''));
  const label = cleanLabel(line.label);
  if (!label || !name || !/\p{L}{2}/u.test(name)) return null;
  const heading = cleanLabel(line.heading) ?? '';
  const src = String(line.src);
  return {
    source: src.split(':')[0] ?? src,
    record: `${src}|${heading}`,
    name,
    description: '',
    labels: { [String(line.lang ?? 'en')]: [label] },
    heading,
    type: '',
  };
}

const FILES: readonly (readonly [string, (line: Line) => LabelExample | null])[] = [
  ['concepts.jsonl.gz', conceptOf],
  ['fields.jsonl.gz', fieldOf],
  ['forms.jsonl.gz', formOf],
];

/**
 * The examples of a folder of mined labels, by file: concepts with translations, fields of data models, fields of forms. Lines that
 * could not be printed as a label are left out.
 */
export function loadLabelExamples(folder: string): LabelExample[][] {
  return FILES.map(([file, make]) => linesOf(path.join(folder, file)).flatMap((line) => make(line) ?? []));
}
