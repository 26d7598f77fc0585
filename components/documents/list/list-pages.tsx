'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { type ListState, PAGE_SIZES } from './use-list-state.ts';

const SIZES = PAGE_SIZES.map((size) => ({ id: String(size), label: `${size} per page` }));

/**
 * Where one is in the list, and the way to the other pages. @param total lines that are counted: heads of families and documents on
 * their own @param attached documents that stand under those @param isMore there are more lines, which are not counted
 */
export function ListPages({ list, total, attached, isMore }: { list: ListState; total: number; attached: number; isMore: boolean }) {
  const { page, size } = list.state;
  const last = Math.max(1, Math.ceil(total / size));
  const present = Math.min(Math.max(1, page), last);
  const from = total === 0 ? 0 : (present - 1) * size + 1;
  const to = Math.min(total, present * size);
  return (
    <nav
      aria-label="Pages of the list"
      className="flex h-10 shrink-0 items-center gap-3 border-t bg-surface px-3 text-ink-muted text-xs tabular-nums"
    >
      <span aria-live="polite">
        {from.toLocaleString('en')}–{to.toLocaleString('en')} of{' '}
        {isMore ? `more than ${(total - 1).toLocaleString('en')}` : total.toLocaleString('en')}
        {attached > 0 && !isMore ? ` · ${(total + attached).toLocaleString('en')} with attachments` : ''}
      </span>
      <div className="ml-auto flex items-center gap-1">
        <Select
          aria-label="Documents per page"
          options={SIZES}
          value={String(size)}
          onChange={(next) => list.show({ size: Number(next) as (typeof PAGE_SIZES)[number] })}
          dense
          className="w-32 max-sm:hidden"
        />
        <IconButton
          label="Previous page"
          icon={<ChevronLeft size={16} aria-hidden />}
          isDisabled={present <= 1}
          onPress={() => list.show({ page: present - 1 })}
        />
        <span>
          {present} / {last}
        </span>
        <IconButton
          label="Next page"
          icon={<ChevronRight size={16} aria-hidden />}
          isDisabled={present >= last}
          onPress={() => list.show({ page: present + 1 })}
        />
      </div>
    </nav>
  );
}
