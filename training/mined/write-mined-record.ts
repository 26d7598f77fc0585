import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import { drawPair, type ExampleDrawer } from '../labels/draw-pairs.ts';
import type { Side } from '../labels/embedding-trainer.ts';
import { isPrintable } from '../labels/kind-of-example.ts';
import type { LabelExample } from '../labels/load-label-examples.ts';
import type { DocumentWriter } from '../synthetic/document-writer.ts';
import { addDays } from '../synthetic/random-values.ts';
import type { Fact } from '../synthetic/record-facts.ts';
import { boilerplate, edges, setSection, WAYS } from '../synthetic/write-record.ts';
import { valueOfExample } from './value-of-example.ts';
import { writeFoot, writeHolder, writeLedger, writeLetterhead } from './write-letterhead.ts';

/** A fact with the words that ask for it. */
type MinedFact = { fact: Fact; name: string; label: string; description: string; said: string };

/** Pages narrower than this (points) are cards: they have no letterhead. */
const NARROW = 400;
/** Facts of a record at most, and tries to find so many. */
const [MOST_FACTS, TRIES] = [14, 40];

const textOf = (side: Side, role: Side[number][0]) => side.find(([name]) => name === role)?.[1] ?? '';
const keyOf = (text: string) => wordsOfLabel(text).join(' ');

/** The example with labels of one language (English where it has none of it): a document speaks one language, at times two. */
function inLanguage(writer: DocumentWriter, example: LabelExample, language: string): LabelExample {
  const own = example.labels[language];
  const english = example.labels.en;
  if (!own) return english ? { ...example, labels: { en: english } } : example;
  const both = language !== 'en' && english && writer.chance(0.08);
  const labels = both ? own.map((label) => writer.pick([`${label} / ${english[0]}`, `${english[0]} / ${label}`])) : own;
  return { ...example, labels: { [language]: labels } };
}

function factOf(writer: DocumentWriter, example: LabelExample, language: string): MinedFact | null {
  const pair = drawPair(writer.random, inLanguage(writer, { ...example, heading: '' }, language));
  if (!pair || !isPrintable(example)) return null;
  const made = valueOfExample(writer, example);
  const printed = textOf(pair.printed, 'text');
  const asked = textOf(pair.asked, 'name') || textOf(pair.asked, 'label');
  const description = textOf(pair.asked, 'description');
  const isLabel = textOf(pair.asked, 'label') !== '';
  // Owners whose names say nothing describe their fields.
  const name = asked || `${writer.pick(['field', 'value', 'item', 'info'])}_${Math.floor(writer.random() * 90)}`;
  const fact: Fact = { base: keyOf(printed), labels: [printed], names: [name], descriptions: [description], ...made };
  return { fact, name, label: isLabel ? asked : '', description, said: pair.said };
}

function ask(writer: DocumentWriter, { fact, name, label, description }: MinedFact, value: string | number | null, under = ''): void {
  const key = keyOf(`${under} ${name}`);
  writer.ask(/^\p{L}/u.test(key) ? key : `item ${key}`, fact.type, value, description, label ? `${under} ${label}`.trim() : '');
}

/** Draws facts of one record, none printed or asked for alike. */
function drawFacts(writer: DocumentWriter, drawer: ExampleDrawer, count: number, language: string): MinedFact[] {
  const facts: MinedFact[] = [];
  const taken = new Set<string>();
  for (let tries = 0; facts.length < count && tries < TRIES; tries++)
    for (const example of drawer.drawSiblings(writer.random, count)) {
      const found = facts.length < count ? factOf(writer, example, language) : null;
      if (!found || taken.has(found.said) || taken.has(keyOf(found.name))) continue;
      taken.add(found.said).add(keyOf(found.name));
      facts.push(found);
    }
  return facts;
}

/** Prints a section under its heading, in one of the ways that records are set. */
function printSection(writer: DocumentWriter, facts: readonly { fact: Fact; empty: boolean }[], heading: string): void {
  const { pick, size } = writer;
  if (writer.y > writer.height - 150) writer.turn();
  if (heading) {
    writer.print(writer.chance(0.3) ? heading.toUpperCase() : heading, 40, writer.y, {
      bold: writer.chance(0.7),
      size: size * (1 + writer.random() * 0.3),
    });
    writer.y += size * (1.5 + writer.random());
  }
  const narrow = writer.chance(0.2);
  setSection(
    writer,
    [...facts],
    narrow ? 300 : 40,
    narrow || writer.chance(0.75) ? writer.width - 40 : 330,
    pick(WAYS),
    writer.chance(0.12) ? 1 : null,
  );
}

/** The same labels under two headings: which one is meant is said by the heading alone. */
function writeTwins(writer: DocumentWriter, drawer: ExampleDrawer, language: string): void {
  const facts = drawFacts(writer, drawer, 3 + Math.floor(writer.random() * 2), language);
  const headings = drawFacts(writer, drawer, 2, language).map(({ fact, name }) => ({ printed: fact.labels[0] ?? '', asked: name }));
  for (const { printed, asked } of headings) {
    const own = facts.map((entry) => ({ ...entry, fact: { ...entry.fact, ...again(writer, entry) } }));
    printSection(
      writer,
      own.map(({ fact }) => ({ fact, empty: false })),
      printed,
    );
    for (const entry of own) if (writer.chance(0.6)) ask(writer, entry, entry.fact.value, asked);
  }
}

/** Another value of the same form. */
function again(writer: DocumentWriter, { fact, name }: MinedFact): ReturnType<typeof valueOfExample> {
  const type = fact.type === 'string' ? '' : fact.type;
  return valueOfExample(writer, { source: '', record: '', name, description: '', labels: { en: [fact.base] }, heading: '', type });
}

/**
 * A form or record of mined fields: the print calls a value one way, the schema another, in one language or two. Some are printed and
 * not asked for, some asked for and not printed.
 * @param language of the labels where examples have it
 */
export function writeMinedRecord(writer: DocumentWriter, drawer: ExampleDrawer, language: string): void {
  const { random } = writer;
  const head = writer.width > NARROW && writer.chance(0.6) ? writeLetterhead(writer) : null;
  if (!head) edges(writer);
  if (head && writer.chance(0.5)) writeHolder(writer);
  const facts = drawFacts(writer, drawer, 5 + Math.floor(random() * (MOST_FACTS - 5)), language);
  const missing = drawFacts(writer, drawer, Math.floor(random() * 4), language);
  for (let done = 0; done < facts.length; ) {
    const part = facts.slice(done, done + 2 + Math.floor(random() * 5)).map((entry) => ({ ...entry, empty: writer.chance(0.07) }));
    printSection(writer, part, writer.chance(0.3) ? (drawFacts(writer, drawer, 1, language)[0]?.fact.labels[0] ?? '') : '');
    for (const entry of part) if (writer.chance(0.7)) ask(writer, entry, entry.empty ? null : entry.fact.value);
    if (writer.chance(0.25)) writer.paragraph(boilerplate(writer, 15 + Math.floor(random() * 50)), 40, writer.width - 40);
    done += part.length;
  }
  if (writer.width > NARROW && writer.chance(0.3)) writeLedger(writer, (at) => writer.style.date(addDays('2019-03-01', at * 5)));
  if (writer.chance(0.35)) writeTwins(writer, drawer, language);
  const printed = new Set(facts.map(({ said }) => said));
  if (head) writeFoot(writer, head);
  for (const entry of missing) if (!printed.has(entry.said)) ask(writer, entry, null);
}
