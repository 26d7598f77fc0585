'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { useShortcutGroups } from '#components/shared/keys/shortcuts.ts';
import { keepRecent } from '#components/shared/recent-items.ts';
import { stayOffline } from '#components/shared/stay-offline.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { idOf, PaletteOption } from './palette-option.tsx';
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts';

/** Frames until the focus is back where it was, which commands may ask for. */
const FRAMES = 3;

function afterFrames(count: number, work: () => void): void {
  if (count === 0) work();
  else requestAnimationFrame(() => afterFrames(count - 1, work));
}

/** Where a key moves to in the list; null for other keys. */
function nextOf(key: string, active: number, last: number): number | null {
  if (key === 'ArrowDown') return active >= last ? 0 : active + 1;
  if (key === 'ArrowUp') return active <= 0 ? last : active - 1;
  if (key === 'PageDown') return Math.min(last, active + 8);
  return key === 'PageUp' ? Math.max(0, active - 8) : null;
}

/** Goes to what is chosen, or does it once the focus is back where it was. */
function useChoose(onClose: () => void) {
  const router = useRouter();
  const { id: personId } = useCurrentUser();
  const cameFrom = useRef<Element | null>(typeof document === 'undefined' ? null : document.activeElement);
  return (item: PaletteItem | undefined) => {
    if (!item) return;
    keepRecent(personId, { id: item.id, label: item.label, ...(item.href ? { href: item.href } : {}) });
    onClose();
    if (item.href) return stayOffline() ? undefined : router.push(item.href);
    const back = cameFrom.current;
    afterFrames(FRAMES, () => {
      if (back instanceof HTMLElement && back.isConnected && back !== document.activeElement) back.focus();
      item.command?.run(new KeyboardEvent('keydown'));
    });
  };
}

/** Everything one can go to or do, by typing a part of its name. What was used last stands first. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const commands = useShortcutGroups();
  const { groups, isLoading } = usePaletteItems(query, commands);
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(active, items.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector(`[data-item="${CSS.escape(current.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = useChoose(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOf(event.key, active, items.length - 1);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter') choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 flex items-start justify-center bg-scrim p-3 pt-[10vh]"
    >
      <Modal className="w-full max-w-150 overflow-hidden rounded-lg border border-line bg-raised shadow-lg">
        <Dialog aria-label="Search pages and commands" className="flex max-h-[70vh] flex-col outline-none">
          <div className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
            <Search size={15} aria-hidden className="shrink-0 text-ink-faint" />
            <input
              autoFocus
              role="combobox"
              aria-label="Document, place or command"
              aria-expanded={items.length > 0}
              aria-controls="palette-list"
              aria-autocomplete="list"
              aria-activedescendant={current ? idOf(current) : undefined}
              placeholder="Document, place or command"
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint"
            />
            {isLoading ? <Spinner size={14} /> : null}
          </div>
          <div ref={list} id="palette-list" role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of a list box
              <div key={group.title} role="group" aria-labelledby={`palette-group-${group.title.replaceAll(' ', '-')}`} className="pb-1">
                <p id={`palette-group-${group.title.replaceAll(' ', '-')}`} className="px-2 pt-1.5 pb-1 text-2xs text-ink-faint">
                  {group.title}
                </p>
                {group.items.map((item) => (
                  <PaletteOption
                    key={item.id}
                    item={item}
                    isActive={item === current}
                    onActivate={() => setActive(items.indexOf(item))}
                    onChoose={() => choose(item)}
                    onKeyDown={onKeyDown}
                  />
                ))}
              </div>
            ))}
          </div>
          {items.length === 0 ? <NothingFound isLoading={isLoading} /> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function NothingFound({ isLoading }: { isLoading: boolean }) {
  return (
    <p role="status" className="px-4 pb-4 text-ink-muted text-sm">
      {isLoading ? 'Searching …' : 'No results. Documents are found by name, folder or schema.'}
    </p>
  );
}
