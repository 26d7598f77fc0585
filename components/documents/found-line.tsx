import { FileText, MessageSquare, TextCursorInput } from 'lucide-react';
import { foundWords } from '#components/shared/documents/found-words.ts';
import type { FoundPlace } from '#lib/contract/desk/search/found.ts';

const ICONS = { value: TextCursorInput, page: FileText, comment: MessageSquare };

/** As `truncate`, but with the spaces at either end: words stand apart from the marked ones. */
const CUT = 'overflow-hidden text-ellipsis whitespace-pre';

/** Where a document was found, with what was sought marked. Of the text around, so much is left out that the first mark is in view. */
export function FoundLine({ place }: { place: FoundPlace }) {
  const Icon = ICONS[place.kind];
  const first = place.parts.findIndex((part) => part.is_match);
  const [before, after] = [place.parts.slice(0, first), place.parts.slice(first + 1)];
  return (
    <p className="flex min-w-0 items-center gap-1 text-ink-muted text-xs leading-4">
      <Icon size={11} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="max-w-1/2 shrink-0 truncate">{foundWords(place)}</span>
      <bdi className="flex min-w-0 flex-1">
        {before.length > 0 ? <span className={`min-w-0 shrink ${CUT}`}>{before.map(({ text }) => text).join('')}</span> : null}
        <Mark text={place.parts[first]?.text ?? ''} className={`max-w-full shrink-0 ${CUT}`} />
        <span className={`min-w-0 flex-1 ${CUT}`}>
          {after.map(({ text, is_match }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches of a text have no other identity
            is_match ? <Mark key={index} text={text} /> : text,
          )}
        </span>
      </bdi>
    </p>
  );
}

function Mark({ text, className = '' }: { text: string; className?: string }) {
  return <mark className={`rounded-sm bg-warn-soft font-medium text-ink ${className}`}>{text}</mark>;
}
