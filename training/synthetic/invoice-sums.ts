import type { DocumentWriter } from './document-writer.ts';
import { labelsOf, type Row } from './parties.ts';

/** The sums of an invoice, and the rows that print them. */
export type Sums = { net: number; tax: number; gross: number; due: number; paid: number; rows: Row[]; dueShown: boolean };

/** Sums that agree, and the rows that print them; at times with rows for charges of nothing. */
export function makeSums(writer: DocumentWriter): Sums {
  const { pick, random, style } = writer;
  const sign = writer.chance(0.08) ? -1 : 1;
  const net = (sign * Math.round((5 + random() ** 3 * 20000) * 100)) / 100;
  const tax = writer.chance(0.15) ? 0 : Math.round(net * pick([0.19, 0.2, 0.07, 0.21]) * 100) / 100;
  const gross = Math.round((net + tax) * 100) / 100;
  const paid = writer.chance(0.15) ? Math.round(gross * 30) / 100 : 0;
  const due = Math.round((gross - paid) * 100) / 100;
  const rate = tax && net ? Math.round((tax / net) * 100) : 0;
  const row = (concept: string, value: number): Row => {
    let label = pick(labelsOf(concept));
    if (concept === 'tax_total' && writer.chance(0.5))
      label = pick([
        `zzgl. ${rate} % MwSt.`,
        `${rate}% USt.`,
        `TVA ${rate} %`,
        `TVA (${rate}%)`,
        `VAT ${rate}%`,
        `VAT @ ${rate}%`,
        `IVA ${rate}%`,
        `Sales tax ${rate}.00%`,
        `MwSt ${rate},00 %`,
        `btw ${rate}%`,
      ]);
    if (concept === 'grand_total' && writer.chance(0.15)) label = `${label} ${style.currency}`;
    return { label, value: style.money(value) };
  };
  const rows: Row[] = [];
  if (writer.chance(0.3))
    rows.push({ label: pick(['Positionssumme', 'Sum of rows', 'Zwischensumme', 'Total des lignes']), value: style.money(net) });
  if (writer.chance(0.25)) rows.push({ label: pick(['Zuschläge', 'Charges', 'Summe Zuschläge']), value: style.money(0) });
  if (writer.chance(0.25)) rows.push({ label: pick(['Abschläge', 'Allowances', 'Summe Abschläge']), value: style.money(0) });
  rows.push(row('net_total', net), row('tax_total', tax), row('grand_total', gross));
  const dueShown = paid !== 0 || writer.chance(0.45);
  if (paid || writer.chance(0.2)) rows.push(row('paid_amount', paid));
  if (dueShown) rows.push(row('amount_due', due));
  return { net, tax, gross, due, paid, rows, dueShown };
}
