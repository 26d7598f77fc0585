/** Classes of everything that floats above the page at a trigger. */
export const popoverStyle =
  'z-40 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-md outline-none min-w-(--trigger-width) max-h-96';

/** Classes of one line in a menu or list. */
export const optionStyle =
  'flex min-h-7 select-none items-center gap-2 rounded-md px-2 py-1 text-sm text-ink outline-none data-focused:bg-hover data-disabled:text-ink-faint';
