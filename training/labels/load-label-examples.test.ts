import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadLabelExamples } from './load-label-examples.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'labels-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, lines: object[]): void {
  writeFileSync(path.join(folder, `${name}.jsonl.gz`), gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')));
}

it('reads concepts, fields and fields of forms, and leaves out what nobody would print', () => {
  write('concepts', [
    { src: 'house/app:meter.start', labels: { en: ['Meter start'], de: ['Zählerstand Anfang'] } },
    { src: 'house/app:meter.help', labels: { en: ['Please type {count} digits.'], de: ['Bitte tippen'] } },
    { src: 'house/app:meter.same', labels: { en: ['Status'], de: ['Status'] } },
  ]);
  write('fields', [
    { src: 'model:v1', parent: 'Lease', name: 'startsOn', label: 'First day of the lease', description: 'Day it begins. More.' },
    { src: 'model:v1', parent: 'Lease', name: 'rent', label: 'Rent' },
  ]);
  write('forms', [{ src: 'forms:page', name: 'tenant.first_name', label: 'First name *', heading: 'Tenant', lang: 'en' }]);
  const [concepts, fields, forms] = loadLabelExamples(folder);
  expect(concepts?.map(({ name, record, source }) => [name, record, source])).toEqual([['Meter start', 'house/app:meter', 'house/app']]);
  expect(fields).toEqual([
    {
      ...{ source: 'model', record: 'model:v1|Lease', name: 'startsOn', description: 'Day it begins.', heading: 'lease' },
      labels: { en: ['First day of the lease'] },
      type: '',
    },
  ]);
  expect(forms?.[0]).toMatchObject({ name: 'first_name', heading: 'Tenant', labels: { en: ['First name'] } });
});

it('says which file is missing', () => {
  expect(() => loadLabelExamples(folder)).toThrow('concepts.jsonl.gz');
});
