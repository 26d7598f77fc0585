import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textKey } from '#lib/document/values/fold-text.ts';
import { isKeptApart } from '../labels/is-kept-apart.ts';
import { minedDocuments } from './mined-documents.ts';

/** Sources of which a part is kept apart. */
const SOURCES = Array.from({ length: 40 }, (_, at) => `house-${at}`);
const THINGS = ['meter', 'vessel', 'lease', 'sample', 'permit', 'parcel', 'herd', 'grant'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mined-'));
  const write = (name: string, make: (source: string, thing: string) => object[]) => {
    const lines = SOURCES.flatMap((source) => THINGS.flatMap((thing) => make(source, thing)));
    writeFileSync(path.join(folder, `${name}.jsonl.gz`), gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
  };
  write('concepts', (source, thing) => [
    { src: `${source}:${thing}.date`, labels: { en: [`${thing} date`], de: [`Tag ${thing}`], fr: [`Jour ${thing}`] } },
    { src: `${source}:${thing}.number`, labels: { en: [`${thing} number`], de: [`Nummer ${thing}`], fr: [`Numéro ${thing}`] } },
  ]);
  write('fields', (source, thing) => [
    {
      src: `${source}:v1`,
      parent: thing,
      name: `${thing}StartDate`,
      label: `Beginning of ${thing}`,
      description: 'Day it starts.',
      type: 'date',
    },
    {
      src: `${source}:v1`,
      parent: thing,
      name: `${thing}_fee`,
      label: `Charge for ${thing}`,
      description: 'Money to be paid.',
      type: 'Amount',
    },
    {
      src: `${source}:v1`,
      parent: thing,
      name: `is_${thing}`,
      label: `Has a ${thing}`,
      description: 'Whether there is one.',
      type: 'boolean',
    },
  ]);
  write('forms', (source, thing) => [
    { src: `${source}:form`, name: `${thing}_owner`, label: `Who owns the ${thing}`, heading: 'Owner', lang: 'en' },
    { src: `${source}:form`, name: `${thing}_place`, label: `Where the ${thing} is`, heading: 'Place', lang: 'en' },
  ]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('makes the same document for the same seed, and asks for fields that it prints and some that it does not', () => {
  expect(SOURCES.some(isKeptApart)).toBe(true);
  const make = minedDocuments(folder);
  expect(minedDocuments(folder)(3)).toEqual(make(3));
  const documents = Array.from({ length: 40 }, (_, seed) => make(seed));
  const truths = documents.flatMap(({ truth }) => Object.values(truth));
  expect(truths.filter((value) => value === null).length).toBeGreaterThan(5);
  expect(truths.filter((value) => value !== null).length).toBeGreaterThan(100);
  for (const { reading, truth } of documents) {
    const text = textKey(reading.pages.flatMap((page) => page.words.map((word) => word.text)).join(' '));
    for (const value of Object.values(truth))
      if (typeof value === 'string' && !/^\d{4}-\d\d-\d\d$/.test(value)) expect(text).toContain(textKey(value));
  }
});

it('never asks for what documents do not print, such as switches', () => {
  const make = minedDocuments(folder);
  const names = Array.from({ length: 60 }, (_, seed) => make(seed)).flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names.filter((name) => name.startsWith('is_'))).toEqual([]);
  expect(names.some((name) => /fee|charge/.test(name))).toBe(true);
});

it('gives values of the type that the field names', () => {
  const make = minedDocuments(folder);
  for (let seed = 0; seed < 40; seed++) {
    const { fields, truth } = make(seed);
    for (const { name, type } of fields) {
      const value = truth[name];
      if (value !== null) expect(typeof value).toBe(type === 'string' || type === 'date' ? 'string' : 'number');
      if (/start_date$/.test(name)) expect(type).toBe('date');
    }
  }
});
