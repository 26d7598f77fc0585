'use client';

import { useState } from 'react';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useSaveView } from '#lib/client/documents/views.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { SavedView, ViewState } from '#lib/contract/desk/search/saved-view.ts';

type ViewDialogProps = {
  /** The one to rename; null for a new one. */
  view: SavedView | null;
  state: ViewState;
  mayShare: boolean;
  onClose: () => void;
  /** Gets the view's id. */
  onSaved: (id: string) => void;
};

/** Asks for the name of a view, and whether everybody sees it. */
export function ViewDialog({ view, state, mayShare, onClose, onSaved }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  const [error, setError] = useState<string | undefined>();
  const save = useSaveView();
  const submit = () => {
    if (name.trim() === '') return setError('Enter a name.');
    save.mutate(
      { id: view?.id ?? null, draft: { name: name.trim(), is_shared: isShared, state } },
      {
        onSuccess: (saved) => {
          showToast({ tone: 'ok', title: `“${saved.name}” saved` });
          onSaved(saved.id);
          onClose();
        },
        onError: (problem) => setError(errorMessage(problem)),
      },
    );
  };
  return (
    <FormDialog
      title={view ? 'Rename the view' : 'Save as a view'}
      submitLabel="Save"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      isPending={save.isPending}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
        maxLength={80}
        error={error}
        autoFocus
        description="A view keeps the search, filters, columns and order."
      />
      {mayShare ? (
        <Checkbox isSelected={isShared} onChange={setShared}>
          Share with everybody
        </Checkbox>
      ) : null}
    </FormDialog>
  );
}
