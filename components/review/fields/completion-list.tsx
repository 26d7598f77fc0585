'use client';

import type { RefObject } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '#components/ui/class-names.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import type { Completions } from './use-completions.ts';

type CompletionListProps = {
  id: string;
  /** Where one types; it keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
  field: RowField;
  completions: Completions;
  onTake: (index: number) => void;
};

/** What the pages offer for what is being typed; `Enter` takes the marked one. */
export function CompletionList({ id, input, field, completions, onTake }: CompletionListProps) {
  return (
    <Popover isOpen isNonModal triggerRef={input} placement="bottom start" offset={4} className="z-30 min-w-56 max-w-110">
      <div id={id} role="listbox" aria-label="On the page" className="rounded-md border bg-raised p-1 shadow-md">
        {completions.list.map(({ value, text, evidence }, index) => {
          const formatted = formatValue(field.type, value);
          const isMarked = index === completions.marked;
          return (
            <div
              key={evidence ? `${evidence.page} ${evidence.words?.join()}` : 'typed'}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isMarked}
              onPointerDown={(event) => {
                event.preventDefault();
                onTake(index);
              }}
              className={classNames(
                'flex items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-sm hover:bg-hover',
                isMarked && 'bg-selected',
              )}
            >
              <span className="truncate">{text}</span>
              <span className="flex shrink-0 items-baseline gap-1.5 text-2xs text-ink-faint">
                {formatted === text ? '' : `${formatted} · `}
                {evidence ? `page ${evidence.page}` : 'as typed'}
                {isMarked ? <Kbd>Enter</Kbd> : null}
              </span>
            </div>
          );
        })}
      </div>
    </Popover>
  );
}
