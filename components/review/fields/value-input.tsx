'use client';

import { type ComponentProps, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { NativeSelect } from '#components/ui/inputs/native-select.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { notAValue } from '../session/not-a-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { useValueEntry, type ValueEntry } from './use-value-entry.ts';
import { ValueText } from './value-text.tsx';

const CompletionList = lazyWithPrefetch(async () => (await import('./completion-list.tsx')).CompletionList);

const NUMERIC = new Set<RowField['type']>(['money', 'number', 'integer', 'percentage']);

/** What is said before a value, inside its control. */
export function unitOf(field: RowField, merged: MergedValue): string | undefined {
  return field.type === 'money' ? merged.currency : field.type === 'percentage' ? '%' : undefined;
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
  /** Shown while there is no value: that or why there is none. */
  placeholder?: string | undefined;
  /** Why there is no value, where the placeholder does not say it. */
  why?: string | undefined;
  /** Said before the value, inside the control, e.g. its currency. */
  unit?: string | undefined;
  /** In a line: no frame until it has the focus or the mouse, and never higher than the line. */
  bare?: boolean;
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
      bare
        ? 'h-7 scroll-my-12 rounded-md border border-transparent bg-transparent px-1.5 enabled:read-write:hover:border-line-strong focus:border-accent focus:bg-surface focus:shadow-[0_0_0_1px_var(--color-accent)] focus:outline-none'
        : 'control h-8 scroll-my-12 px-2',
      !NUMERIC.has(field.type) && 'normal-nums',
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

/** One value: to be edited, or as text once somebody has decided on the document. */
export function ValueInput(props: ValueInputProps) {
  const { isDecided } = useReviewActs();
  const { field, merged, label, describedBy, placeholder, unit, bare = false } = props;
  if (!isDecided) return <ValueControl {...props} />;
  const text = formatValue(field.type, merged.value);
  return <ValueText pointer={merged.pointer} {...{ label, text, describedBy, placeholder, unit, bare }} />;
}

/**
 * Edits one value as its type wants it. While one types, values of the page that begin so are offered and shown on it: `Enter`
 * takes the marked one with its place and goes on, arrow keys mark another. Without completions `Enter` saves what is typed; leaving the
 * field saves what is typed too, `Esc` takes it back.
 */
function ValueControl(props: ValueInputProps) {
  const { field, merged, placeholder, why = placeholder, unit, bare = false } = props;
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
    title: draft === '' ? why : undefined,
    readOnly: !canEdit,
    value: draft,
    onBlur: entry.leave,
  };
  const wrong = isWrong ? <WrongNote id={`${shared.id}-wrong`} type={field.type} bare={bare} /> : null;
  // Told by what is saved: an input that changed its kind while one types would lose what is typed next.
  const saved = formatValue(field.type, merged.value);
  if (field.type === 'string' && (saved.length > LONG || saved.includes('\n'))) {
    const rows = Math.min(6, Math.max(2, draft.split('\n').length, Math.ceil(draft.length / LONG)));
    return (
      <>
        <textarea
          {...text}
          rows={rows}
          onChange={(event) => type(event.target.value)}
          className={classNames(
            shared.className,
            bare
              ? 'absolute inset-x-0 top-0 resize-none py-[3px] not-focus:overflow-hidden not-focus:whitespace-nowrap focus:z-20 focus:h-auto'
              : 'h-auto resize-y py-1',
          )}
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
          inputMode={NUMERIC.has(field.type) ? 'decimal' : 'text'}
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

/** Says that what is typed is not of the field's type; in a line over what follows, which stays where it is. */
function WrongNote({ id, type, bare }: { id: string; type: RowField['type']; bare: boolean }) {
  const look = bare ? 'absolute top-full left-0 z-20 mt-0.5 whitespace-nowrap rounded-md border bg-raised px-2 py-1 shadow-md' : 'mt-1';
  return (
    <p id={id} role="alert" className={classNames('text-bad text-xs', look)}>
      {notAValue(type)}
    </p>
  );
}
