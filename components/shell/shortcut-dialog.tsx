'use client';

import { useState } from 'react';
import type { Chord } from '#components/shared/keys/shortcut-keys.ts';
import { hasAnyOwnKeys, keysOf, mergeGroups, resetKeys, type Shortcut, useShortcutGroups } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { ShortcutLine } from './shortcut-line.tsx';

/** Keys of a text field and of the screen around it may be the same: the field is asked first. */
function isBound(one: Shortcut, other: Shortcut): boolean {
  return Boolean(one.isFixed) && !other.whileTyping;
}

/** All keys of the present screen, and the way to change them. */
export function ShortcutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = mergeGroups(useShortcutGroups());
  const [isEditing, setEditing] = useState(false);
  const shown = groups
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter((shortcut) => isEditing || (!shortcut.isDisabled && keysOf(shortcut).length > 0)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  const close = () => {
    setEditing(false);
    onClose();
  };
  const usedBy = (self: Shortcut) => (chord: Chord) =>
    groups
      .flatMap(({ shortcuts }) => shortcuts)
      .find((other) => other.id !== self.id && !isBound(other, self) && keysOf(other).includes(chord));
  return (
    <Dialog
      title="Keyboard"
      isOpen={isOpen}
      onClose={close}
      width="large"
      footer={
        <>
          {isEditing && hasAnyOwnKeys() ? (
            <Button size="large" variant="quiet" onPress={resetKeys}>
              Restore all default keys
            </Button>
          ) : null}
          <Button size="large" onPress={() => setEditing(!isEditing)}>
            {isEditing ? 'Done' : 'Change keys'}
          </Button>
        </>
      }
    >
      <div className="gap-x-10 sm:columns-2 lg:columns-3">
        {shown.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid-column">
            <h3 className="mb-1.5 font-medium text-ink-muted text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <ShortcutLine key={shortcut.id} shortcut={shortcut} isEditing={isEditing} usedBy={usedBy(shortcut)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      {isEditing ? (
        <p className="mt-4 text-ink-muted text-xs">
          Your shortcuts are stored in this browser only. Shortcuts without a pencil cannot be changed.
        </p>
      ) : null}
    </Dialog>
  );
}
