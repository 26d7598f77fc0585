'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { apiKeysQuery, useRevokeApiKey } from '#lib/client/team/api-keys.ts';
import type { ApiKey } from '#lib/contract/desk/api-key.ts';
import { SettingsPage } from '../settings-page.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';

/** The keys by which programs call the embedded service's REST interface. */
export function KeysScreen() {
  const keys = useQuery(apiKeysQuery);
  const revoke = useRevokeApiKey();
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  return (
    <SettingsPage
      title="API keys"
      words="Other programs use these keys to call the document service of this desk under /v1."
      actions={
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setCreating(true)}>
          New key
        </Button>
      }
    >
      <LoadingPart query={keys}>
        {({ items }) =>
          items.length > 0 ? (
            <KeysTable keys={items} onRevoke={setAsked} />
          ) : (
            <p className="flex items-center gap-2 text-ink-muted">
              <KeyRound size={14} aria-hidden /> No keys yet.
            </p>
          )
        }
      </LoadingPart>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        title={`Revoke “${asked?.name ?? ''}”?`}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          asked &&
          revoke.mutate(asked.id, {
            onError: (error) => showToast({ tone: 'bad', title: 'Not revoked', detail: errorMessage(error) }),
            onSettled: () => setAsked(null),
          })
        }
        confirmLabel="Revoke"
        isDanger
        isPending={revoke.isPending}
      >
        Programs that use it are refused immediately. This cannot be undone.
      </ConfirmDialog>
    </SettingsPage>
  );
}
