'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Pencil, Plus, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useRemoveView, useSaveView, viewsQuery } from '#lib/client/documents/views.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { SavedView } from '#lib/contract/desk/search/saved-view.ts';
import { type ListState, viewOf } from '../list/use-list-state.ts';
import { ViewDialog } from './view-dialog.tsx';

type ViewQuestion = { kind: 'save' } | { kind: 'rename' | 'remove'; view: SavedView } | null;

/** The saved views: shows one, saves what the list shows now, changes or deletes the one that is shown. */
export function ViewsMenu({ list }: { list: ListState }) {
  const views = useQuery(viewsQuery).data ?? [];
  const [question, setQuestion] = useState<ViewQuestion>(null);
  const mayShare = useMay('reviewer');
  const save = useSaveView();
  const now = JSON.stringify(viewOf(list.state));
  const [lastShown, setLastShown] = useState<string | null>(null);
  const shown = views.find(({ state }) => sameState(state, now)) ?? null;
  // a view that was shown and then changed can be saved again
  const changed = shown === null ? (views.find(({ id }) => id === lastShown) ?? null) : null;
  const show = (view: SavedView) => {
    setLastShown(view.id);
    list.showView(view.state);
  };
  const saveAgain = (view: SavedView) =>
    save.mutate(
      { id: view.id, draft: { name: view.name, is_shared: view.is_shared, state: viewOf(list.state) } },
      {
        onSuccess: () => showToast({ tone: 'ok', title: `“${view.name}” saved` }),
        onError: (error) => showToast({ tone: 'bad', title: `“${view.name}” was not saved`, detail: errorMessage(error) }),
      },
    );
  const own = views.filter((view) => !view.is_shared);
  const shared = views.filter((view) => view.is_shared);
  const line = (view: SavedView) => (
    <MenuItem
      key={view.id}
      label={view.name}
      {...(view.is_shared ? { description: `Shared by ${view.owner.name}`, icon: <Users size={14} aria-hidden /> } : {})}
      {...(view.is_shared ? {} : { icon: <Bookmark size={14} aria-hidden /> })}
      onAction={() => show(view)}
    />
  );
  const current = shown ?? changed;
  return (
    <>
      <Menu
        label="Views"
        placement="bottom start"
        trigger={
          <Button variant="quiet" className="max-w-56 min-w-0" aria-label={shown ? `View: ${shown.name}` : 'Views'}>
            <span className="truncate">{shown?.name ?? 'Views'}</span>
            <ChevronDown size={14} aria-hidden className="shrink-0" />
          </Button>
        }
      >
        {own.length > 0 ? <MenuSection title="My views">{own.map(line)}</MenuSection> : null}
        {shared.length > 0 ? <MenuSection title="Shared views">{shared.map(line)}</MenuSection> : null}
        {views.length > 0 ? <MenuSeparator /> : null}
        {changed?.may_change ? (
          <MenuItem icon={<Save size={14} aria-hidden />} label={`Save changes to “${changed.name}”`} onAction={() => saveAgain(changed)} />
        ) : null}
        <MenuItem icon={<Plus size={14} aria-hidden />} label="Save as a new view …" onAction={() => setQuestion({ kind: 'save' })} />
        {current?.may_change ? (
          <MenuItem
            icon={<Pencil size={14} aria-hidden />}
            label={`Rename “${current.name}” …`}
            onAction={() => setQuestion({ kind: 'rename', view: current })}
          />
        ) : null}
        {current?.may_change ? (
          <MenuItem
            icon={<Trash2 size={14} aria-hidden />}
            label={`Delete “${current.name}” …`}
            isDanger
            onAction={() => setQuestion({ kind: 'remove', view: current })}
          />
        ) : null}
      </Menu>
      {question?.kind === 'save' ? (
        <ViewDialog view={null} state={viewOf(list.state)} mayShare={mayShare} onClose={() => setQuestion(null)} onSaved={setLastShown} />
      ) : null}
      {question?.kind === 'rename' ? (
        <ViewDialog
          view={question.view}
          state={question.view.state}
          mayShare={mayShare}
          onClose={() => setQuestion(null)}
          onSaved={setLastShown}
        />
      ) : null}
      {question?.kind === 'remove' ? <RemoveView view={question.view} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}

/** Key by key, because the database keeps no order. */
function sameState(state: SavedView['state'], now: string): boolean {
  const inOrder = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(state) === inOrder(JSON.parse(now) as object);
}

function RemoveView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = useRemoveView();
  const run = () =>
    remove.mutate(view.id, {
      onSuccess: () => {
        showToast({ tone: 'ok', title: `“${view.name}” deleted` });
        onClose();
      },
      onError: (error) => showToast({ tone: 'bad', title: `“${view.name}” was not deleted`, detail: errorMessage(error) }),
    });
  return (
    <ConfirmDialog
      title={`Delete “${view.name}”?`}
      isOpen
      onClose={onClose}
      onConfirm={run}
      confirmLabel="Delete the view"
      isDanger
      isPending={remove.isPending}
    >
      {view.is_shared ? 'Everybody loses this view. ' : ''}The documents stay.
    </ConfirmDialog>
  );
}
