'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { schemaSettingsQuery } from '#lib/client/schema-settings.ts';
import type { SchemaSettings } from '#lib/contract/schema-settings.ts';
import { countOf } from '../../documents/format.ts';
import { useMay } from '../../shell/current-user.ts';
import { SettingsPage } from '../settings-page.tsx';
import { RetentionDialog } from './retention-dialog.tsx';

/** How long approved documents of each schema are kept. */
export function RetentionScreen() {
  const settings = useQuery(schemaSettingsQuery);
  const [edited, setEdited] = useState<SchemaSettings | null>(null);
  const mayChange = useMay('admin');
  return (
    <SettingsPage
      title="Retention"
      words="After so many days from their approval, documents are removed with all that was made of them. The audit trail keeps that it happened. Documents that are not approved are never removed."
    >
      {settings.isError ? (
        <Notice tone="bad" actions={<Button onPress={() => void settings.refetch()}>Try again</Button>}>
          {errorMessage(settings.error)}
        </Notice>
      ) : !settings.data ? (
        <Spinner size={18} label="Loading" />
      ) : settings.data.length === 0 ? (
        <EmptyState title="There is no schema yet">Retention belongs to schemas. Make one first.</EmptyState>
      ) : (
        <Table label="Retention by schema">
          <thead>
            <tr>
              <HeadCell>Schema</HeadCell>
              <HeadCell>Kept after approval</HeadCell>
              <HeadCell>
                <span className="sr-only">Change</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {settings.data.map((one) => (
              <tr key={one.schema_id}>
                <BodyCell className="font-medium">{one.schema_name}</BodyCell>
                <BodyCell>
                  {one.retention_days === null ? <span className="text-ink-muted">For good</span> : countOf(one.retention_days, 'day')}
                </BodyCell>
                <BodyCell className="w-0 whitespace-nowrap">
                  {mayChange ? (
                    <Button
                      size="small"
                      icon={<Pencil size={13} aria-hidden />}
                      aria-label={`Change ${one.schema_name}`}
                      onPress={() => setEdited(one)}
                    >
                      Change
                    </Button>
                  ) : null}
                </BodyCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {edited ? <RetentionDialog settings={edited} onClose={() => setEdited(null)} /> : null}
    </SettingsPage>
  );
}
