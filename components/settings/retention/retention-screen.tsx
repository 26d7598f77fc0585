'use client';

import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';
import { SchemaSettingsTable } from '../schema-settings-table.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { RetentionDialog } from './retention-dialog.tsx';

/** How long approved documents of each schema are kept. */
export function RetentionScreen() {
  const [edited, setEdited] = useState<SchemaSettings | null>(null);
  const mayChange = useMay('admin');
  return (
    <SettingsPage
      title="Retention"
      words="Documents are deleted with all their data this many days after approval. The audit trail keeps a record of the deletion. Documents that are not approved are never deleted."
    >
      <SchemaSettingsTable
        label="Retention by schema"
        columns={[
          {
            head: 'Kept after approval',
            cell: ({ retention_days: days }) =>
              days === null ? <span className="text-ink-muted">Permanently</span> : countOf(days, 'day'),
          },
        ]}
        whenEmpty="Retention is set per schema. Create a schema first."
        onEdit={mayChange ? setEdited : null}
      />
      {edited ? <RetentionDialog settings={edited} onClose={() => setEdited(null)} /> : null}
    </SettingsPage>
  );
}
