import { GraduationCap } from 'lucide-react';
import { classNames } from '#components/ui/class-names.ts';
import type { SecondOpinion } from '#lib/contract/desk/review.ts';

/** By what approved documents bear a value out: in a word, and in full. */
const WORDS = {
  value: ['as approved', 'As approved before'],
  place: ['same place', 'In the same place as approved before'],
} as const;

type AsApprovedProps = {
  opinion: SecondOpinion;
  /** In a word, and an icon where a narrow list has no room for it. */
  isShort?: boolean;
};

/** Approved documents bear the value out, by a second opinion. */
export function AsApproved({ opinion, isShort = false }: AsApprovedProps) {
  const [word, words] = WORDS[opinion.remembered.basis];
  return (
    <span
      title={words}
      className={classNames('flex min-w-0 items-center whitespace-nowrap text-ink-muted', isShort ? 'text-2xs' : 'gap-1.5 text-xs')}
    >
      <GraduationCap size={12} aria-hidden className={isShort ? 'hidden shrink-0 @max-[36rem]:block' : 'shrink-0'} />
      {isShort ? (
        <span aria-hidden className="truncate @max-[36rem]:hidden">
          {word}
        </span>
      ) : null}
      <span className={isShort ? 'sr-only' : ''}>{words}</span>
    </span>
  );
}
