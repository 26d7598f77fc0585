'use client';

import type { RefObject } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '#components/ui/class-names.ts';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import { formatValue } from '#lib/document/format-value.ts';
import type { Suggestion } from '#lib/document/suggest-values.ts';

type SuggestionListProps = {
  id: string;
  /** Where one types; it keeps the focus. */
  input: RefObject<HTMLInputElement | null>;
  field: RowField;
  suggestions: readonly Suggestion[];
  /** Index of the chosen one, -1 for none. */
  active: number;
  onTake: (index: number) => void;
};

/** What the pages offer for what is being typed. */
export function SuggestionList({ id, input, field, suggestions, active, onTake }: SuggestionListProps) {
  return (
    <Popover isOpen isNonModal triggerRef={input} placement="bottom start" offset={4} className="z-30 min-w-56 max-w-110">
      <div id={id} role="listbox" aria-label="On the page" className="rounded-md border bg-raised p-1 shadow-md">
        {suggestions.map(({ value, evidence }, index) => {
          const formatted = formatValue(field.type, value);
          return (
            <div
              key={`${evidence.page} ${evidence.words?.join()}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault();
                onTake(index);
              }}
              className={classNames(
                'flex items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-sm hover:bg-hover',
                index === active && 'bg-selected',
              )}
            >
              <span className="truncate">{evidence.text}</span>
              <span className="shrink-0 text-2xs text-ink-faint">
                {formatted === evidence.text ? '' : `${formatted} · `}page {evidence.page}
              </span>
            </div>
          );
        })}
      </div>
    </Popover>
  );
}
