import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { learnLesson } from '../learn-lesson.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { findAlike } from './find-alike.ts';
import type { ApprovedFields, Remembered } from './lesson.ts';
import { markField } from './mark-field.ts';
import { sketchReading } from './sketch-reading.ts';
import { recordOutcomes } from './track-record.ts';

const fields = [
  { name: 'carrier', type: 'string', format: 'organisation' },
  { name: 'consignment', type: 'string' },
  { name: 'shipped_on', type: 'date' },
  { name: 'charge', type: 'money' },
  { name: 'customs_number', type: 'string' },
].map((field) => fieldSchema.parse(field));
const schema = { fields };

type Waybill = { number: string; made: string; shipped: string; weight: string; charge: string };

/** A waybill whose labels say nothing of the fields' names. */
function waybill({ number, made, shipped, weight, charge }: Waybill): Reading {
  const pair = (label: string, value: string, y: number): Print[] => [
    { text: label, x: 40, y },
    { text: value, x: 220, y },
  ];
  return buildReading([
    [
      { text: 'Nordlicht', x: 40, y: 40, size: 18 },
      ...pair('Kennz.', number, 120),
      ...pair('Ausg.', made, 140),
      ...pair('Abg.', shipped, 160),
      ...pair('Gew.', weight, 180),
      ...pair('Fr.', charge, 200),
      { text: 'Haftung nach den Bedingungen auf der Rückseite', x: 40, y: 700 },
    ],
  ]);
}

const FIRST = { number: 'KX 7781', made: '02.03.2026', shipped: '05.03.2026', weight: '12,50', charge: '88,10' };
const SECOND = { number: 'KX 9034', made: '11.04.2026', shipped: '17.04.2026', weight: '99,75', charge: '41,30' };
const THIRD = { number: 'KX 9102', made: '11.05.2026', shipped: '20.05.2026', weight: '7,25', charge: '77,00' };
const APPROVED: ApprovedFields = {
  carrier: { value: 'Nordlicht Spedition AG' },
  consignment: { value: 'KX 7781' },
  shipped_on: { value: '2026-03-05' },
  charge: { value: 88.1 },
  customs_number: { value: null },
};

function remember(reading: Reading, ...taught: [id: string, reading: Reading, approved: ApprovedFields][]): Remembered[] {
  const lessons = new Map(taught.map(([id, of, approved]) => [id, learnLesson({ schema, reading: of, approved })]));
  const known = taught.map(([id, of]) => ({ id, sketch: sketchReading(of) }));
  return findAlike(sketchReading(reading), known).map(({ id, likeness }) => ({ id, likeness, lesson: lessons.get(id)! }));
}

const valuesOf = (reading: Reading, memory?: Remembered[]) => extract({ schema, reading, memory }).fields as Record<string, ExtractedValue>;

describe('what was approved once', () => {
  const reading = waybill(SECOND);
  const memory = remember(reading, ['first', waybill(FIRST), APPROVED]);
  const plain = valuesOf(reading);
  const taught = valuesOf(reading, memory);

  it('is found where it stood, on the next document of the layout', () => {
    expect(taught.consignment).toMatchObject({ value: 'KX 9034', text: 'KX 9034', remembered: { document_ids: ['first'], seen: 1 } });
    expect(taught.consignment?.evidence[0]?.text).toBe('KX 9034');
    expect(taught.shipped_on?.value).toBe('2026-04-17');
    expect(taught.charge?.value).toBe(41.3);
  });

  it('is proposed nowhere where a second check says another value', () => {
    const approved = { ...APPROVED, carrier: { value: 'Nordlicht Spedition AG', checked_as: 'Nordlicht Transport AG' } };
    const { carrier, consignment } = valuesOf(reading, remember(reading, ['first', waybill(FIRST), approved]));
    expect(taught.carrier?.value).toBe('Nordlicht Spedition AG');
    expect([carrier?.value, carrier?.remembered]).toEqual([plain.carrier?.value, undefined]);
    expect(consignment?.value).toBe('KX 9034');
  });

  it('makes values surer than the engine is by itself', () => {
    for (const name of ['consignment', 'shipped_on', 'charge']) {
      const [before, after] = [plain[name]!, taught[name]!];
      expect([name, after.confidence > before.confidence || after.value !== before.value]).toEqual([name, true]);
      expect(after.confidence, name).toBeGreaterThan(0.7);
    }
  });

  it('keeps what the engine found among the candidates where it is replaced', () => {
    const wrong: ApprovedFields = { ...APPROVED, charge: { value: 12.5 } };
    const heavy = remember(reading, ['first', waybill(FIRST), wrong], ['second', waybill(THIRD), { ...wrong, charge: { value: 7.25 } }]);
    const charge = valuesOf(reading, heavy).charge;
    expect(plain.charge?.value).toBe(41.3);
    expect(charge?.value).toBe(99.75);
    expect(charge?.candidates.map((candidate) => candidate.value)).toContain(41.3);
  });

  it('gives the same whatever order the documents are remembered in', () => {
    const both = remember(reading, ['first', waybill(FIRST), APPROVED], ['third', waybill(THIRD), { ...APPROVED, charge: { value: 5 } }]);
    expect(both).toHaveLength(2);
    expect(valuesOf(reading, both.toReversed())).toEqual(valuesOf(reading, both));
  });
});

