import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import type { DocumentWriter } from './document-writer.ts';
import { makeIban } from './parties.ts';
import { addDays, makeCode, makeName, makePerson } from './random-values.ts';
import { type Fact, makeRecord } from './record-facts.ts';
import { writeNumbers } from './write-numbers.ts';
import { edges } from './write-record.ts';

const PLACES =
  'warehouse|department|room|gate|platform|colour|material|delivery terms|payment terms|shipping method|cost centre|status|priority|category|size|model|brand|region|branch|shift|packaging|remarks|subject|product|variety|destination|position|nationality|blood group|surface|purpose'.split(
    '|',
  );
const TEXTS = [
  'Hall {n}',
  'North wing',
  'Room {n}B',
  'Standard',
  'By courier',
  'Blue, matt',
  'Net {n} days',
  'Oak, oiled',
  '{} {n}',
  '{}',
  'Grade A',
  'On pallets',
  'Section {n}',
  'Very urgent',
  'Free house',
  '{} and {}',
  'Type {n} {}',
];
const NAMED = ['contact person', 'handled by', 'account manager', 'driver', 'responsible', 'approved by', 'author'];
const SUMS = ['net total', 'shipping', 'tax', 'grand total', 'subtotal', 'freight', 'discount', 'handling', 'total amount', 'amount due'];
const DATES = ['invoice_date', 'due_date', 'delivery_date', 'order_date'];
const CODES = ['invoice_number', 'order_number', 'customer_number', 'contract_number', 'tax_number'];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Line = { name: string; label: string; type: Field['type']; value: string | number; text: string; format?: string };

function textLine(writer: DocumentWriter): Line {
  const { pick, random } = writer;
  const name = pick(PLACES);
  const text = pick(TEXTS)
    .replace(/\{n\}/g, String(1 + Math.floor(random() * 60)))
    .replace(/\{\}/g, () => makeName(pick));
  return { name, label: capital(name), type: 'string', value: text, text };
}

function sumLine(writer: DocumentWriter): Line {
  const { pick, random, style } = writer;
  const name = pick(SUMS);
  const value = Math.round((1 + random() ** 2 * 900) * 100) / 100;
  return { name, label: capital(name), type: 'money', value, text: style.money(value) };
}

function knownLine(writer: DocumentWriter): Line {
  const { pick, random, style } = writer;
  const isDate = writer.chance(0.5);
  const id = pick(isDate ? DATES : CODES);
  const concept = CONCEPTS.find((entry) => entry.id === id);
  const name = pick(concept?.keys ?? [id]);
  const label = writer.chance(0.7) ? capital(name) : pick(concept?.labels ?? [id]);
  if (isDate) {
    const iso = addDays('2015-01-01', Math.floor(random() * 4000));
    return { name, label, type: 'date', value: iso, text: style.date(iso) };
  }
  const code = makeCode(pick, random);
  return { name, label, type: 'string', value: code, text: code };
}

function contactLine(writer: DocumentWriter): Line {
  const { pick, random } = writer;
  const person = makePerson(pick);
  const address = `${person.toLowerCase().replace(' ', '.')}@${makeName(pick).toLowerCase()}.example`;
  const phone = `+${Math.floor(10 + random() * 80)} ${Math.floor(20 + random() * 70)} ${Math.floor(1000 + random() * 8999)} ${Math.floor(1000 + random() * 8999)}`;
  const iban = makeIban(writer);
  return pick<Line>([
    { name: 'email', label: pick(['Email', 'E-mail', 'E-Mail']), type: 'string', value: address, text: address },
    { name: 'phone', label: pick(['Phone', 'Telephone', 'Telefon']), type: 'string', value: phone, text: phone },
    { name: 'iban', label: 'IBAN', type: 'string', value: iban.replace(/ /g, ''), text: iban },
    ...NAMED.map((name): Line => ({ name, label: capital(name), type: 'string', value: person, text: person })),
  ]);
}

const lineOf = (fact: Fact): Line => ({
  name: fact.names[0] ?? fact.base,
  label: (fact.labels[0] ?? fact.base).replace(/:$/, ''),
  type: fact.type,
  value: fact.value,
  text: fact.lines.join(' '),
});

/** A slip: one line under the other, each a label and its value, asked for by words close to the printed ones. */
export function writeSlip(writer: DocumentWriter): void {
  const { pick, size, width } = writer;
  edges(writer);
  const title = pick(['Slip', 'Delivery note', 'Invoice', 'Work order', 'Ticket', 'Summary', 'Packing list', 'Job card']);
  writer.print(title, 40, writer.y, { size: size * pick([1.2, 1.7, 2]), bold: writer.chance(0.5) });
  writer.y += size * 3;
  const count = 6 + Math.floor(writer.random() * 11);
  const facts = makeRecord(writer, count);
  const lines: Line[] = [];
  const taken = new Set<string>();
  for (let at = 0; at < count; at++) {
    const fact = facts[at];
    const line =
      pick([textLine, sumLine, sumLine, knownLine, knownLine, contactLine, contactLine, null])?.(writer) ?? (fact && lineOf(fact));
    if (!line || taken.has(line.label.toLowerCase()) || taken.has(line.name)) continue;
    taken.add(line.label.toLowerCase()).add(line.name);
    lines.push(line);
  }
  const way = pick(['colon', 'colon', 'columns', 'right']);
  const colon = way === 'colon' ? ':' : pick([':', '']);
  const tab = 40 + Math.max(...lines.map(({ label }) => writer.widthOf(label))) + 20;
  const step = size * pick([1.3, 1.6, 2.2]);
  const bold = writer.chance(0.25);
  for (const { label, text } of lines) {
    if (writer.y > writer.height - 70) writer.turn();
    const end = writer.print(`${label}${colon}`, 40, writer.y, { bold });
    if (way === 'colon') writer.print(text, end + size * 0.05, writer.y);
    else writer.print(text, way === 'right' ? width - 60 : tab, writer.y, { align: way === 'right' ? 'right' : 'left' });
    writer.y += step;
  }
  if (writer.chance(0.4)) writeNumbers(writer);
  for (const line of lines)
    if (writer.chance(0.85)) writer.ask(line.name, line.type, line.value, '', writer.chance(0.6) ? line.label : capital(line.name));
  for (const line of [textLine(writer), sumLine(writer), knownLine(writer), contactLine(writer)])
    if (writer.chance(0.3) && ![...taken].some((name) => name.includes(line.name) || line.name.includes(name)) && line.type !== 'money')
      writer.ask(line.name, line.type, null, '', capital(line.name));
}
