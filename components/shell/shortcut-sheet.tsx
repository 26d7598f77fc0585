'use client';

import { Dialog } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { chordKeys } from './shortcut-keys.ts';
import { keysOf, useShortcutGroups } from './shortcuts.ts';

/** All keys of the present screen. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = useShortcutGroups();
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose} width="medium">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1.5 font-medium text-ink-muted text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts
                .filter(({ isDisabled }) => !isDisabled)
                .map((shortcut) => (
                  <div key={shortcut.id} className="flex min-h-7 items-center justify-between gap-4">
                    <dt>{shortcut.label}</dt>
                    <dd className="flex shrink-0 items-center gap-1.5">
                      {keysOf(shortcut).map((chord, index) => (
                        <span key={chord} className="flex items-center gap-0.5">
                          {index > 0 ? <span className="mr-1 text-2xs text-ink-faint">or</span> : null}
                          {chordKeys(chord).map((key) => (
                            <Kbd key={key}>{key}</Kbd>
                          ))}
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
