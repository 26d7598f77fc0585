import { expect, test } from 'vitest';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { listSections } from './list-sections.ts';

const made = (name: string, type: Field['type'], format?: Field['format']) => fieldSchema.parse({ name, type, format });
const told = (fields: Field[]) => listSections(fields).map(({ kind, fields: of }) => [kind, of.map(({ name }) => name).join(' ')]);

test('a section begins where a run of like fields begins, and the order stays that of the schema', () => {
  const fields = [
    made('number', 'string', 'identifier'),
    made('issued', 'date'),
    made('due', 'date'),
    made('seller', 'string', 'organisation'),
    made('seller_address', 'string', 'address'),
    made('order', 'string', 'identifier'),
    made('currency', 'string', 'currency'),
    made('net', 'money'),
    made('rate', 'percentage'),
  ];
  expect(told(fields)).toEqual([
    [null, 'number'],
    ['dates', 'issued due'],
    ['parties', 'seller seller_address'],
    [null, 'order'],
    ['amounts', 'currency net rate'],
  ]);
  expect(listSections(fields).flatMap((section) => section.fields)).toEqual(fields);
});

test('a field that stands alone among others makes no section of its own', () => {
  expect(told([made('title', 'string'), made('signed', 'date'), made('law', 'string'), made('person', 'string', 'person')])).toEqual([
    [null, 'title signed law person'],
  ]);
});

test('a schema without fields has no section', () => {
  expect(listSections([])).toEqual([]);
});
