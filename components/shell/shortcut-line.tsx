'use client';

import { Pencil, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { type Chord, chordKeys, chordOf } from './shortcut-keys.ts';
import { hasOwnKeys, keysOf, type Shortcut, setKeys } from './shortcuts.ts';

export type ShortcutLineProps = {
  shortcut: Shortcut;
  /** Shows the buttons that change the keys. */
  isEditing: boolean;
  /** What else has that chord on this screen, or null. */
  usedBy: (chord: Chord) => string | null;
};

/** A shortcut with its keys; in editing they can be pressed anew. */
export function ShortcutLine({ shortcut, isEditing, usedBy }: ShortcutLineProps) {
  const [isListening, setListening] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  useEffect(() => {
    if (!isListening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') return setListening(false);
      const chord = chordOf(event);
      if (!chord) return;
      const other = usedBy(chord);
      setTaken(other);
      if (other) return;
      setKeys(shortcut.id, [chord]);
      setListening(false);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isListening, shortcut.id, usedBy]);
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt>
        {shortcut.label}
        {isListening && taken ? <span className="block text-bad text-xs">This already does: {taken}</span> : null}
      </dt>
      <dd className="flex shrink-0 items-center gap-1.5">
        {isListening ? <span className="text-accent text-xs">Press the new key, or Esc</span> : <Keys chords={keysOf(shortcut)} />}
        {isEditing && !isListening ? (
          <>
            <IconButton
              label={`Change the key: ${shortcut.label}`}
              size="small"
              icon={<Pencil size={12} aria-hidden />}
              onPress={() => {
                setTaken(null);
                setListening(true);
              }}
            />
            {hasOwnKeys(shortcut.id) ? (
              <IconButton
                label={`Take back the usual key: ${shortcut.label}`}
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
  return chords.map((chord, index) => (
    <span key={chord} className="flex items-center gap-0.5">
      {index > 0 ? <span className="mr-1 text-2xs text-ink-faint">or</span> : null}
      {chordKeys(chord).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  ));
}
