import { describe, expect, it } from 'vitest';
import shipped from '../weights/labels.weights.json' with { type: 'json' };
import { compareLabels, comparePartsOf } from './compare-labels.ts';
import { dot, LabelEmbedder } from './embed-label.ts';
import { decodeLabelModel, LABEL_PARTS, type LabelModelFile } from './label-model.ts';

const file = shipped as LabelModelFile;
const embedder = new LabelEmbedder(decodeLabelModel(file));
const scoreOf = (asked: { name: string; description?: string }, text: string, heading = '') =>
  compareLabels(embedder.model, embedder.asked(asked), embedder.printed(text, heading)).score;

describe('the shipped model', () => {
  it.each([
    ['next_inspection_date', ['Next inspection due', 'Inspected on', 'Previous inspection']],
    ['previous_reading', ['Last reading', 'Current reading', 'Next reading date']],
    ['tenant_name', ['Name of tenant', 'Name of landlord', 'Name of witness']],
    ['total_deposits', ['Deposits and other credits', 'Withdrawals', 'Opening balance']],
    ['date_of_birth', ['Geburtsdatum', 'Ausstellungsdatum', 'Gültig bis']],
    ['family_name', ['Nom de famille', 'Prénom', 'Lieu de naissance']],
  ])('tells the label of %s from its siblings', (name, labels) => {
    const scores = labels.map((label) => scoreOf({ name }, label));
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
  });

  it('uses the description where the name says too little', () => {
    const asked = { name: 'amount_2', description: 'Money the customer still has to pay' };
    expect(scoreOf(asked, 'Balance due')).toBeGreaterThan(scoreOf(asked, 'Registration number'));
  });

  it('reads a label together with the heading over it', () => {
    const asked = { name: 'employer_address' };
    expect(scoreOf(asked, 'Address', 'Employer')).toBeGreaterThan(scoreOf(asked, 'Address', 'Employee'));
  });

  it('compares a label the same, whatever the field was compared with before', () => {
    const field = { name: 'due_date', label: 'Due date', description: 'Last day to pay' };
    const printed = ['Payment due', 'Date due', 'Payment due date', 'Payment'].map((text) => embedder.printed(text, 'Terms'));
    const asked = embedder.asked(field);
    const inTurn = printed.map((label) => comparePartsOf(asked, label));
    const alone = printed.map((label) => comparePartsOf(embedder.asked(field), label));
    expect(inTurn).toEqual(alone);
    expect(new Set(alone.map(String)).size).toBe(printed.length);
  });

  it('gives unit vectors, the same every time, and none for print without words', () => {
    const { vector } = embedder.text('Invoice date');
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(new LabelEmbedder(decodeLabelModel(file)).text('Invoice date').vector).toEqual(vector);
    expect(dot(embedder.text('…').vector, embedder.text('…').vector)).toBe(0);
  });
});

describe('decodeLabelModel', () => {
  it('refuses a file that is cut short', () => {
    expect(() => decodeLabelModel({ ...file, table: file.table.slice(0, 400) })).toThrow('cut short');
  });

  it('refuses a comparison of other parts', () => {
    expect(() => decodeLabelModel({ ...file, parts: LABEL_PARTS.slice(1) })).toThrow('another list of parts');
  });
});
