import { type Chord, chordKeys } from './shortcut-keys.ts';
import { keysOf } from './shortcuts.ts';

/** A shortcut's key as this person has it, with what it does; nothing when it has none. */
export function hintOf(id: string, usual: Chord, what: string): string | null {
  const [chord] = keysOf({ id, keys: [usual] });
  return chord ? `${chordKeys(chord).join('+')} ${what}` : null;
}

/** The keys that matter most, in one line below a screen. */
export function KeyHints({ hints }: { hints: readonly (string | null)[] }) {
  return (
    // What does not fit on the line whole goes to a second one, which is not shown.
    <p className="flex h-8 shrink-0 flex-wrap gap-x-4 overflow-hidden whitespace-nowrap border-t bg-surface px-4 text-2xs text-ink-faint leading-8 max-md:hidden">
      {hints.map((words) => (words ? <span key={words}>{words}</span> : null))}
    </p>
  );
}
