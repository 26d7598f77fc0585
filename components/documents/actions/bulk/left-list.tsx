import Link from 'next/link';
import { countOf } from '#components/shared/format.ts';
import type { NamedDocument } from '#lib/client/documents/work-through.ts';

/** Most that are listed; nobody reads more. */
const LISTED = 100;

type LeftListProps = {
  left: readonly { document: NamedDocument; reason: string }[];
  /** After “3 documents left”; without it they are left as they are. */
  why?: string;
  /** The level of its heading. */
  level: 'h2' | 'h3';
};

/** Documents that stay as they are, each with its reason. */
export function LeftList({ left, why, level: Heading }: LeftListProps) {
  if (left.length === 0) return null;
  const label = why ?? (left.length === 1 ? 'as it is' : 'as they are');
  return (
    <section aria-label={why ? `Left ${why}` : 'Left as they are'}>
      <Heading className="mb-1 font-medium text-sm">
        {countOf(left.length, 'document')} left {label}
      </Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by key */}
      <ul tabIndex={0} aria-label={`Documents left ${why ?? 'as they are'}`} className="max-h-48 overflow-auto rounded-md border text-sm">
        {left.slice(0, LISTED).map(({ document, reason }) => (
          <li key={document.id} className="border-b px-2.5 py-1.5 last:border-b-0">
            <Link href={`/documents/${document.id}`} prefetch={false} className="block truncate rounded-sm font-medium hover:underline">
              <bdi>{document.name}</bdi>
            </Link>
            <span className="block text-ink-muted text-xs">{reason}</span>
          </li>
        ))}
      </ul>
      {left.length > LISTED ? <p className="mt-1 text-ink-muted text-xs">and {countOf(left.length - LISTED, 'more document')}</p> : null}
    </section>
  );
}
