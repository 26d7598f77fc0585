'use client';

import { useQuery } from '@tanstack/react-query';
import { Clock, ListChecks, ScanSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { LATER, RECOGNISE, useDropSchema } from './use-drop-schema.ts';

/** As many schemas as fit a laptop’s screen, with the two other choices, in seven rows of four. */
const MAX_SCHEMAS = 26;
const ICONS = { [RECOGNISE]: ScanSearch, [LATER]: Clock } as Record<string, typeof Clock>;

/** The first schemas by name, and always the chosen one. */
function pickShown<S extends { id: string }>(all: readonly S[], chosen: string): S[] {
  const first = all.slice(0, MAX_SCHEMAS);
  const later = all.slice(MAX_SCHEMAS).find(({ id }) => id === chosen);
  return later ? [...first.slice(0, -1), later] : first;
}

/** Shown while files hang over the window: drop anywhere for the chosen schema, or on a tile for that one. */
export function DropOverlay() {
  const schemas = useQuery(schemasQuery);
  const chosen = useDropSchema();
  const [hovered, setHovered] = useState<string | null>(null);
  const all = schemas.data ?? [];
  const tiles = [{ id: RECOGNISE, name: 'Detect kind' }, ...pickShown(all, chosen), { id: LATER, name: 'Choose a schema later' }];
  const aim = hovered ?? chosen;
  useEffect(() => {
    const follow = (event: DragEvent) => {
      const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop-schema]') : null;
      setHovered(tile?.dataset.dropSchema ?? null);
    };
    window.addEventListener('dragover', follow);
    return () => window.removeEventListener('dragover', follow);
  }, []);
  return (
    <div className="fixed inset-0 z-40 bg-scrim p-3">
      <div className="flex h-full flex-col items-center justify-center gap-6 rounded-lg border-2 border-accent border-dashed bg-canvas p-6">
        <div className="text-center">
          <p className="font-semibold text-xl">Drop to add</p>
          <p className="mt-1 text-ink-muted">Drop anywhere to use the highlighted option, or on another option.</p>
        </div>
        <div className="grid w-full max-w-190 grid-cols-2 gap-2 md:grid-cols-4">
          {tiles.map(({ id, name }) => {
            const Icon = ICONS[id] ?? ListChecks;
            return (
              <div
                key={id}
                data-drop-schema={id}
                className={classNames(
                  'flex h-16 items-center gap-2.5 rounded-md border px-3 font-medium',
                  id === aim ? 'border-accent bg-selected text-accent' : 'bg-surface text-ink',
                )}
              >
                <Icon size={16} aria-hidden className="shrink-0" />
                <span className="line-clamp-2 min-w-0 leading-tight">{name}</span>
              </div>
            );
          })}
        </div>
        {all.length > MAX_SCHEMAS && (
          <p className="text-ink-muted">
            {MAX_SCHEMAS} of {all.length} schemas are shown. To use another, choose it above the list of documents first.
          </p>
        )}
      </div>
    </div>
  );
}
