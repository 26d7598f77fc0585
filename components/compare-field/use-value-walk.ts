'use client';

import { useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { ComparedValue } from '#lib/contract/desk/compare-field.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useCompareKeys } from './use-compare-keys.ts';
import type { FieldReview } from './use-field-review.ts';

type ValueWalkInput = {
  items: readonly ComparedValue[];
  work: FieldReview;
  mayEdit: boolean;
  columns: number;
  /** Brings a value into view. */
  show: (index: number) => void;
};

/** Going from value to value by the keyboard: which one is active, which ones are selected, which one is edited, and what keys do. */
export function useValueWalk({ items, work, mayEdit, columns, show }: ValueWalkInput) {
  const [active, setActive] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<{ id: string; typed: string } | null>(null);
  const current = items[Math.min(active, items.length - 1)];
  const canEdit = (item: ComparedValue | undefined) => mayEdit && item?.document.state === 'to_review';
  const goTo = (index: number) => {
    setActive(index);
    show(index);
  };
  const goOn = () => {
    const next = items.findIndex((item, index) => index > active && item.value.status === 'machine');
    goTo(next < 0 ? Math.min(items.length - 1, active + 1) : next);
  };
  const startEdit = (item: ComparedValue | undefined, typed?: string) => {
    if (!item) return;
    if (!canEdit(item))
      return showToast({ tone: 'info', title: 'This document is approved or rejected. Open and reopen it to change its values.' });
    setEditing({ id: item.document.id, typed: typed ?? formatValue(item.field.type, item.value.value) });
  };
  const confirmAll = (ids: readonly string[]) => {
    for (const id of ids) work.confirm(id);
    setSelected(new Set());
  };
  useCompareKeys({
    count: items.length,
    active,
    columns,
    isDisabled: items.length === 0,
    mayEdit,
    activeId: current?.document.id,
    canUndo: work.canUndo,
    goTo,
    confirm: () => {
      if (current && canEdit(current)) work.confirm(current.document.id);
      goOn();
    },
    edit: () => startEdit(current),
    mark: () => {
      if (!current) return;
      const next = new Set(selected);
      if (!next.delete(current.document.id)) next.add(current.document.id);
      setSelected(next);
    },
    confirmMarked: () => confirmAll([...selected]),
    clearMarks: () => {
      if (selected.size === 0) return false;
      setSelected(new Set());
    },
    undo: () => {
      const id = work.undo();
      const index = items.findIndex((item) => item.document.id === id);
      if (index >= 0) goTo(index);
    },
  });
  return {
    current,
    setActive,
    selected,
    clearSelected: () => setSelected(new Set()),
    /** Values that are neither selected nor checked. */
    others: items.filter((item) => item.value.status === 'machine' && canEdit(item) && !selected.has(item.document.id)),
    editing,
    startEdit,
    stopEdit: () => setEditing(null),
    confirmAll,
    save: (item: ComparedValue, value: Value, further: boolean) => {
      setEditing(null);
      if (JSON.stringify(value) === JSON.stringify(item.value.value)) work.confirm(item.document.id);
      else void work.correct(item.document.id, value);
      if (further) goOn();
    },
  };
}
