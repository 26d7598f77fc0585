'use client';

import { Check, Flag as FlagIcon, GraduationCap, Pencil, X } from 'lucide-react';
import { classNames } from '#components/ui/class-names.ts';
import type { Flag, MergedValue, SecondOpinion } from '#lib/contract/desk/review.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { confidenceWord } from './confidence-words.ts';

const HUMAN = {
  confirmed: { word: 'Confirmed', Icon: Check, tone: 'text-ok' },
  corrected: { word: 'Corrected', Icon: Pencil, tone: 'text-info' },
  cleared: { word: 'Cleared', Icon: X, tone: 'text-ink-muted' },
} as const;

/** A flag that was open when the document was decided on. */
function SignedOff({ flags }: { flags: readonly Flag[] }) {
  const words = flags.map(({ message }) => message).join(' ');
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-2xs text-ink-muted" title={words}>
      <FlagIcon size={12} aria-hidden className="shrink-0" />
      <span className="@max-[36rem]:sr-only">signed off</span>
      <span className="sr-only">: {words}</span>
    </span>
  );
}

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

type ValueStatusProps = {
  /** In a line, where a narrow list has room for an icon only. */
  isShort?: boolean;
  merged: MergedValue;
  flags: readonly Flag[];
  /** Somebody has decided on the document: how sure its values were matters no longer. */
  isDecided: boolean;
};

/** What a person did to a value, or how far it can be trusted: one word, told once. */
export function ValueStatus({ merged, flags, isDecided, isShort = false }: ValueStatusProps) {
  if (merged.status !== 'machine') {
    const { word, Icon, tone } = HUMAN[merged.status];
    return (
      <span className={classNames('inline-flex shrink-0 items-center gap-1 whitespace-nowrap text-2xs', tone)}>
        <Icon size={12} aria-hidden className="shrink-0" />
        <span className={isShort ? '@max-[36rem]:sr-only' : ''}>
          {merged.status === 'cleared' && isEmptyValue(merged.original) ? 'Left empty' : word}
        </span>
      </span>
    );
  }
  if (isDecided) return flags.length > 0 ? <SignedOff flags={flags} /> : null;
  if (flags.length === 0 && merged.second_opinion?.agrees) return <AsApproved isShort opinion={merged.second_opinion} />;
  // said in the place of the value
  if (merged.value === null && flags.length === 0) return null;
  const word = confidenceWord(merged, flags);
  return (
    <span
      className={classNames(
        'truncate text-2xs',
        word === 'check' ? 'font-medium text-warn' : word === 'likely' ? 'text-ink-muted' : 'text-ink-faint',
      )}
    >
      {word}
    </span>
  );
}
