'use client';

import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { ComboBox } from '#components/ui/inputs/combo-box.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { requestClassification } from '#lib/client/documents/classification.ts';
import { startExtraction } from '#lib/client/documents/document.ts';
import { useForEachDocument } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';

/** Chooses a schema for documents and extracts them with it. */
export function ChooseSchemaDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const schemas = useQuery(schemasQuery);
  const [schemaId, setSchemaId] = useState<string | null>(null);
  const extract = useForEachDocument((id) => startExtraction(id, schemaId!));
  const recognise = useForEachDocument(requestClassification);
  const recogniseAll = () =>
    recognise.mutate(ids, {
      onSuccess: ({ done, failed }) => {
        wakeDocumentChanges();
        if (failed.length) {
          showToast({
            tone: 'bad',
            title: `${countOf(failed.length, 'document')} left unchanged`,
            detail: errorMessage(failed[0]?.error),
          });
        } else showToast({ tone: 'ok', title: `Detecting the kind of ${countOf(done.length, 'document')}` });
        onDone();
      },
    });
  const run = () =>
    extract.mutate(ids, {
      onSuccess: ({ done, failed }) => {
        wakeDocumentChanges();
        if (failed.length) {
          showToast({ tone: 'bad', title: `${countOf(failed.length, 'document')} not extracted`, detail: errorMessage(failed[0]?.error) });
        } else showToast({ tone: 'ok', title: `Extracting ${countOf(done.length, 'document')}` });
        onDone();
      },
    });
  return (
    <Dialog
      title="Choose a schema"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button
            size="large"
            icon={<ScanSearch size={14} aria-hidden />}
            isPending={recognise.isPending}
            onPress={recogniseAll}
            className="mr-auto"
          >
            {' '}
            Detect kind{' '}
          </Button>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" isDisabled={!schemaId} isPending={extract.isPending} onPress={run}>
            Extract {countOf(ids.length, 'document')}
          </Button>
        </>
      }
    >
      <ComboBox
        label="Schema"
        description="Confirmed and corrected values are kept where the schema has the same field. Detect kind applies to documents without a schema."
        options={(schemas.data ?? []).map(({ id, name, description }) => ({ id, label: name, description }))}
        value={schemaId}
        onChange={setSchemaId}
        menuTrigger="focus"
        autoFocus
      />
    </Dialog>
  );
}
