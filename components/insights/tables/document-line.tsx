import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { fromInsights } from '#components/shared/documents/insights-place.ts';

type DocumentLineProps = {
  id: string;
  name: string;
  /** Of the value to open it at. */
  pointer?: string | undefined;
  /** Beside its name. */
  note?: ReactNode;
  /** Below its name. */
  children?: ReactNode;
};

/** A document to look at, in a `DocumentLines`: a link that leads back to the insights. */
export function DocumentLine({ id, name, pointer, note, children }: DocumentLineProps) {
  return (
    <li className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2">
        <Link href={fromInsights(id, pointer)} className="min-w-0 truncate rounded-sm text-accent data-hovered:underline">
          <bdi>{name}</bdi>
        </Link>
        {note ? <span className="shrink-0 text-ink-muted text-xs">{note}</span> : null}
      </p>
      {children}
    </li>
  );
}

/** Documents to look at. */
export function DocumentLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-2 gap-x-6 gap-y-1.5 max-lg:grid-cols-1">
      {children}
    </ul>
  );
}
