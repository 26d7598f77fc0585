import { Spinner } from '#components/ui/spinner.tsx';

/** Shown when going through a folder takes longer than a moment. */
export function ReadingNote() {
  return (
    <p
      role="status"
      className="fixed right-3 bottom-12 z-30 flex items-center gap-2 rounded-lg border bg-raised px-3 py-2.5 shadow-md transition-opacity delay-300 starting:opacity-0"
    >
      <Spinner size={15} />
      Reading the folder …
    </p>
  );
}
