'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useShortcutGroups } from '#components/shared/keys/shortcuts.ts';
import { stayOffline } from '#components/shared/stay-offline.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { keepRecent } from './recent-items.ts';
import { type PaletteItem, usePaletteItems } from './use-palette-items.ts';

/** Frames until the focus is back where it was, which commands may ask for. */
const FRAMES = 3;

function afterFrames(count: number, work: () => void): void {
  if (count === 0) work();
  else requestAnimationFrame(() => afterFrames(count - 1, work));
}

/** Everything one can go to or do, by typing a part of its name. What was used last stands first. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const commands = useShortcutGroups();
  const { groups, isLoading } = usePaletteItems(query, commands);
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(active, items.length - 1)];
  const cameFrom = useRef<Element | null>(typeof document === 'undefined' ? null : document.activeElement);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) list.current?.querySelector(`[data-item="${CSS.escape(current.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    keepRecent({ id: item.id, label: item.label, ...(item.href ? { href: item.href } : {}) });
    onClose();
    if (item.href) return stayOffline() ? undefined : router.push(item.href);
    const back = cameFrom.current;
    afterFrames(FRAMES, () => {
      if (back instanceof HTMLElement && back.isConnected && back !== document.activeElement) back.focus();
      item.command?.run(new KeyboardEvent('keydown'));
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1;
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1);
    else if (event.key === 'PageDown') setActive(Math.min(last, active + 8));
    else if (event.key === 'PageUp') setActive(Math.max(0, active - 8));
    else if (event.key === 'Enter') choose(current);
    else return;
    event.preventDefault();
  };
  const idOf = (item: PaletteItem) => `palette-${item.id.replaceAll(/[^\w-]/g, '_')}`;
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
                {group.items.map((item) => {
                  const Icon = item.icon;
                  const isActive = item === current;
                  return (
                    <div
                      key={item.id}
                      id={idOf(item)}
                      data-item={item.id}
                      role="option"
                      tabIndex={-1}
                      aria-selected={isActive}
                      onPointerMove={() => !isActive && setActive(items.indexOf(item))}
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={() => choose(item)}
                      onKeyDown={onKeyDown}
                      className={classNames('flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm', isActive && 'bg-selected')}
                    >
                      <Icon size={14} aria-hidden className={isActive ? 'text-accent' : 'text-ink-faint'} />
                      <span className="min-w-0 flex-1 truncate">
                        <bdi>{item.label}</bdi>
                      </span>
                      {item.detail ? <span className="shrink-0 truncate text-ink-faint text-xs">{item.detail}</span> : null}
                      {item.keys.length > 0 ? (
                        <span className="flex shrink-0 gap-0.5">
                          {item.keys.map((key) => (
                            <Kbd key={key}>{key}</Kbd>
                          ))}
                        </span>
                      ) : null}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          {items.length === 0 ? (
            <p role="status" className="px-4 pb-4 text-ink-muted text-sm">
              {isLoading ? 'Searching …' : 'No results. Documents are found by name, folder or schema.'}
            </p>
          ) : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
