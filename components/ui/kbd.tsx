/** A key or a chord as one sees it on the keyboard: `Enter`, `⌘K`. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-2xs text-ink-muted">
      {children}
    </kbd>
  );
}
