import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import { PARTY_ROLES } from '#lib/extraction/terms/party-roles.ts';
import { buildReading, type Print } from '#lib/extraction/testing/build-reading.ts';
import { createRandom } from '../learning/random.ts';
import type { TruthValue } from './document-writer.ts';
import {
  addDays,
  makeAddress,
  makeCode,
  makeCompany,
  makeInstitution,
  makeName,
  makePerson,
  makeStyle,
  type Pick,
} from './random-values.ts';

/** A synthetic document, the schema it is asked with, and the truth. */
export type SyntheticDocument = { file: string; reading: Reading; fields: Field[]; truth: Record<string, TruthValue> };

type Fact = { concept: string; role?: string; type: Field['type']; value: string | number; text: string };
type Context = { pick: Pick; random: () => number; style: ReturnType<typeof makeStyle> };

const labelsOf = (id: string) => CONCEPTS.find((concept) => concept.id === id)?.labels ?? [id];
const keysOf = (id: string) => CONCEPTS.find((concept) => concept.id === id)?.keys ?? [id];
const headingsOf = (id: string) => (PARTY_ROLES.find((role) => role.id === id)?.headings ?? [id]).filter((heading) => heading.length > 3);

/** A business document (invoice, order, statement) or a form with random layout, wording and schema; the same for the same seed. */
export function makeBusinessDocument(seed: number): SyntheticDocument {
  const random = createRandom(seed * 7919 + 13);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as never;
  const context: Context = { pick, random, style: makeStyle(pick, random) };
  const facts = makeFacts(context);
  const pages = seed % 4 === 3 ? writeForm(context, facts) : writeLetter(context, facts);
  return { file: `made-up-${seed}`, reading: buildReading(pages), ...askFor(context, facts) };
}

function makeFacts({ pick, random, style }: Context): Fact[] {
  const issued = addDays('2015-01-01', Math.floor(random() * 4000));
  const facts: Fact[] = [];
  const date = (concept: string, iso: string) => facts.push({ concept, type: 'date', value: iso, text: style.date(iso) });
  const code = (concept: string, role?: string) => {
    const text = makeCode(pick, random);
    facts.push({ concept, type: 'string', value: text, text, ...(role ? { role } : {}) });
  };
  const money = (concept: string, value: number) => facts.push({ concept, type: 'money', value, text: style.money(value) });
  const isOrder = random() < 0.3;
  code(isOrder ? 'order_number' : 'invoice_number');
  date(isOrder ? 'order_date' : 'invoice_date', issued);
  if (random() < 0.6) date('due_date', addDays(issued, pick([7, 10, 14, 30, 45])));
  if (random() < 0.5) date('delivery_date', addDays(issued, -pick([0, 1, 3, 6])));
  if (random() < 0.55) code('customer_number');
  if (!isOrder && random() < 0.5) code('order_number');
  if (random() < 0.3) code('contract_number');
  if (random() < 0.25) {
    date('period_start', addDays(issued, -40));
    date('period_end', addDays(issued, -10));
  }
  for (const role of ['seller', 'buyer', ...(random() < 0.4 ? ['ship_to'] : [])]) {
    const name =
      role === 'buyer' && random() < 0.3 ? makePerson(pick) : random() < 0.15 ? makeInstitution(pick) : makeCompany(pick, random);
    facts.push({ concept: 'name', role, type: 'string', value: name, text: name });
    const vat = `${pick(['DE', 'PT', 'HR', 'IT'])}${Math.floor(1e10 + random() * 8e10)}`.slice(0, 11);
    if (role !== 'ship_to' && random() < 0.5) facts.push({ concept: 'vat_id', role, type: 'string', value: vat, text: vat });
    if (role !== 'ship_to' && random() < 0.3) code('tax_number', role);
  }
  const net = Math.round((20 + random() ** 3 * 9000) * 100) / 100;
  const tax = random() < 0.12 ? 0 : Math.round(net * pick([0.19, 0.2, 0.21, 0.07, 0.08]) * 100) / 100;
  const paid = random() < 0.15 ? Math.round(net * 30) / 100 : 0;
  const gross = Math.round((net + tax) * 100) / 100;
  money('net_total', net);
  money('tax_total', tax);
  money('grand_total', gross);
  if (paid) money('paid_amount', paid);
  if (random() < 0.5) money('amount_due', Math.round((gross - paid) * 100) / 100);
  return facts;
}

type Layout = { prints: Print[]; size: number; step: number };

function label(context: Context, fact: Fact): string {
  const base = context.pick(labelsOf(fact.concept));
  return fact.role && fact.concept !== 'name' && context.random() < 0.3 ? `${context.pick(headingsOf(fact.role))} ${base}` : base;
}

