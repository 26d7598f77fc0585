import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makePerson } from './random-values.ts';

/** Sides of a document as sections, each with the same plain labels under its heading (or its question). */
export function writeSides(writer: DocumentWriter): void {
  const { pick, random } = writer;
  const sides = [...new Set([pick(SECTIONS), pick(SECTIONS), pick(SECTIONS)])];
  const colon = pick([':', '', ':']);
  const table = writer.chance(0.35);
  const labels = ['Name', pick(['Address', 'Street', 'Town']), pick(['Number', 'No.', 'ID']), pick(['Date', 'Since', 'Signed on'])];
  const shown = labels.filter((_, at) => at === 0 || writer.chance(0.6));
  for (const [at, side] of sides.entries()) {
    if (writer.y > writer.height - 120) writer.turn();
    const title = side.charAt(0).toUpperCase() + side.slice(1);
    const asked = `What are the name and address of the ${side}?`;
    writer.print(`${writer.chance(0.3) ? `${at + 1}. ` : ''}${writer.chance(0.25) ? asked : title}`, 40, writer.y, {
      bold: writer.chance(0.6),
    });
    writer.y += writer.size * 1.6;
    const values = shown.map((label) => sideValue(writer, label));
    const top = writer.y;
    shown.forEach((label, index) => {
      const text = values[index]?.text ?? '';
      if (table) {
        const x = 44 + index * ((writer.width - 90) / shown.length);
        writer.print(label, x, top, { size: writer.size * 0.85 });
        writer.print(text, x + 2, top + writer.size * 1.3);
        writer.y = top + writer.size * 3.2;
      } else {
        writer.print(`${label}${colon}`, 44, writer.y);
        writer.print(text, 130, writer.y);
        writer.y += writer.size * 1.5;
      }
    });
    writer.y += writer.size;
    shown.forEach((label, index) => {
      const kind =
        label === 'Name' ? 'name' : label === 'No.' ? 'number' : label.toLowerCase().replace('since', 'date').replace('signed on', 'date');
      const entry = values[index];
      if (entry && random() < 0.7)
        writer.ask(`${side}_${kind}`, entry.type, entry.value, pick([`${label} of the ${side}`, `${kind} of the ${side}`, '']));
    });
  }
}

const SECTIONS =
  'tenant|landlord|applicant|primary holder|second holder|carrier|lender|trustee|guest|doctor|owner|insured|witness|operator'.split('|');

function sideValue(writer: DocumentWriter, label: string): { type: 'string' | 'date'; value: string; text: string } {
  const { pick, random, style } = writer;
  if (/Date|Since|Signed/.test(label)) {
    const iso = addDays('2012-01-01', Math.floor(random() * 5000));
    return { type: 'date', value: iso, text: style.date(iso) };
  }
  const [street, town] = makeAddress(pick, random);
  const text =
    label === 'Name'
      ? writer.chance(0.5)
        ? makePerson(pick)
        : makeCompany(pick, random)
      : label === 'Town'
        ? town
        : label === 'Street'
          ? street
          : label === 'Address'
            ? `${street}, ${town}`
            : makeCode(pick, random);
  return { type: 'string', value: text, text };
}

/** A gross sum, what is taken off it and the net rest, of which the schema asks for one or two. */
export function writeDeductions(writer: DocumentWriter): void {
  const { pick, random, style } = writer;
  const gross = Math.round((50 + random() ** 2 * 40000) * 100) / 100;
  const off = Math.round(gross * pick([0.15, 0.1, 0.2, 0.03]) * 100) / 100;
  const net = Math.round((gross - off) * 100) / 100;
  const noun = pick(['Amount', 'Total', 'Cost', 'Fee', 'Price', 'Value', '']);
  const name = (word: string) => pick([`${word} ${noun}`, `Total ${word}`, `${word} ${noun}`]).trim();
  const rows: [string, number][] = [
    [name('Gross'), gross],
    [pick(['Agency Commission', 'Discount', 'Deductions', 'Less commission', 'Withheld']), off],
    [name('Net'), net],
  ];
  if (writer.chance(0.3)) rows.reverse();
  for (const [label, value] of rows) {
    if (writer.y > writer.height - 60) writer.turn();
    writer.print(`${label}${pick([':', ''])}`, 300, writer.y);
    writer.print(style.money(value), writer.width - 45, writer.y, { align: 'right' });
    writer.y += writer.size * 1.5;
  }
  const asked = noun ? noun.toLowerCase() : 'amount';
  if (writer.chance(0.7)) writer.ask(`gross_${asked}`, 'money', gross, pick([`Total gross ${asked}`, `Gross ${asked}`, '']));
  if (writer.chance(0.35)) writer.ask(`net_${asked}`, 'money', net, pick([`Net ${asked}`, `Total net ${asked}`, '']));
}
