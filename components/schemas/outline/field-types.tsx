import { Banknote, Calendar, CircleDot, Hash, List, Percent, Sigma, Table2, ToggleLeft, Type } from 'lucide-react';
import type { Field, FieldType } from '#lib/contract/service/extraction-schema.ts';

const SIZE = { size: 14, 'aria-hidden': true } as const;

/** How each type is called, explained and drawn. */
export const FIELD_TYPES: Record<FieldType, { word: string; help: string; icon: React.ReactNode }> = {
  string: { word: 'Text', help: 'Words, codes or sentences', icon: <Type {...SIZE} /> },
  date: { word: 'Date', help: 'A date, in any format', icon: <Calendar {...SIZE} /> },
  money: { word: 'Amount of money', help: 'With its currency, if the document states it', icon: <Banknote {...SIZE} /> },
  number: { word: 'Number', help: 'With or without decimals', icon: <Hash {...SIZE} /> },
  integer: { word: 'Whole number', help: 'A count, a year', icon: <Sigma {...SIZE} /> },
  percentage: { word: 'Percentage', help: '19 for “19 %”', icon: <Percent {...SIZE} /> },
  boolean: { word: 'Yes or no', help: 'A tick box, a statement', icon: <ToggleLeft {...SIZE} /> },
  enum: { word: 'One of', help: 'One of a list of options', icon: <CircleDot {...SIZE} /> },
  list: { word: 'List of texts', help: 'Several values of the same kind', icon: <List {...SIZE} /> },
  rows: { word: 'Table rows', help: 'Lines with columns, as on an invoice', icon: <Table2 {...SIZE} /> },
};

/** How each format of a text is called. */
export const FORMATS: Record<NonNullable<Field['format']>, string> = {
  iban: 'IBAN',
  bic: 'BIC',
  vat_id: 'VAT number',
  email: 'E-mail address',
  phone: 'Telephone number',
  url: 'Web address',
  address: 'Postal address',
  person: 'Person’s name',
  organisation: 'Company or organisation',
  identifier: 'Identifier (invoice number, customer number …)',
  currency: 'Currency',
  time: 'Time of day',
};
