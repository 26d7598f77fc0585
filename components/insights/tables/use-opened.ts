import { parseAsString, useQueryState } from 'nuqs';

/** What is open on the screen, kept in the address so that whoever comes back finds it: one line of all tables and lists, by its key. */
export function useOpened() {
  const [open, setOpen] = useQueryState('open', parseAsString);
  return { open, toggle: (key: string) => void setOpen(open === key ? null : key) };
}
