import { shareWords } from '#components/shared/charts/share-words.ts';
import type { AutomaticApproval, FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { percentWords } from './insight-words.ts';

/** Error rates that can be accepted, 0 to 1. */
export const ERROR_RATES = [0.005, 0.01, 0.02, 0.05, 0.1] as const;
/** Shares of the documents that approved themselves and go to a person, in per cent. */
export const SAMPLE_PERCENTS = [2, 5, 10, 20, 50, 100] as const;

/** How it would have gone with the documents approved last. */
export function trialWords({ documents, approved, values, wrong }: AutomaticApproval['trial']): string {
  if (documents === 0) return 'No document of this schema was approved yet.';
  const last = documents === 1 ? 'the last approved document' : `the last ${documents} approved documents`;
  if (approved === 0) return `Of ${last}, none would have approved itself.`;
  const errors = wrong === 0 ? 'None' : wrong.toLocaleString('en');
  const were = wrong === 1 ? 'was' : 'were';
  return `Of ${last}, ${approved} would have approved ${approved === 1 ? 'itself' : 'themselves'}. ${errors} of their ${values.toLocaleString('en')} values ${wrong === 0 ? 'were' : were} changed by a person.`;
}

/** What a field still lacks; null where values of it pass. */
export function lackWords({ threshold, missing, errors, documents, flagged_below }: FieldLimit): string | null {
  if (threshold !== null) return null;
  if (missing) return `needs ${missing.toLocaleString('en')} more documents in which it is right at ${percentWords(flagged_below)} or more`;
  return `wrong in too many: ${errors.toLocaleString('en')} of ${documents.toLocaleString('en')}`;
}

/**
 * That nothing can pass yet, because of fields that let no document through: neither a value nor nothing is right in them surely enough. Null
 * where a document can pass.
 */
export function nonePassesWords(fields: readonly FieldLimit[]): string | null {
  const closed = fields.filter(({ threshold, may_be_empty }) => threshold === null && !may_be_empty);
  if (closed.length === 0) return null;
  const count = `${closed.length.toLocaleString('en')} of ${fields.length.toLocaleString('en')} ${fields.length === 1 ? 'field' : 'fields'}`;
  const [have, are] = closed.length === 1 ? ['has', 'is'] : ['have', 'are'];
  const isWrong = closed.some(({ missing }) => missing === 0);
  return `No document passes yet: ${count} ${have} too little evidence${isWrong ? ` or ${are} wrong too often` : ''}.`;
}

/** What stands in the line below the heading while it is on, paused or stopped. @param isTried another error rate is looked at than is set */
export function stateWords(
  { settings, paused, stopped, fields }: AutomaticApproval,
  isTried: boolean,
): {
  tone: 'neutral' | 'ok' | 'warn' | 'bad';
  word: string;
  detail: string | null;
} {
  if (settings.on && paused === 'second_approval')
    return { tone: 'warn', word: 'Paused', detail: 'Every document of this schema needs the approval of two people.' };
  if (settings.on && paused === 'samples_wait')
    return {
      tone: 'warn',
      word: 'Paused',
      detail:
        'A quality sample has waited for more than 14 days. It goes on once the samples are checked, and those that were reopened are decided.',
    };
  if (settings.on) {
    const none = isTried ? null : nonePassesWords(fields);
    return { tone: none ? 'warn' : 'ok', word: 'On', detail: none };
  }
  if (stopped) {
    const count = `${stopped.errors.toLocaleString('en')} of ${stopped.values.toLocaleString('en')}`;
    const share = `(${shareWords(stopped.errors, stopped.values)})`;
    const label = fields.find(({ field }) => field === stopped.field)?.label ?? stopped.field;
    const found = label === null ? `${count} checked fields were wrong ${share}` : `${label} was wrong in ${count} documents ${share}`;
    const accepted = percentWords(settings.error_rate);
    return {
      tone: 'bad',
      word: 'Off',
      detail: `It switched itself off. In quality samples, ${found}. You accept ${accepted} of documents.`,
    };
  }
  return { tone: 'neutral', word: 'Off', detail: null };
}
