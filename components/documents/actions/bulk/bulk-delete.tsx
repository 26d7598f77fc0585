'use client';

import { removeDocument } from '#lib/client/documents/documents.ts';
import type { BulkActionProps } from './bulk-decisions.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

/** Deletes documents for good. */
export function BulkDelete(props: BulkActionProps) {
  return (
    <BulkDialog
      {...props}
      title="Delete documents"
      verb="Delete"
      past="deleted"
      isDanger
      leaves={() => null}
      step={async ({ id }) => {
        await removeDocument(id);
        return undefined;
      }}
    >
      <p className="text-ink-muted text-sm">
        The files, their pages and their values are deleted permanently, and so are the documents attached to them. The audit trail keeps a
        record of the deletion.
      </p>
    </BulkDialog>
  );
}
