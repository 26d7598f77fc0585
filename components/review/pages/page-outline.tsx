'use client';

import { classNames } from '#components/ui/class-names.ts';
import type { OutlineEntry } from '#lib/contract/service/reading.ts';

/** Deepest level that is indented further. */
const DEEPEST = 4;

type PageOutlineProps = { entries: readonly OutlineEntry[]; current: number; onPage: (page: number) => void };

/** The document's headings or bookmarks; pressing one goes to its page. */
export function PageOutline({ entries, current, onPage }: PageOutlineProps) {
  const here = entries.findLastIndex(({ page }) => page !== null && page <= current);
  return (
    <nav aria-label="Outline" className="min-h-0 flex-1 overflow-y-auto py-1">
      <ol>
        {entries.map(({ title, level, page }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an outline never changes, and its titles may repeat
          <li key={index}>
            <button
              type="button"
              disabled={page === null}
              aria-current={index === here ? 'location' : undefined}
              onClick={() => page !== null && onPage(page)}
              className={classNames(
                'flex w-full items-baseline gap-2 py-1 pr-2 text-left text-xs enabled:hover:bg-hover disabled:text-ink-muted',
                index === here && 'bg-selected font-medium text-accent',
              )}
              style={{ paddingLeft: 10 + 10 * Math.min(DEEPEST, Math.max(0, level - 1)) }}
            >
              <span className="line-clamp-2 min-w-0 flex-1 break-words">{title || 'Untitled'}</span>
              {page === null ? null : <span className="shrink-0 text-2xs text-ink-muted">{page}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
