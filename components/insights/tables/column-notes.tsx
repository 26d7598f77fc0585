import { useId, useState } from 'react';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';

/** Below a table: what its columns say, by their headings. Opened by a press, so that it can be read by keyboard and touch too. */
export function ColumnNotes({ notes }: { notes: readonly (readonly [heading: string, note: string])[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="pt-2 text-xs print:hidden">
      <DisclosureButton isOpen={isOpen} onToggle={setOpen} controls={id} className="text-ink-muted hover:text-ink">
        What the columns say
      </DisclosureButton>
      {isOpen ? (
        <dl id={id} className="grid max-w-200 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-1.5 pl-5 max-sm:grid-cols-1 max-sm:gap-y-0">
          {notes.map(([heading, note]) => (
            <div key={heading} className="contents">
              <dt className="font-medium">{heading}</dt>
              <dd className="text-ink-muted max-sm:pb-1.5">{note}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
