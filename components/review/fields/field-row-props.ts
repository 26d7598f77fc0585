import type { Flag, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';

/** What the row of a field is drawn from. */
export type FieldRowProps = {
  field: RowField;
  merged: MergedValue;
  flags: readonly Flag[];
  /** Place among the candidates of what is offered, since there is no value; null when nothing is. */
  offerAt: number | null;
  isFocused: boolean;
  isHovered: boolean;
  onExplain: (pointer: string) => void;
};