it('gives every value with the place where it stands, or says that it stands nowhere', () => {
  const reading = waybill(SECOND);
  const taught = [FIRST, THIRD].map((bill, at): [string, Reading, ApprovedFields] => [
    `${at}`,
    waybill(bill),
    { ...APPROVED, consignment: { value: bill.number }, charge: { value: Number(bill.weight.replace(',', '.')) } },
  ]);
  for (const count of [1, 2])
    for (const [name, { value, evidence, flags }] of Object.entries(valuesOf(reading, remember(reading, ...taught.slice(0, count)))))
      if (value !== null) expect([name, evidence.length > 0 || flags?.includes('not_on_page')]).toEqual([name, true]);
});

it('keeps a printed value that the engine is sure of, although approved documents have none', () => {
  const fieldsOfBill = [fieldSchema.parse({ name: 'due_date', type: 'date' }), fieldSchema.parse({ name: 'total', type: 'money' })];
  const bill = (total: string, more: string[]) =>
    buildReading([
      ['Lindum Water Board', 'Quarterly bill', `Total: ${total} EUR`, ...more].map((text, at) => ({ text, x: 40, y: 40 + at * 20 })),
    ]);
  const lesson = learnLesson({
    schema: { fields: fieldsOfBill },
    reading: bill('17.20', []),
    approved: { due_date: { value: null }, total: { value: 17.2 } },
  });
  const memory = ['a', 'b', 'c'].map((id) => ({ id, likeness: 0.9, lesson }));
  const found = extract({ schema: { fields: fieldsOfBill }, reading: bill('21.40', ['Please pay by: 5 June 2026']), memory });
  expect(found.fields.due_date).toMatchObject({ value: '2026-06-05' });
});

it('proposes no number that is not printed, and says where it proposes words that are not', () => {
  const policy = [fieldSchema.parse({ name: 'vorgang', type: 'string' })];
  const letter = (text: string) =>
    buildReading([
      [
        { text: 'Lindum Assurance', x: 40, y: 40 },
        { text, x: 40, y: 80 },
      ],
    ]);
  const lesson = learnLesson({ schema: { fields: policy }, reading: letter('Re: P-330'), approved: { vorgang: { value: 'P-330' } } });
  const memory = ['a', 'b', 'c'].map((id) => ({ id, likeness: 0.95, lesson }));
  expect(extract({ schema: { fields: policy }, reading: letter('Thank you'), memory }).fields.vorgang).not.toMatchObject({
    value: 'P-330',
  });
});

it('proposes nothing that a field cannot hold since its schema was changed', () => {
  const before = [fieldSchema.parse({ name: 'mood', type: 'string' })];
  const after = [fieldSchema.parse({ name: 'mood', type: 'enum', enum: ['sad'] })];
  const reading = buildReading([[{ text: 'Mood: happy', x: 40, y: 40 }]]);
  const lesson = learnLesson({ schema: { fields: before }, reading, approved: { mood: { value: 'happy' } } });
  const memory = ['a', 'b', 'c'].map((id) => ({ id, likeness: 1, lesson }));
  expect(extract({ schema: { fields: after }, reading, memory }).fields).toEqual(extract({ schema: { fields: after }, reading }).fields);
});

