import type { Sheet } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makePerson } from './random-values.ts';

/** Sides of a paper as sections, each with the same plain labels under its heading (or its question). */
export function setSides(sheet: Sheet): void {
  const { pick, random } = sheet;
  const sides = [...new Set([pick(SECTIONS), pick(SECTIONS), pick(SECTIONS)])];
  const colon = pick([':', '', ':']);
  const table = sheet.chance(0.35);
  const labels = ['Name', pick(['Address', 'Street', 'Town']), pick(['Number', 'No.', 'ID']), pick(['Date', 'Since', 'Signed on'])];
  const shown = labels.filter((_, at) => at === 0 || sheet.chance(0.6));
  for (const [at, side] of sides.entries()) {
    if (sheet.y > sheet.height - 120) sheet.turn();
    const title = side.charAt(0).toUpperCase() + side.slice(1);
    const asked = `What are the name and address of the ${side}?`;
    sheet.print(`${sheet.chance(0.3) ? `${at + 1}. ` : ''}${sheet.chance(0.25) ? asked : title}`, 40, sheet.y, { bold: sheet.chance(0.6) });
    sheet.y += sheet.size * 1.6;
    const values = shown.map((label) => sideValue(sheet, label));
    const top = sheet.y;
    shown.forEach((label, index) => {
      const text = values[index]?.text ?? '';
      if (table) {
        const x = 44 + index * ((sheet.width - 90) / shown.length);
        sheet.print(label, x, top, { size: sheet.size * 0.85 });
        sheet.print(text, x + 2, top + sheet.size * 1.3);
        sheet.y = top + sheet.size * 3.2;
      } else {
        sheet.print(`${label}${colon}`, 44, sheet.y);
        sheet.print(text, 130, sheet.y);
        sheet.y += sheet.size * 1.5;
      }
    });
    sheet.y += sheet.size;
    shown.forEach((label, index) => {
      const kind =
        label === 'Name' ? 'name' : label === 'No.' ? 'number' : label.toLowerCase().replace('since', 'date').replace('signed on', 'date');
      const entry = values[index];
      if (entry && random() < 0.7)
        sheet.ask(`${side}_${kind}`, entry.type, entry.value, pick([`${label} of the ${side}`, `${kind} of the ${side}`, '']));
    });
  }
}

const SECTIONS =
  'tenant|landlord|applicant|primary holder|second holder|carrier|lender|trustee|guest|doctor|owner|insured|witness|operator'.split('|');

function sideValue(sheet: Sheet, label: string): { type: 'string' | 'date'; value: string; text: string } {
  const { pick, random, style } = sheet;
  if (/Date|Since|Signed/.test(label)) {
    const iso = addDays('2012-01-01', Math.floor(random() * 5000));
    return { type: 'date', value: iso, text: style.date(iso) };
  }
  const [street, town] = makeAddress(pick, random);
  const text =
    label === 'Name'
      ? sheet.chance(0.5)
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
export function setLess(sheet: Sheet): void {
  const { pick, random, style } = sheet;
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
  if (sheet.chance(0.3)) rows.reverse();
  for (const [label, value] of rows) {
    if (sheet.y > sheet.height - 60) sheet.turn();
    sheet.print(`${label}${pick([':', ''])}`, 300, sheet.y);
    sheet.print(style.money(value), sheet.width - 45, sheet.y, { align: 'right' });
    sheet.y += sheet.size * 1.5;
  }
  const asked = noun ? noun.toLowerCase() : 'amount';
  if (sheet.chance(0.7)) sheet.ask(`gross_${asked}`, 'money', gross, pick([`Total gross ${asked}`, `Gross ${asked}`, '']));
  if (sheet.chance(0.35)) sheet.ask(`net_${asked}`, 'money', net, pick([`Net ${asked}`, `Total net ${asked}`, '']));
}
