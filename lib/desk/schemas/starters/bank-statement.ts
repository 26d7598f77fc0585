import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { field, rows } from './field.ts';

export const bankStatement: SchemaDraft = {
  name: 'Bank statement',
  description: 'Balances and transactions of an account in a period.',
  fields: [
    field('bank_name', 'string', 'Bank', 'Bank that issues the statement.', { required: true, format: 'organisation' }),
    field(
      'account_holder',
      'string',
      'Account holder',
      'Person or company that owns the account: account name, Kontoinhaber, titulaire du compte, titular, intestatario, rekeninghouder, posiadacz.',
      { required: true },
    ),
    field(
      'account_number',
      'string',
      'Account number',
      'Number of the account when it is not an IBAN: account no., Kontonummer, numéro de compte, número de cuenta.',
      { format: 'identifier' },
    ),
    field('iban', 'string', 'IBAN', 'International number of the account.', { format: 'iban' }),
    field(
      'statement_number',
      'string',
      'Statement number',
      'Number of the statement: statement no., Auszug Nr., Kontoauszug Nr., relevé n°, extracto n.º, estratto conto n.',
      { format: 'identifier' },
    ),
    field(
      'statement_date',
      'date',
      'Statement date',
      'Day the statement was made: statement date, date of issue, erstellt am, Auszugsdatum, édité le, fecha de emisión.',
    ),
    field('period_from', 'date', 'Period from', 'First day of the period: from, Zeitraum von, période du, desde, dal.'),
    field('period_to', 'date', 'Period to', 'Last day of the period: to, Zeitraum bis, au, hasta, al.'),
    field('currency', 'string', 'Currency', 'Currency of the account, as its three-letter code.', { format: 'currency' }),
    field(
      'opening_balance',
      'money',
      'Opening balance',
      'Balance before the first transaction: balance brought forward, previous balance, alter Kontostand, alter Saldo, Anfangssaldo, ancien solde, solde initial, saldo anterior, saldo inicial, saldo iniziale, beginsaldo, saldo początkowe.',
      {
        required: true,
      },
    ),
    field(
      'closing_balance',
      'money',
      'Closing balance',
      'Balance after the last transaction: balance carried forward, new balance, neuer Kontostand, neuer Saldo, Endsaldo, nouveau solde, solde final, saldo final, nuevo saldo, saldo finale, eindsaldo, saldo końcowe.',
      {
        required: true,
      },
    ),
    rows('transactions', 'Transactions', 'Movements of the account, one row each; money out is negative.', [
      field('date', 'date', 'Date', 'Day of booking.', { required: true }),
      field('description', 'string', 'Description', 'Who and what for.'),
      field('reference', 'string', 'Reference', 'Reference or number of the transaction.'),
      field('amount', 'money', 'Amount', 'Money in (positive) or out (negative).', { required: true }),
      field('balance', 'money', 'Balance', 'Balance after the transaction.'),
    ]),
  ],
  rules: [
    {
      formula: 'closing_balance = opening_balance + sum(transactions.amount)',
      message: 'Opening balance and transactions do not add up to the closing balance.',
    },
    { formula: 'period_to >= period_from', message: 'The period ends before it begins.' },
  ],
};
