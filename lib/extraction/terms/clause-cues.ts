import { entriesOf } from '../languages/languages.ts';
import type { FieldProfile } from './field-profile.ts';

/** What leads up to a value in the clauses of contracts: for which fields, and the words right before the value. */
export type ClauseCue = { isFor: (profile: FieldProfile) => boolean; words: readonly string[] };

const isConcept = (profile: FieldProfile, id: string) => profile.concepts[0]?.id === id;
const isEnd = ({ kind, tags, concepts }: FieldProfile) =>
  kind === 'date' && tags.has('end') && !tags.has('start') && concepts.every(({ id }) => id !== 'due_date');

export const CLAUSE_CUES: readonly ClauseCue[] = [
  {
    isFor: (profile) => profile.kind === 'date' && isConcept(profile, 'effective_date'),
    words: entriesOf(({ clauseCues }) => clauseCues?.effective_date),
  },
  {
    isFor: isEnd,
    words: entriesOf(({ clauseCues }) => clauseCues?.end_date),
  },
  {
    isFor: (profile) => profile.kind === 'duration' && isConcept(profile, 'notice_period'),
    words: entriesOf(({ clauseCues }) => clauseCues?.notice_period),
  },
  {
    isFor: (profile) => profile.kind === 'duration' && isConcept(profile, 'term_duration'),
    words: entriesOf(({ clauseCues }) => clauseCues?.term_duration),
  },
  {
    isFor: (profile) => profile.kind === 'money' && isConcept(profile, 'contract_value'),
    words: entriesOf(({ clauseCues }) => clauseCues?.contract_value),
  },
];
