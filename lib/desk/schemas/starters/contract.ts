import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field } from './field.ts';

export const contract: SchemaDraft = {
  name: 'Contract',
  description: 'An agreement between two or more parties.',
  fields: [
    field('title', 'string', 'Title', 'What the contract calls itself, e.g. “Services agreement”.', { required: true }),
    field(
      'contract_number',
      'string',
      'Contract number',
      'Number that identifies the contract, when it has one: contract no., agreement no., Vertragsnummer, n° de contrat.',
      {
        format: 'identifier',
      },
    ),
    field('parties', 'list', 'Parties', 'Companies and persons that make the agreement.', { required: true }),
    field(
      'signature_date',
      'date',
      'Signature date',
      'Day on which it was signed: date of signature, signed on, unterzeichnet am, fait le.',
    ),
    field('effective_date', 'date', 'Effective date', 'Day from which it is in force: effective date, commencement date.', {
      required: true,
    }),
    field('end_date', 'date', 'End date', 'Day on which it ends, when one is stated: expires on, until.'),
    field('term', 'string', 'Term', 'How long it runs, e.g. “24 months”.'),
    field(
      'notice_period',
      'string',
      'Notice period',
      'How long before the end it must be terminated, e.g. “90 days”: notice period, Kündigungsfrist, préavis, preaviso, preavviso.',
    ),
    field('automatic_renewal', 'boolean', 'Automatic renewal', 'Whether it is prolonged when nobody terminates it.'),
    field('governing_law', 'string', 'Governing law', 'Law that applies, e.g. “England and Wales”.'),
    field('place_of_jurisdiction', 'string', 'Place of jurisdiction', 'Courts that decide disputes.'),
    field('currency', 'string', 'Currency', 'Currency of the amounts, as its three-letter code.', { format: 'currency' }),
    field('total_value', 'money', 'Total value', 'Price or value of the whole contract.'),
    field('payment_terms', 'string', 'Payment terms', 'When and how is paid: payment terms, Zahlungsbedingungen, conditions de paiement.'),
  ],
  rules: [{ formula: 'end_date >= effective_date', message: 'The contract ends before it begins.' }],
};
