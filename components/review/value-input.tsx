'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { latePart } from '#components/ui/late-part.tsx';
import { NativeSelect } from '#components/ui/native-select.tsx';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { MergedValue } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';
import { elementId } from './element-id.ts';
import { useReviewActs } from './review-context.ts';
import { useSuggestions } from './use-suggestions.ts';
import { isPlain, useValueDraft } from './use-value-draft.ts';

const SuggestionList = latePart(async () => (await import('./suggestion-list.tsx')).SuggestionList);

const WHAT: Partial<Record<RowField['type'], string>> = {
  date: 'a date, e.g. 2026-03-12 or 12.3.26',
  money: 'an amount, e.g. 1 234.50',
  number: 'a number',
  integer: 'a whole number',
  percentage: 'a percentage, e.g. 19',
};
const NUMERIC = new Set<RowField['type']>(['money', 'number', 'integer', 'percentage']);
/** True for fields whose values stand at the right. */
export function isNumeric(type: RowField['type']): boolean {
  return NUMERIC.has(type);
}

/** Characters after which a text gets more than one line. */
const LONG = 48;

function choicesOf(field: RowField): string[] | null {
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
  /** Said before the value, inside the control, e.g. its currency. */
  unit?: string | undefined;
  /** A cell of a table: no frame of its own. */
  bare?: boolean;
  /** Key of the row the cell belongs to. */
  rowKey?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

/**
 * Edits one value as its type wants it. While one types, values of the page that begin so are offered and shown on it:
 * arrow keys choose, `Enter` takes value and place. `Enter` saves and goes on, leaving the field saves, `Esc` takes the
 * typing back.
 */
export function ValueInput({ field, merged, label, describedBy, placeholder, unit, bare = false, rowKey, onKeyDown }: ValueInputProps) {
  const review = useReviewActs();
  const { draft, setDraft, isWrong, isChanged, put, save, reset } = useValueDraft(field, merged, rowKey);
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(field, review.canEdit && isTyping && isChanged ? draft : null);
  const input = useRef<HTMLInputElement>(null);
  const offered = suggestions[active]?.evidence;
  const { preview } = review;
  useEffect(() => {
    if (!offered) return;
    preview(offered);
    return () => preview(null);
  }, [offered, preview]);

  const type = (text: string) => {
    setDraft(text);
    setTyping(true);
    setActive(-1);
  };
  const take = (index: number) => {
    const suggestion = suggestions[index];
    if (!suggestion) return false;
    setTyping(false);
    put(formatValue(field.type, suggestion.value), suggestion.value, [suggestion.evidence]);
    return true;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && isPlain(event)) {
      event.preventDefault();
      // A key held down would accept what nobody has looked at.
      if (event.repeat) return;
      if (take(active) || save()) review.accept(merged.pointer);
    } else if (event.key === 'Escape' && reset()) {
      event.stopPropagation();
      setTyping(false);
    } else if (suggestions.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp') && isPlain(event)) {
      event.preventDefault();
      // One place more than there are suggestions: none of them.
      const places = suggestions.length + 1;
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1);
    } else onKeyDown?.(event);
  };

  const id = elementId(merged.pointer);
  const listId = `${id}-offers`;
  const shared = {
    id,
    'data-pointer': merged.pointer,
    'data-draft': isChanged ? 'changed' : undefined,
    'aria-label': label,
    'aria-describedby': isWrong ? `${id}-wrong` : describedBy,
    'aria-invalid': isWrong || undefined,
    onFocus: () => review.noteFocus(merged.pointer),
    onKeyDown: handleKeyDown,
    className: classNames(
      'w-full min-w-0 text-ellipsis text-sm placeholder:text-ink-faint placeholder:text-xs',
      bare ? 'h-7 border-0 bg-transparent px-1.5 focus:bg-surface focus:outline-2 focus:outline-accent' : 'control h-8 scroll-my-12 px-2',
      isNumeric(field.type) ? 'text-right' : 'normal-nums',
      isWrong && 'text-bad',
    ),
  };
  const text = {
    ...shared,
    placeholder,
    title: draft === '' ? placeholder : undefined,
    readOnly: !review.canEdit,
    value: draft,
    onBlur: () => {
      setTyping(false);
      save();
    },
  };
  const wrong = isWrong ? (
    <p id={`${id}-wrong`} role="alert" className="mt-1 text-bad text-xs">
      This is not {WHAT[field.type] ?? 'a value of this field'}. It is not saved yet.
    </p>
  ) : null;

  const choices = choicesOf(field);
  if (choices) {
    const all = draft !== '' && !choices.includes(draft) ? [draft, ...choices] : choices;
    return (
      <NativeSelect
        {...shared}
        disabled={!review.canEdit}
        value={draft}
        onChange={(event) => save(event.target.value)}
        className={classNames(shared.className, draft === '' && 'text-ink-faint text-xs')}
      >
        <option value="">{placeholder ?? ''}</option>
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </NativeSelect>
    );
  }
  if (!bare && field.type === 'string' && (draft.length > LONG || draft.includes('\n'))) {
    const rows = Math.min(6, Math.max(2, draft.split('\n').length, Math.ceil(draft.length / LONG)));
    return (
      <>
        <textarea
          {...text}
          rows={rows}
          onChange={(event) => type(event.target.value)}
          className={classNames(shared.className, 'h-auto resize-y py-1')}
        />
        {wrong}
      </>
    );
  }
  const isOffering = suggestions.length > 0;
  return (
    <>
      <span className="relative block">
        <input
          {...text}
          ref={input}
          role="combobox"
          aria-expanded={isOffering}
          aria-controls={isOffering ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOffering && active >= 0 ? `${listId}-${active}` : undefined}
          inputMode={isNumeric(field.type) ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          className={classNames(shared.className, unit && 'pl-10')}
        />
        {unit ? <span className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-faint text-xs">{unit}</span> : null}
      </span>
      {wrong}
      {isOffering ? (
        <SuggestionList id={listId} input={input} field={field} suggestions={suggestions} active={active} onTake={(index) => take(index)} />
      ) : null}
    </>
  );
}
