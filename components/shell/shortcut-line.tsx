'use client';

import { Pencil, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Chord, chordKeys, chordOf, whyNotChord } from '#components/shared/keys/shortcut-keys.ts';
import { hasOwnKeys, keysOf, type Shortcut, setKeys } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';

export type ShortcutLineProps = {
  shortcut: Shortcut;
  /** Shows the buttons that change the keys. */
  isEditing: boolean;
  /** What else has that chord on this screen. */
  usedBy: (chord: Chord) => Shortcut | undefined;
};

/** Why a pressed chord was not taken at once: another command has it, or it cannot be had. */
type Refusal = { chord: Chord; other: Shortcut } | { sentence: string };

/** Listens for a new chord; one that is used already, or cannot be had, is refused first. */
function useNewKey(shortcut: Shortcut, usedBy: ShortcutLineProps['usedBy']) {
  const [isListening, setListening] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = (chord: Chord) => {
    setKeys(shortcut.id, [chord]);
    setListening(false);
    setRefusal(null);
  };
  useEffect(() => {
    if (!isListening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // The button that settles a conflict is pressed with its own keys.
      if (event.target instanceof Element && event.target.closest('[data-settles]') && ['Enter', ' ', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') {
        setRefusal(null);
        return setListening(false);
      }
      const chord = chordOf(event);
      if (!chord) return;
      const sentence = whyNotChord(chord, shortcut.whileTyping ?? false);
      const other = usedBy(chord);
      if (sentence) setRefusal({ sentence });
      else if (other) setRefusal({ chord, other });
      else {
        setKeys(shortcut.id, [chord]);
        setListening(false);
        setRefusal(null);
      }
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isListening, shortcut.id, shortcut.whileTyping, usedBy]);
  const listen = () => {
    setRefusal(null);
    setListening(true);
  };
  return { isListening, refusal, listen, take };
}

/** A shortcut with its keys; in editing they can be pressed anew. */
export function ShortcutLine({ shortcut, isEditing, usedBy }: ShortcutLineProps) {
  const { isListening, refusal, listen, take } = useNewKey(shortcut, usedBy);
  const keys = keysOf(shortcut);
  const twin = isListening ? undefined : keys.map(usedBy).find(Boolean);
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt>
        {shortcut.label}
        {twin ? <span className="block text-warn text-xs">Has the same key as: {twin.label}</span> : null}
        {isListening && refusal ? (
          <span role="alert" className="block text-bad text-xs">
            {'sentence' in refusal ? refusal.sentence : `${chordKeys(refusal.chord).join(' ')} already does: ${refusal.other.label}.`}
          </span>
        ) : null}
        {isListening && refusal && 'other' in refusal && !refusal.other.isFixed ? (
          <span data-settles>
            <Button
              size="small"
              onPress={() => {
                const { chord, other } = refusal;
                setKeys(
                  other.id,
                  keysOf(other).filter((one) => one !== chord),
                );
                take(chord);
              }}
            >
              Use it here instead
            </Button>
          </span>
        ) : null}
      </dt>
      <dd className="flex shrink-0 items-center gap-1.5">
        {isListening ? <span className="text-accent text-xs">Press the new key, or Esc</span> : <Keys chords={keys} />}
        {isEditing && !isListening && !shortcut.isFixed ? (
          <>
            <IconButton label={`Change the key: ${shortcut.label}`} size="small" icon={<Pencil size={12} aria-hidden />} onPress={listen} />
            {hasOwnKeys(shortcut.id) ? (
              <IconButton
                label={`Restore the default key: ${shortcut.label}`}
                size="small"
                icon={<RotateCcw size={12} aria-hidden />}
                onPress={() => setKeys(shortcut.id, null)}
              />
            ) : null}
          </>
        ) : null}
      </dd>
    </div>
  );
}

function Keys({ chords }: { chords: readonly Chord[] }) {
  if (chords.length === 0) return <span className="text-2xs text-ink-faint">no key</span>;
  return chords.map((chord, index) => (
    <span key={chord} className="flex items-center gap-0.5">
      {index > 0 ? <span className="mr-1 text-2xs text-ink-faint">or</span> : null}
      {chordKeys(chord).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  ));
}
