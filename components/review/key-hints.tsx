import { type Chord, chordKeys } from '#components/shell/shortcut-keys.ts';
import { keysOf } from '#components/shell/shortcuts.ts';

/** A shortcut's key as this person has it, with what it does; nothing when it has none. */
function hint(id: string, usual: Chord, what: string): string | null {
  const [chord] = keysOf({ id, keys: [usual] });
  return chord ? `${chordKeys(chord).join('+')} ${what}` : null;
}

/** The keys that matter most, in one line below the fields. */
export function KeyHints() {
  const hints = [
    'Enter accept, next flag',
    'Tab next field',
    hint('review.undo', 'Mod+z', 'undo'),
    hint('everywhere.sheet-typing', 'Mod+/', 'all keys'),
    'Click a word on the page to take it',
  ];
  return (
    // What does not fit on the line whole goes to a second one, which is not shown.
    <p className="flex h-8 shrink-0 flex-wrap gap-x-4 overflow-hidden whitespace-nowrap border-t px-4 text-2xs text-ink-faint leading-8 max-md:hidden">
      {hints.map((words) => (words ? <span key={words}>{words}</span> : null))}
    </p>
  );
}