/** Sets facts as label and value: behind a colon, in two columns, under each other, or in a grid under headings. */
function writeFacts(context: Context, layout: Layout, facts: Fact[], x: number, y: number): number {
  const { pick, random } = context;
  const { prints, size, step } = layout;
  const way = pick(['colon', 'columns', 'columns', 'stacked', 'grid']);
  const colon = pick([':', ':', '', ' :']);
  if (way === 'grid' && x < 100) {
    for (let at = 0; at < facts.length; at += 4) {
      facts.slice(at, at + 4).forEach((fact, column) => {
        prints.push(
          { text: label(context, fact), x: x + column * 128, y, size: size * 0.9, bold: random() < 0.5 },
          { text: fact.text, x: x + column * 128, y: y + step, size },
        );
      });
      y += 2.8 * step;
    }
    return y;
  }
  const tab = 105 + random() * 50;
  for (const fact of facts) {
    const name = label(context, fact);
    if (way === 'colon') prints.push({ text: `${name}${colon || ':'} ${fact.text}`, x, y, size });
    else if (way === 'columns')
      prints.push({ text: `${name}${colon}`, x, y, size }, { text: fact.text, x: x + Math.max(tab, name.length * size * 0.62), y, size });
    else {
      prints.push({ text: name, x, y, size: size * 0.85 }, { text: fact.text, x, y: y + step * 0.95, size });
      y += step;
    }
    y += step * (way === 'stacked' ? 1.3 : 1);
  }
  return y;
}

function writeParty(context: Context, layout: Layout, facts: Fact[], role: string, x: number, y: number, headed: boolean): number {
  const { pick, random } = context;
  const { prints, size, step } = layout;
  const name = facts.find((fact) => fact.concept === 'name' && fact.role === role);
  if (!name) return y;
  const heading = pick(headingsOf(role));
  const inline = headed && random() < 0.2;
  if (headed && !inline) {
    prints.push({ text: heading + pick([':', '', ':']), x, y, size, bold: random() < 0.5 });
    y += step;
  }
  if (random() < 0.15) {
    prints.push({ text: `${pick(['Nummer', 'No.', 'GLN', 'ID'])}: ${Math.floor(1e5 + random() * 9e6)}`, x, y, size });
    y += step;
  }
  const lines = [
    inline ? `${heading}: ${name.text}` : name.text,
    ...(random() < 0.3 ? [makePerson(pick)] : []),
    ...makeAddress(pick, random),
  ];
  if (random() < 0.3) lines.push(pick(['Deutschland', 'France', 'España', 'Italia', 'Poland', 'USA']));
  if (random() < 0.3) lines.push(`Tel. +49 ${Math.floor(1e7 + random() * 8e7)}`);
  for (const text of lines) {
    prints.push({ text, x, y, size: text === name.text && random() < 0.2 ? size * 1.3 : size });
    y += step;
  }
  for (const fact of facts) {
    if (fact.role !== role || fact.concept === 'name') continue;
    prints.push({ text: `${pick(labelsOf(fact.concept))}: ${fact.text}`, x, y, size });
    y += step;
  }
  return y + step;
}

