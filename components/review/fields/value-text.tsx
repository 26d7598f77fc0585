// biome-ignore-all lint/a11y/useSemanticElements: an input would look as if one could type
'use client';

import { classNames } from '#components/ui/class-names.ts';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';

type ValueTextProps = {
  pointer: string;
  label: string;
  text: string;
  /** Shown while there is no value. */
  placeholder?: string | undefined;
  unit?: string | undefined;
  describedBy?: string | undefined;
  /** In one line. */
  bare: boolean;
};

/** A value as text, of a document that somebody has decided on. It takes the focus, so that its place is shown on the page. */
export function ValueText({ pointer, label, text, placeholder, unit, describedBy, bare }: ValueTextProps) {
  const { recordFocus } = useReviewActs();
  return (
    <div
      id={elementId(pointer)}
      data-pointer={pointer}
      role="textbox"
      aria-readonly
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={0}
      title={bare ? text : undefined}
      onFocus={() => recordFocus(pointer)}
      className={classNames('rounded-md px-1.5 text-sm', bare ? 'truncate leading-7' : 'whitespace-pre-wrap break-words py-1')}
    >
      {text === '' ? <span className="text-ink-faint text-xs">{placeholder ?? '–'}</span> : null}
      {text !== '' && unit ? <span className="mr-1.5 text-ink-faint text-xs">{unit}</span> : null}
      {text}
    </div>
  );
}
