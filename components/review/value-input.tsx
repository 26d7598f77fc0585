'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Value } from '#lib/contract/extraction.ts';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { MergedValue } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';
import { parseValue } from '#lib/document/parse-value.ts';
import { elementId } from './element-id.ts';
import { useReview } from './review-context.ts';

const WHAT: Partial<Record<RowField['type'], string>> = {
  date: 'a date, e.g. 2026-03-12 or 12.3.26',
  money: 'an amount, e.g. 1 234.50',
  number: 'a number',
  integer: 'a whole number',
  percentage: 'a percentage, e.g. 19',
};
const NUMERIC = new Set<RowField['type']>(['money', 'number', 'integer', 'percentage']);

function options(field: RowField): string[] | null {
  if (field.type === 'boolean') return ['Yes', 'No'];
  return field.type === 'enum' ? (field.enum ?? []) : null;
}

type ValueInputProps = {
  field: RowField;
  merged: MergedValue;
  label: string;
  describedBy?: string | undefined;
  /** Shown while there is no value: why there is none. */
  placeholder?: string | undefined;
  /** A cell of a table: no frame of its own. */
  bare?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

/**
 * Edits one value as its type wants it. Typing changes only the draft; `Enter` saves and goes on, leaving the field
 * saves, `Esc` takes the draft back. A draft that is not of the type is kept, marked, and not saved.
 */
export function ValueInput({ field, merged, label, describedBy, placeholder, bare = false, onKeyDown }: ValueInputProps) {
  const review = useReview();
  const shown = formatValue(field.type, merged.value);
  const [draft, setDraft] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  const saved = useRef(shown);
  useEffect(() => {
    saved.current = shown;
    setDraft(shown);
    setWrong(false);
  }, [shown]);

  /** False when the draft is not of the field's type. */
  const save = (text: string): boolean => {
    if (text === saved.current) return true;
    const value: Value = parseValue(field.type, text, {}, field.enum ?? []);
    if (value === null && text.trim() !== '') {
      setWrong(true);
      return false;
    }
    saved.current = text;
    const { pointer } = merged;
    if (value === null) review.act({ kind: 'clear', pointer });
    else review.act({ kind: 'correct', pointer, value, evidence: [] });
    return true;
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (save(draft)) review.accept(merged.pointer);
      return;
    }
    if (event.key === 'Escape' && draft !== saved.current) {
      event.stopPropagation();
      setDraft(saved.current);
      setWrong(false);
      return;
    }
    onKeyDown?.(event);
  };

  const id = elementId(merged.pointer);
  const look = classNames(
    'w-full min-w-0 text-sm placeholder:text-ink-faint placeholder:text-xs',
    bare ? 'h-7 border-0 bg-transparent px-1.5 focus:bg-surface focus:outline-2 focus:outline-accent' : 'control h-8 px-2',
    NUMERIC.has(field.type) && 'text-right',
    isWrong && 'text-bad',
  );
  const shared = {
    id,
    'data-pointer': merged.pointer,
    'data-draft': draft === saved.current ? undefined : 'changed',
    'aria-label': label,
    'aria-describedby': isWrong ? `${id}-wrong` : describedBy,
    'aria-invalid': isWrong || undefined,
    onFocus: () => review.noteFocus(merged.pointer),
    onKeyDown: handleKeyDown,
  };
  const choices = options(field);
  const wrong = isWrong ? (
    <p id={`${id}-wrong`} role="alert" className="mt-1 text-bad text-xs">
      This is not {WHAT[field.type] ?? 'a value of this field'}. It is not saved yet.
    </p>
  ) : null;

  if (choices) {
    return (
      <select
        {...shared}
        disabled={!review.canEdit}
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value);
          save(event.target.value);
        }}
        className={look}
      >
        <option value="" />
        {draft !== '' && !choices.includes(draft) ? <option value={draft}>{draft}</option> : null}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  const text = { ...shared, placeholder, readOnly: !review.canEdit, value: draft, onBlur: () => void save(draft) };
  if (!bare && field.type === 'string' && (draft.length > 48 || draft.includes('\n'))) {
    const rows = Math.min(6, Math.max(2, draft.split('\n').length, Math.ceil(draft.length / 48)));
    return (
      <>
        <textarea
          {...text}
          rows={rows}
          onChange={(event) => setDraft(event.target.value)}
          className={classNames(look, 'h-auto resize-y py-1')}
        />
        {wrong}
      </>
    );
  }
  return (
    <>
      <input
        {...text}
        inputMode={NUMERIC.has(field.type) ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        className={look}
      />
      {wrong}
    </>
  );
}