function writeLetter(context: Context, facts: Fact[]): Print[][] {
  const { pick, random } = context;
  const size = 8 + random() * 3;
  const layout: Layout = { prints: [], size, step: size * (1.25 + random() * 0.3) };
  const { prints, step } = layout;
  let y = 36;
  const seller = facts.find((fact) => fact.concept === 'name' && fact.role === 'seller');
  const swap = random() < 0.4;
  const headed = random() < 0.6;
  if (random() < 0.4 && seller) {
    prints.push({ text: seller.text, x: pick([40, 350]), y, size: size * 1.6, bold: true });
    y += 30;
  }
  const left = writeParty(context, layout, facts, swap ? 'buyer' : 'seller', 40, y, headed || swap);
  const right = writeParty(context, layout, facts, swap ? 'seller' : 'buyer', 310, y, headed || !swap);
  y = Math.max(left, right) + 10;
  if (facts.some((fact) => fact.role === 'ship_to')) y = writeParty(context, layout, facts, 'ship_to', pick([40, 310]), y, true);
  prints.push({
    text: pick(['Rechnung', 'Invoice', 'Facture', 'Factura', 'Fattura', 'Factuur', 'Purchase Order', 'Auftrag', 'Statement']),
    x: pick([40, 300]),
    y,
    size: size * 1.7,
    bold: true,
  });
  y += 34;
  const header = facts.filter((fact) => fact.type !== 'money' && !fact.role);
  header.sort(() => random() - 0.5);
  const period = header.filter((fact) => fact.concept.startsWith('period_'));
  const plain = header.filter((fact) => !fact.concept.startsWith('period_'));
  y = writeFacts(context, layout, plain, pick([40, 40, 330]), y) + step;
  if (period.length === 2) {
    prints.push({
      text: `${pick(labelsOf('period_start'))}: ${period[0]?.text} ${pick(['-', 'bis', 'to', '–'])} ${period[1]?.text}`,
      x: 40,
      y,
      size,
    });
    y += 2 * step;
  }
  const net = Number(facts.find((fact) => fact.concept === 'net_total')?.value ?? 100);
  const count = 1 + Math.floor(random() * 6);
  const edges = [40, 330, 400, 480];
  for (const [index, concept] of ['item_description', 'quantity', 'unit_price', 'line_total'].entries())
    prints.push({ text: pick(labelsOf(concept)), x: edges[index] ?? 40, y, size, bold: true });
  y += step * 1.3;
  let rest = net;
  for (let row = 0; row < count; row++) {
    const amount = row === count - 1 ? rest : Math.round(rest * random() * 60) / 100;
    rest = Math.round((rest - amount) * 100) / 100;
    prints.push(
      { text: `${makeName(pick)} ${makeName(pick).toLowerCase()}`, x: 40, y, size },
      { text: '1', x: 350, y, size },
      { text: context.style.money(amount), x: 450, y, size, right: true },
      { text: context.style.money(amount), x: 545, y, size, right: true },
    );
    y += step * 1.2;
  }
  y += step;
  for (const fact of facts.filter((entry) => entry.type === 'money')) {
    prints.push(
      { text: label(context, fact) + pick([':', '']), x: pick([330, 340]), y, size },
      { text: fact.text, x: 545, y, size, right: true },
    );
    y += step * 1.15;
  }
  prints.push({
    text: `${makeCompany(pick, random)} · IBAN DE${Math.floor(1e9 + random() * 8e9)}${Math.floor(1e9 + random() * 8e9)}`,
    x: 40,
    y: Math.max(y + 20, 790),
    size: size * 0.75,
  });
  return [prints];
}

function writeForm(context: Context, facts: Fact[]): Print[][] {
  const size = 8 + context.random() * 3;
  const layout: Layout = { prints: [], size, step: size * 1.5 };
  let y = 50;
  layout.prints.push({
    text: context.pick(['Antrag', 'Application form', 'Formulaire', 'Registration', 'Meldung', 'Order form']),
    x: 40,
    y,
    size: size * 1.8,
    bold: true,
  });
  y += 40;
  const all = facts.map((fact) => (fact.concept === 'name' ? { ...fact, concept: `${fact.role}_name` } : fact));
  for (let at = 0; at < all.length; at += 4)
    y = writeFacts(context, layout, all.slice(at, at + 4), context.pick([40, 40, 120]), y) + layout.step * 1.5;
  return [layout.prints];
}

/** The schema: most facts and a few that the document lacks, named and described in varying ways. */
function askFor(context: Context, facts: Fact[]): Some<SyntheticDocument, 'fields' | 'truth'> {
  const { pick, random } = context;
  const fields: Field[] = [];
  const truth: SyntheticDocument['truth'] = {};
  const ask = (concept: string, role: string | undefined, type: Field['type'], value: string | number | null) => {
    const key =
      concept === 'name'
        ? pick([`${role} name`, `${role}`, `name of ${role}`])
        : role
          ? `${role} ${pick(keysOf(concept))}`
          : pick(keysOf(concept));
    const name = key
      .replaceAll('ship_to', 'ship to')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 60);
    if (!name || name in truth) return;
    const other = concept === 'name' ? '' : pick(keysOf(concept));
    fields.push(fieldSchema.parse({ name, type, description: random() < 0.6 ? other : '' }));
    truth[name] = value;
  };
  for (const fact of facts) if (random() < 0.85) ask(fact.concept, fact.role, fact.type, fact.value);
  const absent: [string, Field['type']][] = [
    ['due_date', 'date'],
    ['delivery_date', 'date'],
    ['customer_number', 'string'],
    ['order_number', 'string'],
    ['contract_number', 'string'],
    ['paid_amount', 'money'],
    ['shipping_amount', 'money'],
    ['birth_date', 'date'],
  ];
  for (const [concept, type] of absent)
    if (random() < 0.4 && !facts.some((fact) => fact.concept === concept)) ask(concept, undefined, type, null);
  return { fields, truth };
}

type Some<T, K extends keyof T> = { [P in K]: T[P] };
