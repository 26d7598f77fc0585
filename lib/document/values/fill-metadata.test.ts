import { expect, test } from 'vitest';
import { type MetadataEntry, metadataTemplateSchema } from '#lib/contract/desk/deployment-metadata.ts';
import { fillMetadata, type MetadataFacts } from './fill-metadata.ts';

const FACTS: MetadataFacts = {
  document_name: 'invoice.pdf',
  folder: '2026/march',
  document_id: '0199c1f2-0000-7000-8000-000000000001',
  schema_name: 'Invoice',
  schema_id: 'inv-7',
  submitter_name: 'Tess Tester',
};
const entry = (name: string, source: MetadataEntry['source'], text = ''): MetadataEntry => ({ name, source, text });

test('a template gives each fact under the name that it was told', () => {
  const template = [entry('file', 'document_name'), entry('kind', 'schema_name'), entry('who', 'submitter_name'), entry('s', 'schema_id')];
  expect(fillMetadata(template, FACTS)).toEqual({ file: 'invoice.pdf', kind: 'Invoice', who: 'Tess Tester', s: 'inv-7' });
});

test('texts go as they are, tags as a list without empty and repeated ones', () => {
  const template = [entry('cost centre', 'text', '4711'), entry('tags', 'tags', 'incoming, urgent,, incoming ')];
  expect(fillMetadata(template, FACTS)).toEqual({ 'cost centre': '4711', tags: ['incoming', 'urgent'] });
});

test('what is not known or empty is left out, and nothing at all is sent when nothing is left', () => {
  const template = [entry('kind', 'schema_name'), entry('folder', 'folder'), entry('tags', 'tags', ' , ')];
  expect(fillMetadata(template, { ...FACTS, schema_name: null, folder: '' })).toBeNull();
  expect(fillMetadata(null, FACTS)).toBeNull();
  expect(fillMetadata([], FACTS)).toBeNull();
});

test('names that mean something to JavaScript are names like others', () => {
  const filled = fillMetadata([entry('__proto__', 'text', 'a'), entry('constructor', 'text', 'b')], FACTS);
  expect(JSON.stringify(filled)).toBe('{"__proto__":"a","constructor":"b"}');
});

test('a template has each name once', () => {
  const parsed = metadataTemplateSchema.safeParse([entry('a', 'text', '1'), entry('a', 'folder')]);
  expect(parsed.error?.issues).toMatchObject([{ path: [1, 'name'], message: 'This name is used already.' }]);
});
