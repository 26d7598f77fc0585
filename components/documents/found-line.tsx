import { FileText, MessageSquare, TextCursorInput } from 'lucide-react';
import type { FoundPlace } from '#lib/contract/desk/found.ts';

const ICONS = { value: TextCursorInput, page: FileText, comment: MessageSquare };

function wordsBefore({ kind, label, page }: FoundPlace): string {
  if (kind === 'value') return `${label}:`;
  return kind === 'page' ? `On page ${page}:` : 'In a comment:';
}

/** Where a document was found, with what was sought marked. */
export function FoundLine({ place }: { place: FoundPlace }) {
  const Icon = ICONS[place.kind];
  return (
    <p className="flex min-w-0 items-center gap-1 text-ink-muted text-xs leading-4">
      <Icon size={11} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="shrink-0">{wordsBefore(place)}</span>
      <bdi className="min-w-0 truncate">
        {place.parts.map(({ text, is_match }, index) =>
          is_match ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches of a text have no other identity
            <mark key={index} className="rounded-sm bg-warn-soft font-medium text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
    </p>
  );
}
