'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { Chord } from './shortcut-keys.ts';
import { ShortcutLine } from './shortcut-line.tsx';
import { keysOf, type Shortcut, useShortcutGroups } from './shortcuts.ts';

/** All keys of the present screen, and the way to change them. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = useShortcutGroups();
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    onClose();
  };
  const usedBy = (self: Shortcut) => (chord: Chord) =>
    groups.flatMap(({ shortcuts }) => shortcuts).find((other) => other.id !== self.id && keysOf(other).includes(chord))?.label ?? null;
  return (
    <Dialog
      title="Keyboard"
      isOpen={isOpen}
      onClose={close}
      width="medium"
      footer={
        <Button size="large" onPress={() => setEditing(!isEditing)}>
          {isEditing ? 'Done' : 'Change keys'}
        </Button>
      }
    >
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1.5 font-medium text-ink-muted text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts
                .filter(({ isDisabled }) => !isDisabled)
                .map((shortcut) => (
                  <ShortcutLine key={shortcut.id} shortcut={shortcut} isEditing={isEditing} usedBy={usedBy(shortcut)} />
                ))}
            </dl>
          </section>
        ))}
      </div>
      {isEditing ? <p className="mt-4 text-ink-muted text-xs">Your keys are kept in this browser.</p> : null}
    </Dialog>
  );
}
