import { MapPinOff } from 'lucide-react';
import { buttonStyle } from '#components/ui/button-style.ts';

export type LostNoteProps = { title?: string; children?: string };

/** Says that there is nothing at this address, with a way home. */
export function LostNote({ title = 'Page not found', children = 'The address may be mistyped, or the page was removed.' }: LostNoteProps) {
  return (
    <div className="m-auto flex max-w-120 flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 flex size-11 items-center justify-center rounded-lg border bg-surface text-ink-muted">
        <MapPinOff size={20} aria-hidden />
      </span>
      <h1 className="font-semibold text-lg">{title}</h1>
      <p className="text-ink-muted">{children}</p>
      <div className="mt-3">
        {/* A full load: the router keeps a frame that was not found, and would show it again. */}
        <a href="/documents" className={buttonStyle('primary', 'large')}>
          Go to documents
        </a>
      </div>
    </div>
  );
}
