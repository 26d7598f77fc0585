import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeName } from './random-values.ts';
import { askFact, type Fact, makeRecord, makeSpan } from './record-facts.ts';
import { askMissing, edges, setSection, setSpan, WAYS } from './write-record.ts';

/**
 * A schedule: a heading of two columns of facts with the span of the whole, rows with spans and amounts of their own, and
 * totals by month and in all.
 */
export function writeSchedule(writer: DocumentWriter): void {
  const { pick, random, style, size } = writer;
  edges(writer);
  writer.print(
    pick(['Order', 'Contract', 'Booking confirmation', 'Schedule', 'Invoice', 'Reservation', 'Proposal']),
    pick([40, 250, 420]),
    writer.y,
    { size: size * 1.6, bold: true },
  );
  writer.y += size * 2.6;
  const facts = makeRecord(writer, 7).filter((fact) => fact.type !== 'money');
  const half = Math.ceil(facts.length / 2);
  const top = writer.y;
  const kept = (list: Fact[]) => list.map((fact) => ({ fact, empty: false }));
  const [first, second] = [pick(WAYS), pick(WAYS)];
  setSection(writer, kept(facts.slice(0, half)), 40, 300, first, null);
  const low = writer.y;
  writer.y = top;
  setSection(writer, kept(facts.slice(half)), 310, writer.width - 40, second, null);
  writer.y = Math.max(low, writer.y);
  for (const fact of facts) if (writer.chance(0.8)) askFact(writer, fact);
  const span = makeSpan(writer);
  if (span.to === span.from) span.to = addDays(span.from, 20);
  setSpan(writer, span, pick([40, 310]));
  const heads = [
    'Line',
    pick(['Start', 'From', 'Start date']),
    pick(['End', 'To', 'End date']),
    pick(['Item', 'Description', 'Program']),
    pick(['Rate', 'Price']),
    pick(['Units', 'Qty', 'Spots']),
    pick(['Amount', 'Total']),
  ];
  const edgesOf = [40, 75, 150, 225, 390, 440, writer.width - 40];
  heads.forEach((head, at) => {
    writer.print(head, edgesOf[at] ?? 40, writer.y, { bold: true, align: at > 3 ? 'right' : 'left' });
  });
  writer.y += size * 1.6;
  const days = Math.max(1, Math.round((Date.parse(span.to) - Date.parse(span.from)) / 86_400_000));
  let gross = 0;
  let units = 0;
  for (let row = 1 + Math.floor(random() * 9); row > 0; row--) {
    if (writer.y > writer.height - 120) writer.turn();
    const start = addDays(span.from, Math.floor(random() * days));
    const end = addDays(start, Math.min(6, Math.floor(random() * days)));
    const rate = Math.round(random() ** 2 * 900) + (random() < 0.3 ? 0.5 : 0);
    const count = 1 + Math.floor(random() * 6);
    gross += rate * count;
    units += count;
    [
      String(row),
      style.date(start),
      style.date(end),
      `${makeName(pick)} ${pick(['News', 'Show', 'Item', 'Hour', 'Type'])}`,
      style.money(rate),
      String(count),
      style.money(rate * count),
    ].forEach((text, at) => {
      writer.print(text, edgesOf[at] ?? 40, writer.y, { align: at > 3 ? 'right' : 'left' });
    });
    writer.y += size * 1.5;
  }
  setTotals(writer, gross, units);
  askMissing(writer, 2);
}

function setTotals(writer: DocumentWriter, gross: number, units: number): void {
  const { pick, style, size, width } = writer;
  const commission = Math.round(gross * 15) / 100;
  const net = Math.round((gross - commission) * 100) / 100;
  const ask = (names: readonly string[], value: number, descriptions: readonly string[]) => {
    if (writer.chance(0.8)) writer.ask(pick(names), 'money', value, pick(descriptions));
  };
  writer.y += size;
  if (writer.chance(0.5)) {
    const rows: [string, number][] = [
      [pick(['Gross', 'Gross amount', 'Gross total', 'Total gross', 'Gross charges']), gross],
      [pick(['Commission', 'Agency commission', 'Discount 15%', 'Less commission']), -commission],
      [pick(['Net', 'Net amount', 'Net due', 'Total net', 'Net total']), net],
    ];
    for (const [label, value] of rows) {
      writer.print(`${label}${pick([':', ''])}`, width - 220, writer.y);
      writer.print(style.money(value), width - 40, writer.y, { align: 'right' });
      writer.y += size * 1.5;
    }
  } else {
    const columns = [60, 200, 330, 450];
    [pick(['Month', 'Period']), pick(['Units', 'Spots', '#']), pick(['Gross', 'Gross Amount']), pick(['Net', 'Net Amount'])].forEach(
      (head, at) => {
        writer.print(head, columns[at] ?? 40, writer.y, { bold: true, align: at ? 'right' : 'left' });
      },
    );
    const share = 0.2 + 0.6 * writer.random();
    const parts = writer.chance(0.5) ? [Math.round(gross * share * 100) / 100] : [];
    const rows = [...parts, ...(parts.length ? [Math.round((gross - (parts[0] ?? 0)) * 100) / 100] : [gross])];
    for (const [row, value] of [...rows, gross].entries()) {
      writer.y += size * 1.5;
      const label =
        row === rows.length ? pick(['Total', 'Totals', 'Grand total']) : `${pick(['January', 'March', 'May', 'July'])} 20${10 + row}`;
      [label, String(row === rows.length ? units : row + 1), style.money(value), style.money(Math.round(value * 85) / 100)].forEach(
        (text, at) => {
          writer.print(text, columns[at] ?? 40, writer.y, { align: at ? 'right' : 'left' });
        },
      );
    }
    writer.y += size * 2;
  }
  ask(['gross_amount', 'gross_total', 'total_gross', 'gross'], gross, ['Total gross amount', 'Gross total of all rows', '']);
  ask(['net_amount', 'net_total', 'net'], net, ['Total net amount', 'Net total after commission', '']);
}
