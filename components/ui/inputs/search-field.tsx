'use client';

import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField, type SearchFieldProps as AriaSearchFieldProps } from 'react-aria-components/SearchField';
import { classNames } from '../class-names.ts';

export type SearchFieldProps = Omit<AriaSearchFieldProps, 'children' | 'className'> & {
  placeholder?: string;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
};

/** A search box with its glass and a button that empties it; `Esc` empties it too. */
export function SearchField({ placeholder, className, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} className={classNames('group relative block min-w-0', className)}>
      <Search size={14} aria-hidden className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-faint" />
      <Input
        ref={inputRef}
        placeholder={placeholder}
        className="control h-7 w-full min-w-0 pr-7 pl-7 text-sm placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
      />
      <Button
        aria-label="Clear search"
        className="absolute top-1/2 right-1 flex size-5 -translate-y-1/2 items-center justify-center rounded-sm text-ink-faint data-hovered:bg-hover data-hovered:text-ink group-data-empty:hidden"
      >
        <X size={12} aria-hidden />
      </Button>
    </AriaSearchField>
  );
}
