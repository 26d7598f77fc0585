'use client';

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { RowField, Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Conflict, Side } from '#lib/document/review/find-conflict.ts';
import type { Choice } from '#lib/document/review/resolve-conflicts.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';

/** False for what the schema has no place for any more: it can only be left out. */
const canKeep = ({ theirs }: Conflict) => !('no_place' in theirs);

function fieldAt(schema: Schema | null, pointer: string): RowField | undefined {
  const [name, , column] = parsePointer(pointer);
  const field = schema?.fields.find((candidate) => candidate.name === name);
  return column === undefined ? (field as RowField | undefined) : field?.fields?.find((candidate) => candidate.name === column);
}

const namesAsColumns = (values: object) => Object.keys(values).map((name) => ({ name, label: '', type: 'string' as const }));

/** A side in words: the value, or of a row what differs from what was there. */
function said(side: Side, conflict: Conflict, schema: Schema | null): string {
  if ('removed' in side) return 'Row removed';
  if ('no_place' in side) return 'No longer in the document’s schema: leave it out';
  const field = fieldAt(schema, conflict.pointer);
  if ('value' in side) return (field ? formatValue(field.type, side.value) : String(side.value ?? '')) || 'nothing';
  const [name] = parsePointer(conflict.pointer);
  const columns = schema?.fields.find((candidate) => candidate.name === name)?.fields ?? namesAsColumns(side.values);
  const told = columns.flatMap((column) => {
    const value = ownValue(side.values, column.name);
    return value === undefined || value === null ? [] : [`${column.label || column.name}: ${formatValue(column.type, value)}`];
  });
  return told.join(' · ') || 'an empty row';
}

type OptionProps = {
  choice: Choice;
  number: 1 | 2;
  title: string;
  text: string;
  isChosen: boolean;
  isStop: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
};

function Option({ choice, number, title, text, isChosen, isStop, isDisabled, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold the value's text and its key
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      disabled={isDisabled}
      data-choice={choice}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      className={classNames(
        'min-w-0 rounded-md border px-3 py-2 text-left',
        isChosen
          ? 'border-accent bg-selected'
          : isDisabled
            ? 'border-line bg-canvas text-ink-muted'
            : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <span className="flex items-center justify-between gap-2 text-2xs text-ink-muted">
        <span className="truncate">{title}</span>
        <Kbd>{String(number)}</Kbd>
      </span>
      <span className="mt-0.5 block break-words">{text}</span>
    </button>
  );
}

type ConflictRowProps = {
  conflict: Conflict;
  schema: Schema | null;
  choice: Choice | undefined;
  titleId: string;
  onChoose: (choice: Choice) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** One conflict: what was there, and the two sides to choose from. */
function ConflictRow({ conflict, schema, choice, titleId, onChoose, onKeyDown }: ConflictRowProps) {
  const { by } = conflict;
  const who = by ? `${by.actor.name}, ${new Date(by.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}` : 'Theirs';
  return (
    <li>
      <p id={titleId} className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{labelOf(schema, conflict.pointer)}</span>
        <span className="text-ink-faint text-xs">before: {said(conflict.seen, conflict, schema)}</span>
      </p>
      <div role="radiogroup" aria-labelledby={titleId} className="grid grid-cols-2 gap-2 max-md:grid-cols-1" onKeyDown={onKeyDown}>
        <Option
          choice="theirs"
          number={1}
          title={who}
          text={said(conflict.theirs, conflict, schema)}
          isChosen={choice === 'theirs'}
          isStop={choice !== 'mine'}
          onChoose={() => onChoose('theirs')}
        />
        <Option
          choice="mine"
          number={2}
          title="Mine"
          text={said(conflict.mine, conflict, schema)}
          isDisabled={!canKeep(conflict)}
          isChosen={choice === 'mine'}
          isStop={choice === 'mine'}
          onChoose={() => onChoose('mine')}
        />
      </div>
    </li>
  );
}

type MergeDialogProps = {
  isOpen: boolean;
  conflicts: readonly Conflict[];
  schema: Schema | null;
  onResolve: (choices: Record<string, Choice>) => void;
  onClose: () => void;
};

/** What two people changed differently: for each the person chooses which stands. Arrows and 1, 2 choose; Enter goes on. */
export function MergeDialog({ isOpen, conflicts, schema, onResolve, onClose }: MergeDialogProps) {
  const [chosen, setChosen] = useState<Record<string, Choice>>({});
  const list = useRef<HTMLOListElement>(null);
  const titleId = useId();
  const left = conflicts.filter(({ target }) => !chosen[target]).length;
  const all = (choice: Choice) =>
    setChosen(Object.fromEntries(conflicts.map((conflict) => [conflict.target, canKeep(conflict) ? choice : 'theirs'])));
  const choose = (target: string, choice: Choice) => setChosen((before) => ({ ...before, [target]: choice }));

  function focusRow(index: number, choice?: Choice): void {
    const rows = list.current?.querySelectorAll<HTMLElement>('[role=radiogroup]');
    const row = rows?.[Math.max(0, Math.min(index, rows.length - 1))];
    const wanted = choice ? `[data-choice=${choice}]` : '[tabindex="0"]';
    row?.querySelector<HTMLElement>(wanted)?.focus();
  }

  function onKeyDown(event: KeyboardEvent, index: number, target: string): void {
    const pick = (choice: Choice) => {
      if (choice === 'mine' && !conflicts.some((conflict) => conflict.target === target && canKeep(conflict))) return;
      choose(target, choice);
      focusRow(index, choice);
    };
    if (event.key === '1' || event.key === 'ArrowLeft') pick('theirs');
    else if (event.key === '2' || event.key === 'ArrowRight') pick('mine');
    else if (event.key === 'ArrowDown') focusRow(index + 1);
    else if (event.key === 'ArrowUp') focusRow(index - 1);
    else if (event.key === 'Enter' && left === 0) onResolve(chosen);
    else if (event.key === 'Enter' && chosen[target]) focusRow(index + 1);
    else return;
    event.preventDefault();
  }

  const isOnlySchema = conflicts.length > 0 && !conflicts.some(canKeep);
  const values = conflicts.length === 1 ? 'the same value' : `${conflicts.length} values`;
  return (
    <Dialog
      title={isOnlySchema ? 'The schema was changed while you worked' : `Both of you changed ${values}`}
      isOpen={isOpen}
      onClose={onClose}
      width="medium"
      footer={
        <>
          <Button onPress={() => all('theirs')}>All theirs</Button>
          <Button onPress={() => all('mine')}>All mine</Button>
          <Button variant="primary" isDisabled={left > 0} onPress={() => onResolve(chosen)}>
            {left > 0 ? `${left} to choose` : 'Save'}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-muted">
        Choose which to keep. All other changes are already merged, and none of yours are lost until you choose.
      </p>
      <ol ref={list} className="space-y-3">
        {conflicts.map((conflict, index) => {
          const { target } = conflict;
          return (
            <ConflictRow
              key={target}
              conflict={conflict}
              schema={schema}
              choice={chosen[target]}
              titleId={`${titleId}-${index}`}
              onChoose={(choice) => choose(target, choice)}
              onKeyDown={(event) => onKeyDown(event, index, target)}
            />
          );
        })}
      </ol>
    </Dialog>
  );
}