it('learns nothing of fields that every object answers to', () => {
  const names = ['toString', 'constructor', '__proto__'];
  const odd = names.map((name) => fieldSchema.parse({ name, type: 'string' }));
  const reading = buildReading([[{ text: 'Nothing of that', x: 40, y: 40 }]]);
  const lesson = learnLesson({ schema: { fields: odd }, reading, approved: {} });
  expect(Object.keys(lesson.fields)).toEqual([]);
  const found = extract({ schema: { fields: odd }, reading, memory: [{ id: 'a', likeness: 1, lesson }] });
  for (const name of names) expect(Object.getOwnPropertyDescriptor(found.fields, name)?.value).toHaveProperty('value');
});

it('changes nothing when nothing was approved', () => {
  const reading = waybill(SECOND);
  expect(valuesOf(reading, [])).toEqual(valuesOf(reading));
});

it('proposes nothing to a document of another kind of layout that the engine is sure of', () => {
  const reading = buildReading([
    [
      { text: 'Consignment: 4711-A', x: 40, y: 60 },
      { text: 'Shipped on: 2026-07-01', x: 40, y: 80 },
      { text: 'Charge: 17.20 EUR', x: 40, y: 100 },
    ],
  ]);
  const [plain, taught] = [valuesOf(reading), valuesOf(reading, remember(reading, ['first', waybill(FIRST), APPROVED]))];
  for (const name of ['consignment', 'shipped_on', 'charge']) expect([name, taught[name]?.value]).toEqual([name, plain[name]?.value]);
});

it('leaves alone what the file states itself', () => {
  const widget = {
    name: 'consignment',
    label: null,
    kind: 'text' as const,
    value: 'ZZ 1',
    box: [0.4, 0.14, 0.6, 0.16] as [number, number, number, number],
  };
  const reading = buildReading(
    [
      [
        { text: 'Kennz.', x: 40, y: 120 },
        { text: 'KX 9034', x: 220, y: 120 },
      ],
    ],
    { formFields: [widget] },
  );
  const memory = remember(reading, ['first', waybill(FIRST), APPROVED]);
  expect(valuesOf(reading, memory).consignment).toEqual(valuesOf(reading).consignment);
});

it('puts a recognised word right that was approved before', () => {
  const recognised = (name: string) => {
    const reading = waybill(SECOND);
    for (const page of reading.pages) {
      page.source = 'ocr';
      for (const word of page.words) word.confidence = 0.9;
    }
    reading.pages[0]!.words[0]!.text = name;
    return reading;
  };
  const approved: ApprovedFields = { ...APPROVED, carrier: { value: 'Nordlicht' } };
  const reading = recognised('Nordl1cht');
  const memory = remember(
    reading,
    ['first', waybill(FIRST), approved],
    ['second', recognised('Nordlicht'), { ...approved, consignment: { value: 'KX 9034' } }],
  );
  expect(valuesOf(reading, memory).carrier).toMatchObject({ value: 'Nordlicht', remembered: { seen: 2 } });
});

describe('the track record of a field', () => {
  const form = [fieldSchema.parse({ name: 'Reference', type: 'string' })];
  const letter = (text: string) => buildReading([['Lindum Assurance', text].map((line, at) => ({ text: line, x: 40, y: 40 + at * 40 }))]);
  const lesson = learnLesson({ schema: { fields: form }, reading: letter('Your wish: none'), approved: { Reference: { value: null } } });
  const answerAfter = (right: number, wrong: number) => {
    const outcome = { confidence: 0.7, isNothing: false, asked: markField(form[0]!) };
    const outcomes = [right, wrong].flatMap((count, at) =>
      Array.from({ length: count }, () => ({ Reference: { ...outcome, isRight: at === 0 } })),
    );
    const task = { schema: { fields: form }, reading: letter('Reference: KX 7781'), memory: [{ id: 'a', likeness: 0.1, lesson }] };
    return extract({ ...task, records: recordOutcomes(outcomes, form) }).fields.Reference as ExtractedValue;
  };

  it('makes a value surer where such values were right, and less sure where they were wrong', () => {
    const [good, none, bad] = [answerAfter(40, 0), answerAfter(0, 0), answerAfter(0, 40)];
    for (const { value } of [good, none, bad]) expect(value).toBe('KX 7781');
    expect(good.confidence).toBeGreaterThan(none.confidence);
    expect(none.confidence).toBeGreaterThan(bad.confidence);
  });

  it('is told with the value', () => {
    expect(answerAfter(30, 4).record).toEqual({ right: 30, count: 34 });
    expect(answerAfter(0, 0).record).toBeUndefined();
  });
});
