import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { checkDraft, placeServerErrors } from './check-draft.ts';
import { changeField, editorDraft, moveItems, newField, newRule, plainDraft, shiftItem } from './schema-draft.ts';

const SCHEMA = schemaDraftSchema.parse({
  name: 'Delivery note',
  fields: [
    { name: 'number', type: 'string', label: 'Number', required: true, format: 'identifier', pattern: '^L' },
    { name: 'kind', type: 'enum', enum: ['part', 'whole'] },
    { name: 'weight', type: 'number', minimum: 0, maximum: 10.5 },
    { name: 'sent_on', type: 'date', minimum: '2020-01-01' },
    { name: 'lines', type: 'rows', fields: [{ name: 'quantity', type: 'integer', required: true }] },
  ],
  rules: [{ formula: 'weight >= sum(lines.quantity)' }],
});

test('a schema goes through the editor unchanged', () => {
  expect(plainDraft(editorDraft(SCHEMA))).toEqual(SCHEMA);
  expect(checkDraft(editorDraft(SCHEMA)).size).toBe(0);
});

test('what belongs to another type is not saved', () => {
  const draft = editorDraft(SCHEMA);
  const [number] = draft.fields;
  const fields = changeField(draft.fields, number!.key, { type: 'money' });
  expect(plainDraft({ ...draft, fields }).fields[0]).toEqual({
    name: 'number',
    label: 'Number',
    description: '',
    type: 'money',
    required: true,
  });
});

test('a name follows its label until it is written by hand', () => {
  const field = newField();
  const labelled = changeField([field], field.key, { label: 'Net total' });
  expect(labelled[0]?.name).toBe('net_total');
  const named = changeField(labelled, field.key, { name: 'net', isNameAuto: false });
  expect(changeField(named, field.key, { label: 'Net amount' })[0]?.name).toBe('net');
});

test('every mistake is said at its own place', () => {
  const draft = editorDraft(SCHEMA);
  const empty = newField();
  const rule = { ...newRule(), formula: 'weight = total' };
  const broken = { ...newRule(), formula: 'weight = (1' };
  const [number, kind, weight, , lines] = draft.fields;
  const wrong = {
    ...draft,
    name: ' ',
    fields: [
      { ...number!, name: '1st' },
      { ...kind!, options: ['', ' '] },
      { ...weight!, name: 'sent_on', minimum: 'little' },
      draft.fields[3]!,
      { ...lines!, columns: [{ ...lines!.columns[0]!, name: 'quan tity' }] },
      empty,
    ],
    rules: [rule, broken],
  };
  const messages = checkDraft(wrong);
  expect([...messages.keys()].sort()).toEqual(
    [
      'name',
      `${number!.key}.name`,
      `${kind!.key}.options`,
      `${weight!.key}.minimum`,
      `${draft.fields[3]!.key}.name`,
      `${lines!.columns[0]!.key}.name`,
      `${empty.key}.label`,
      `${rule.key}.formula`,
      `${broken.key}.formula`,
    ].sort(),
  );
  expect(messages.get(`${rule.key}.formula`)).toBe('There is no field “weight”.');
});

test('the desk’s own messages find the field they are about', () => {
  const draft = editorDraft(SCHEMA);
  const placed = placeServerErrors(draft, { '/fields/4/fields/0/name': 'Taken.', '/name': 'Exists.' });
  expect(placed.get(`${draft.fields[4]!.columns[0]!.key}.name`)).toBe('Taken.');
  expect(placed.get('name')).toBe('Exists.');
});

test('fields are moved by one place and to a place', () => {
  const items = ['a', 'b', 'c'].map((key) => ({ key }));
  const keys = (list: { key: string }[]) => list.map(({ key }) => key).join('');
  expect(keys(shiftItem(items, 'c', -1))).toBe('acb');
  expect(keys(shiftItem(items, 'a', -1))).toBe('abc');
  expect(keys(moveItems(items, new Set(['a']), 'c', 'after'))).toBe('bca');
  expect(keys(moveItems(items, new Set(['b', 'c']), 'a', 'before'))).toBe('bca');
});
