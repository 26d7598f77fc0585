'use client';

import { type KeyboardEvent, useRef } from 'react';
import type { ComparedValue } from '#lib/contract/desk/compare-field.ts';
import type { FieldReview } from './use-field-review.ts';
import { useTileRows } from './use-tile-rows.ts';
import { useValueWalk } from './use-value-walk.ts';
import { ValueSelectionBar } from './value-selection-bar.tsx';
import { ValueTile } from './value-tile.tsx';

type ValueGridProps = {
  items: readonly ComparedValue[];
  work: FieldReview;
  mayEdit: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/** The values as tiles: look, Enter, look, Enter. */
export function ValueGrid({ items, work, mayEdit, hasMore, onMore }: ValueGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, rows, shown, height, show, isDrawn } = useTileRows(scroller, items.length, hasMore, onMore);
  const walk = useValueWalk({ items, work, mayEdit, columns, show });
  const { current, selected, editing, others } = walk;
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== '?';
    if (editing || !isText || !mayEdit) return;
    event.preventDefault();
    walk.startEdit(current, event.key);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: tiles are placed one by one while scrolling, which table parts cannot be */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Values"
        aria-rowcount={rows}
        aria-colcount={columns}
        aria-multiselectable
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto bg-sunken"
      >
        <div className="relative" role="presentation" style={{ height }}>
          {shown.map((row) => (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useFocusableInteractive: the tiles inside have the focus
            <div
              key={row.key}
              role="row"
              aria-rowindex={row.index + 1}
              className="absolute inset-x-3 grid gap-3"
              style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
                const { id } = item.document;
                return (
                  <ValueTile
                    key={id}
                    item={item}
                    note={work.notes.get(id)}
                    isActive={item === current}
                    isMarked={selected.has(id)}
                    isDrawn={isDrawn(id)}
                    typed={editing?.id === id ? editing.typed : null}
                    column={column}
                    onActivate={() => walk.setActive(row.index * columns + column)}
                    onEdit={() => walk.startEdit(item)}
                    onSave={(value, further) => walk.save(item, value, further)}
                    onCancel={walk.stopEdit}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      {/* Below, so that what one looks at stays where it is. */}
      {selected.size > 0 && mayEdit ? (
        <ValueSelectionBar
          count={selected.size}
          others={others.length}
          onConfirm={() => walk.confirmAll([...selected])}
          onConfirmOthers={() => walk.confirmAll(others.map((item) => item.document.id))}
          onClear={walk.clearSelected}
        />
      ) : null}
    </>
  );
}
