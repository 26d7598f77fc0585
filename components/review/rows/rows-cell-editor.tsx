'use client';

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '#components/ui/class-names.ts';
import { NativeSelect } from '#components/ui/inputs/native-select.tsx';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { isFigureColumn } from '#lib/document/values/read-cell-text.ts';
import { CompletionList } from '../fields/completion-list.tsx';
import { useCompletions } from '../fields/use-completions.ts';
import { elementId } from '../session/element-id.ts';
import { notAValue } from '../session/not-a-value.ts';

/** Where the focus goes when editing ends; `here` keeps it in the cell, `none` leaves it where it went. */
export type AfterEdit = 'down' | 'up' | 'right' | 'left' | 'accept' | 'here' | 'none';

type CellEditorProps = {
  column: RowField;
  merged: MergedValue;
  label: string;
  /** What was typed to begin; null edits the value that is there. */
  initial: string | null;
  /** `saved` is null when nothing changed. */
  onDone: (saved: { value: Value; evidence: Evidence[] } | null, after: AfterEdit) => void;
};

const STYLE = 'relative z-10 size-full min-w-0 border-0 bg-surface px-1.5 text-sm outline-2 outline-accent -outline-offset-2';

/**
 * Edits one cell in place. `Enter` saves and goes on, `Tab` to the cell beside, `Esc` takes the typing back; what does not
 * fit the column stays and says so. Values of the page that begin as typed are offered: `Enter` takes the marked one and its place.
 */
export function CellEditor(props: CellEditorProps) {
  const { column, merged, label, onDone } = props;
  const choices = column.type === 'boolean' ? ['Yes', 'No'] : column.type === 'enum' ? (column.enum ?? []) : null;
  const shown = formatValue(column.type, merged.value);
  if (!choices) return <TextEditor {...props} shown={shown} />;
  const all = shown !== '' && !choices.includes(shown) ? [shown, ...choices] : choices;
  return (
    <NativeSelect
      ref={(element) => element?.focus()}
      id={elementId(merged.pointer)}
      data-pointer={merged.pointer}
      aria-label={label}
      defaultValue={shown}
      className={STYLE}
      onBlur={() => onDone(null, 'none')}
      onKeyDown={(event) => {
        // With Ctrl it is a command of the screen, e.g. Approve.
        if (event.ctrlKey || event.metaKey) return;
        event.stopPropagation();
        if (event.key === 'Escape' || event.key === 'Enter') {
          event.preventDefault();
          onDone(null, 'here');
        }
      }}
      onChange={(event) => onDone({ value: parseValue(column.type, event.target.value, {}, column.enum ?? []), evidence: [] }, 'here')}
    >
      <option value="" />
      {all.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </NativeSelect>
  );
}

function TextEditor({ column, merged, label, initial, onDone, shown }: CellEditorProps & { shown: string }) {
  const [draft, setDraft] = useState(initial ?? shown);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const completions = useCompletions(column, draft !== shown && !isWrong ? draft : null);
  useEffect(() => {
    input.current?.focus();
    if (initial === null) input.current?.select();
  }, [initial]);

  const finish = (saved: Parameters<CellEditorProps['onDone']>[0], after: AfterEdit) => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(saved, after);
  };
  const save = (after: AfterEdit) => {
    if (draft === shown) return finish(null, after);
    const value = parseValue(column.type, draft, {}, column.enum ?? []);
    if (value === null && draft.trim() !== '') return setWrong(true);
    finish(JSON.stringify(value) === JSON.stringify(merged.value) ? null : { value, evidence: [] }, after);
  };
  const take = (index: number, after: AfterEdit) => {
    const completion = completions.list[index];
    if (completion) finish({ value: completion.value, evidence: completion.evidence ? [completion.evidence] : [] }, after);
  };
  const isOffering = completions.list.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    else if (event.key === 'Enter' && isPlain)
      isOffering && !event.shiftKey ? take(completions.marked, 'accept') : save(event.shiftKey ? 'up' : 'accept');
    else if (event.key === 'Tab' && isPlain)
      completions.isChosen ? take(completions.marked, 'right') : save(event.shiftKey ? 'left' : 'right');
    else if (event.key === 'Escape') finish(null, 'here');
    else if (arrow !== 0 && isPlain && isOffering) completions.move(arrow);
    else if (arrow !== 0 && isPlain && initial !== null) save(arrow > 0 ? 'down' : 'up');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const id = elementId(merged.pointer);
  return (
    <>
      <input
        ref={input}
        id={id}
        data-pointer={merged.pointer}
        data-draft={draft === shown ? undefined : 'changed'}
        role="combobox"
        aria-label={label}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        aria-invalid={isWrong || undefined}
        aria-expanded={isOffering}
        aria-controls={isOffering ? `${id}-completions` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOffering ? `${id}-completions-${completions.marked}` : undefined}
        inputMode={isFigureColumn(column) ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => {
          setDraft(event.target.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => save('none')}
        className={classNames(STYLE, isFigureColumn(column) && 'text-right', isWrong && 'text-bad outline-bad')}
      />
      {isWrong ? <WrongNote id={`${id}-wrong`} type={column.type} input={input} /> : null}
      {isOffering ? (
        <CompletionList
          id={`${id}-completions`}
          input={input}
          field={column}
          completions={completions}
          onTake={(index) => take(index, 'here')}
        />
      ) : null}
    </>
  );
}

function WrongNote({ id, type, input }: { id: string; type: RowField['type']; input: RefObject<HTMLElement | null> }) {
  return (
    <Popover isOpen isNonModal triggerRef={input} placement="bottom start" offset={4} className="z-30 max-w-80">
      <p id={id} role="alert" className="rounded-md border bg-raised px-2 py-1 text-bad text-xs shadow-md">
        {notAValue(type)} Correct it, or press Esc to discard it.
      </p>
    </Popover>
  );
}
