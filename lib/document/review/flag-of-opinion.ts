import type { Flag, MergedValue, SecondOpinion } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '../values/format-value.ts';
import { shorten } from './flag-of-support.ts';

/** Which approved documents bear a value out; where none of this layout was seen, they are of another one. */
export function whichApproved({ seen }: Pick<SecondOpinion['remembered'], 'seen'>): string {
  return seen > 0 ? 'approved documents of this layout' : 'approved documents like this one';
}

/** What approved documents say instead of an untouched value, or show the place of, to be taken with one key. */
export function flagOfOpinion(field: RowField, { pointer, second_opinion: opinion, status }: MergedValue): Flag[] {
  if (!opinion || opinion.agrees || status !== 'machine') return [];
  const { value, remembered } = opinion;
  const which = whichApproved(remembered);
  const words = `“${shorten(formatValue(field.type, value))}”`;
  const message =
    remembered.basis === 'value'
      ? `${which[0]?.toUpperCase()}${which.slice(1)} say ${words}.`
      : `Where ${which} have this value, this one says ${words}.`;
  return [{ pointer, reason: 'second_opinion', message, proposal: value }];
}
