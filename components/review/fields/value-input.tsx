'use client';

import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { NativeSelect } from '#components/ui/inputs/native-select.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { notAValue } from '../session/not-a-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { useValueEntry, type ValueEntry } from './use-value-entry.ts';

const CompletionList = lazyWithPrefetch(async () => (await import('./completion-list.tsx')).CompletionList);

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

/** What every control of a value has: how it is found and called, its keys, its looks. */
function sharedProps(
  { field, merged, label, describedBy, bare = false }: ValueInputProps,
  { id, isWrong, isChanged, handleKeyDown }: ValueEntry,
  recordFocus: (pointer: string) => void,
) {
  return {
    id,
    'data-pointer': merged.pointer,
    'data-draft': isChanged ? 'changed' : undefined,
    'aria-label': label,
    'aria-describedby': isWrong ? `${id}-wrong` : describedBy,
    'aria-invalid': isWrong || undefined,
    onFocus: () => recordFocus(merged.pointer),
    onKeyDown: handleKeyDown,
    className: classNames(
      'w-full min-w-0 text-ellipsis text-sm placeholder:text-ink-faint placeholder:text-xs',
      bare ? 'h-7 border-0 bg-transparent px-1.5 focus:bg-surface focus:outline-2 focus:outline-accent' : 'control h-8 scroll-my-12 px-2',
      isNumeric(field.type) ? 'text-right' : 'normal-nums',
      isWrong && 'text-bad',
    ),
  };
}

function ChoiceSelect({
  choices,
  placeholder,
  className,
  ...props
}: ComponentProps<typeof NativeSelect> & { choices: readonly string[]; placeholder: string }) {
  return (
    <NativeSelect {...props} className={classNames(className, props.value === '' && 'text-ink-faint text-xs')}>
      <option value="">{placeholder}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </NativeSelect>
  );
}

/**
 * Edits one value as its type wants it. While one types, values of the page that begin so are offered and shown on it: `Enter`
 * takes the marked one with its place and goes on, arrow keys mark another. Without completions `Enter` saves what is typed; leaving the
 * field saves what is typed too, `Esc` takes it back.
 */
export function ValueInput(props: ValueInputProps) {
  const { field, merged, placeholder, unit, bare = false } = props;
  const { canEdit, recordFocus } = useReviewActs();
  const entry = useValueEntry(props);
  const { draft, isWrong, type, save, completions, take } = entry;
  const input = useRef<HTMLInputElement>(null);
  const shared = sharedProps(props, entry, recordFocus);
  const choices = choicesOf(field);
  if (choices) {
    return (
      <ChoiceSelect
        {...shared}
        choices={draft !== '' && !choices.includes(draft) ? [draft, ...choices] : choices}
        disabled={!canEdit}
        value={draft}
        placeholder={placeholder ?? ''}
        onChange={(event) => save(event.target.value)}
      />
    );
  }
  const text = {
    ...shared,
    placeholder,
    title: draft === '' ? placeholder : undefined,
    readOnly: !canEdit,
    value: draft,
    onBlur: entry.leave,
  };
  const wrong = isWrong ? (
    <p id={`${shared.id}-wrong`} role="alert" className="mt-1 text-bad text-xs">
      {notAValue(field.type)}
    </p>
  ) : null;
  // Told by what is saved: an input that changed its kind while one types would lose what is typed next.
  const saved = formatValue(field.type, merged.value);
  if (!bare && field.type === 'string' && (saved.length > LONG || saved.includes('\n'))) {
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
  const isOffering = completions.list.length > 0;
  const { listId } = entry;
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
          aria-activedescendant={isOffering ? `${listId}-${completions.marked}` : undefined}
          inputMode={isNumeric(field.type) ? 'decimal' : 'text'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          className={classNames(shared.className, unit && 'pl-10')}
        />
        {unit ? <span className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-faint text-xs">{unit}</span> : null}
      </span>
      {wrong}
      {isOffering ? <CompletionList id={listId} input={input} field={field} completions={completions} onTake={take} /> : null}
    </>
  );
}
