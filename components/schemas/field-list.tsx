'use client';

import { GripVertical, Plus, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button as AriaButton, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { hasMessage, type Messages } from './check-draft.ts';
import { FIELD_TYPES } from './outline/field-types.tsx';
import { type FieldDraft, moveItems, shiftItem } from './schema-draft.ts';

export type FieldListProps = {
  label: string;
  fields: readonly FieldDraft[];
  selectedKey: string | null;
  onSelect: (key: string) => void;
  onChange: (fields: FieldDraft[]) => void;
  onAdd: () => void;
  onRemove: (key: string) => void;
  addLabel: string;
  messages: Messages;
  /** What a sample has for each field, by key; null = nothing. Absent = there is no sample. */
  values?: ReadonlyMap<string, string | null> | undefined;
};

/** The fields in their order: drag by the handle, or Alt with the arrow keys. */
export function FieldList({ label, fields, selectedKey, onSelect, onChange, onAdd, onRemove, addLabel, messages, values }: FieldListProps) {
  const { dragAndDropHooks } = useDragAndDrop<FieldDraft>({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': fields.find((field) => field.key === key)?.name ?? '' })),
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return;
      onChange(moveItems(fields, new Set([...keys].map(String)), String(target.key), target.dropPosition));
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="data-drop-target:outline-1 data-drop-target:outline-accent" />
    ),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const key = (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset.key;
    if (!key) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      event.stopPropagation();
      onChange(shiftItem(fields, key, event.key === 'ArrowUp' ? -1 : 1));
    } else if (event.key === 'Delete' && fields.length > 0) {
      event.preventDefault();
      onRemove(key);
    }
  };
  return (
    <div className="flex min-h-0 flex-col">
      <div role="presentation" onKeyDownCapture={onKeyDown} className="min-h-0 overflow-auto">
        <GridList
          aria-label={label}
          items={fields}
          dependencies={[values]}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={selectedKey ? [selectedKey] : []}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            if (key !== undefined) onSelect(String(key));
          }}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className="px-2 py-3 text-ink-muted text-xs">No fields yet.</p>}
          className="flex flex-col gap-px p-1 outline-none"
        >
          {(field) => <FieldLine field={field} isWrong={hasMessage(messages, field)} sample={values?.get(field.key)} />}
        </GridList>
      </div>
      <div className="p-1">
        <Button variant="quiet" icon={<Plus size={14} aria-hidden />} onPress={onAdd} className="w-full justify-start">
          {addLabel}
        </Button>
      </div>
    </div>
  );
}

/** @param props.sample what a sample has for it; null = nothing, undefined = not known */
function FieldLine({ field, isWrong, sample }: { field: FieldDraft; isWrong: boolean; sample: string | null | undefined }) {
  const { word, icon } = FIELD_TYPES[field.type];
  const title = field.label || field.name || 'New field';
  return (
    <GridListItem
      id={field.key}
      textValue={title}
      // Items are cached by identity; these make a line show its newest state.
      className={classNames(
        'group flex min-h-9 items-center gap-1.5 rounded-md pr-2 outline-none data-dragging:opacity-40 data-hovered:bg-hover data-selected:bg-selected',
        'data-focus-visible:outline-2 data-focus-visible:outline-accent data-focus-visible:-outline-offset-2',
      )}
    >
      <AriaButton
        slot="drag"
        aria-label={`Move ${title}`}
        className="flex h-6 w-4 shrink-0 items-center justify-center rounded-sm text-ink-faint"
      >
        <GripVertical size={13} aria-hidden />
      </AriaButton>
      <span className="shrink-0 text-ink-muted" title={word}>
        {icon}
      </span>
      <span className={classNames('min-w-0 flex-1 truncate', !field.label && !field.name && 'text-ink-faint')}>
        {title}
        {field.required ? (
          <span className="text-ink-muted" title="Required">
            {' '}
            *
          </span>
        ) : null}
        {sample === undefined ? null : (
          <bdi
            title={sample ?? undefined}
            className={classNames('block truncate pb-1 text-xs', sample === null ? 'text-ink-faint' : 'text-ink-muted')}
          >
            {sample ?? 'nothing found'}
          </bdi>
        )}
      </span>
      {field.type === 'rows' ? <span className="text-2xs text-ink-faint">{field.columns.length} columns</span> : null}
      {isWrong ? <TriangleAlert size={13} aria-label="Has an error" className="shrink-0 text-bad" /> : null}
    </GridListItem>
  );
}
