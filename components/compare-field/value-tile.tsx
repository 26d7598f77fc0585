'use client';

import { Check, Flag, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatConfidence } from '#components/shared/format.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { ComparedValue } from '#lib/contract/desk/compare-field.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import type { ValueNote } from './use-field-review.ts';
import { ValueCrop } from './value-crop.tsx';

/** Height of a tile in pixels, the gap below it included. */
export const TILE = 148;

type ValueTileProps = {
  item: ComparedValue;
  note: ValueNote | undefined;
  isActive: boolean;
  isMarked: boolean;
  /** False while it only flies by. */
  isDrawn: boolean;
  /** What was typed to begin with while it is edited, else null. */
  typed: string | null;
  column: number;
  onActivate: () => void;
  /** Begins to edit with the value as it is. */
  onEdit: () => void;
  onSave: (value: Value, goOn: boolean) => void;
  onCancel: () => void;
};

const STATUS = {
  confirmed: { word: 'Confirmed', icon: Check },
  corrected: { word: 'Corrected', icon: Pencil },
  cleared: { word: 'Cleared', icon: X },
} as const;

function ValueEditor({ item, typed, onSave, onCancel }: Pick<ValueTileProps, 'item' | 'onSave' | 'onCancel'> & { typed: string }) {
  const { field } = item;
  const [text, setText] = useState(typed);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => input.current?.focus(), []);
  const save = (goOn: boolean) => {
    if (isOver.current) return;
    const value = parseValue(field.type, text, {}, field.enum ?? []);
    if (value === null && text.trim() !== '') return setWrong(true);
    isOver.current = true;
    onSave(value, goOn);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') {
      isOver.current = true;
      onCancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={input}
        aria-label={`${field.label || field.name} of ${item.document.name}`}
        aria-invalid={isWrong || undefined}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => (text === typed && typed === formatValue(field.type, item.value.value) ? onCancel() : save(false))}
        className={classNames('control h-7 w-full px-1.5 text-base', isWrong && 'text-bad')}
      />
      {isWrong ? (
        <span role="alert" className="block truncate text-2xs text-bad">
          Not a valid value for this field. Correct it, or press Esc.
        </span>
      ) : null}
    </>
  );
}

/** The value in words, and what a person did to it or how sure it is. */
function TileValue({ item: { field, value }, shown }: { item: ComparedValue; shown: string }) {
  const status = value.status === 'machine' ? null : STATUS[value.status];
  const Icon = status?.icon;
  return (
    <p className="flex items-baseline gap-2">
      <span className={classNames('min-w-0 flex-1 truncate font-medium text-base', !shown && 'text-ink-faint')} title={shown}>
        {shown || 'nothing'}
        {value.currency && field.type === 'money' ? <span className="font-normal text-ink-muted text-xs"> {value.currency}</span> : null}
      </span>
      {status && Icon ? (
        <span className={classNames('flex shrink-0 items-center gap-1 text-2xs', value.status === 'confirmed' ? 'text-ok' : 'text-info')}>
          <Icon size={11} aria-hidden />
          {status.word}
        </span>
      ) : (
        <span className="shrink-0 text-2xs text-ink-faint">{formatConfidence(value.confidence)}</span>
      )}
    </p>
  );
}

/** One value: its place on the page, what was read, how sure, and of which document. */
export function ValueTile(props: ValueTileProps) {
  const { item, note, isActive, isMarked, isDrawn, typed, column, onActivate, onEdit, onSave, onCancel } = props;
  const { field, value, flags, document } = item;
  const shown = formatValue((field as RowField).type, value.value);
  const cell = useRef<HTMLDivElement>(null);
  const isEditing = typed !== null;
  useEffect(() => {
    // Header controls keep the focus while one chooses in them.
    const holder = window.document.activeElement;
    if (isActive && !isEditing && (holder === window.document.body || holder?.closest('[role=grid]')))
      cell.current?.focus({ preventScroll: true });
  }, [isActive, isEditing]);
  const status = value.status === 'machine' ? null : STATUS[value.status];
  const flag = flags[0];
  const words = [
    document.name,
    shown || 'nothing',
    status ? status.word : formatConfidence(value.confidence),
    flag?.message,
    note && 'message' in note ? note.message : '',
    isMarked ? 'selected' : '',
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: tiles are placed one by one while scrolling, which table parts cannot be
    <div
      ref={cell}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isMarked}
      aria-label={words.filter(Boolean).join(', ')}
      tabIndex={isActive ? 0 : -1}
      data-document={document.id}
      onFocus={onActivate}
      onDoubleClick={onEdit}
      className={classNames(
        'flex min-w-0 flex-col gap-1 rounded-md border p-2 outline-offset-0',
        isMarked ? 'bg-selected' : status ? 'bg-canvas' : 'bg-surface',
        isActive && 'border-accent outline-2 outline-accent',
        flag && !isActive && 'border-warn',
        status && !isActive && 'border-line',
      )}
      style={{ height: TILE - 12 }}
    >
      <div className="flex h-14 shrink-0 items-center overflow-hidden">
        <ValueCrop item={item} isDrawn={isDrawn} />
      </div>
      {isEditing ? <ValueEditor item={item} typed={typed} onSave={onSave} onCancel={onCancel} /> : <TileValue item={item} shown={shown} />}
      {note && 'message' in note ? (
        <p className="line-clamp-2 text-2xs text-bad" title={note.message}>
          {note.message}
        </p>
      ) : flag && !isEditing ? (
        <p className="flex items-center gap-1 truncate text-2xs text-warn" title={flag.message}>
          <Flag size={10} aria-hidden className="shrink-0" />
          <span className="truncate">{flag.message}</span>
        </p>
      ) : null}
      <p className="mt-auto flex items-center gap-2 text-2xs text-ink-faint">
        <span className="min-w-0 flex-1 truncate" title={document.name}>
          <bdi>{document.name}</bdi>
        </span>
        {note?.kind === 'saving' ? <span>Saving …</span> : null}
        {isMarked ? <span className="font-medium text-accent">Selected</span> : null}
      </p>
    </div>
  );
}
