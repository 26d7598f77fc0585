import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { Sums } from './invoice-sums.ts';
import { labelsOf, type Party } from './parties.ts';

const keysOf = (id: string) => CONCEPTS.find((concept) => concept.id === id)?.keys ?? [id];

type Asked = {
  facts: { concept: string; type: 'string' | 'date'; value: string }[];
  seller: Party;
  buyer: Party;
  goods: Party | null;
  iban: string | null;
  bic: string | null;
  sum: Sums;
};

/** The schema: most of what the invoice says and some that it lacks, named and described in varying ways. */
export function askInvoice(writer: DocumentWriter, { facts, seller, buyer, goods, iban, bic, sum }: Asked): void {
  const { pick } = writer;
  const some = (
    share: number,
    concept: string,
    type: 'string' | 'date' | 'money',
    value: string | number | null,
    name = pick(keysOf(concept)),
  ) => {
    const said = writer.chance(0.6) ? pick(keysOf(concept)) : '';
    const listed = writer.chance(0.3) ? `: ${[1, 2, 3].map(() => pick([...keysOf(concept), ...labelsOf(concept)])).join(', ')}` : '';
    if (writer.chance(share)) writer.ask(name, type, value, said + (said && listed), writer.chance(0.3) ? name : '');
  };
  for (const fact of facts) some(0.9, fact.concept, fact.type, fact.value);
  for (const concept of ['due_date', 'delivery_date', 'customer_number', 'order_number', 'contract_number', 'period_start'])
    if (!facts.some((fact) => fact.concept === concept)) some(0.4, concept, concept.endsWith('number') ? 'string' : 'date', null);
  for (const party of [seller, buyer, ...(goods ? [goods] : [])]) {
    const role = party.role.replace('_', ' ');
    if (writer.chance(0.9))
      writer.ask(
        pick([`${role}_name`, role, `name of ${role}`]),
        'string',
        party.name,
        pick([`Name of the ${role}`, '', pick(keysOf(`${party.role}_name`))]),
      );
    if (party.role === 'ship_to') continue;
    if (writer.chance(0.6))
      writer.ask(
        `${role}_${pick(['vat_id', 'vat_number', 'vat id'])}`,
        'string',
        party.vat,
        pick([`VAT identification number of the ${role}`, '']),
      );
    if (writer.chance(0.4)) writer.ask(`${role}_tax_number`, 'string', party.tax, pick([`National tax number of the ${role}`, '']));
  }
  some(0.6, 'iban', 'string', iban, 'iban');
  some(0.5, 'bic', 'string', bic, 'bic');
  some(0.9, 'net_total', 'money', sum.net);
  some(0.9, 'tax_total', 'money', sum.tax);
  some(0.9, 'grand_total', 'money', sum.gross);
  if (sum.dueShown) some(0.7, 'amount_due', 'money', sum.due);
}
