'use client';

import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { saveBlob } from '#components/shared/save-blob.ts';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { exportJsonSchema, schemaKeys } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';

/** Saves a text as a file of that name. */
export function downloadText(text: string, name: string): void {
  saveBlob(name, new Blob([text], { type: 'application/schema+json' }));
}

/** The saved schema as JSON Schema, to copy or download. */
export function JsonSchemaPanel({ schema }: { schema: Schema }) {
  const json = useQuery({
    queryKey: [...schemaKeys.one(schema.id, schema.version), 'json-schema'],
    queryFn: () => exportJsonSchema(schema.id),
  });
  if (json.isError) {
    return (
      <Notice tone="bad" className="m-4" actions={<Button onPress={() => json.refetch()}>Try again</Button>}>
        {errorMessage(json.error)}
      </Notice>
    );
  }
  if (json.isPending) {
    return (
      <div className="p-4">
        <Spinner label="Loading JSON Schema" />
      </div>
    );
  }
  const text = JSON.stringify(json.data, null, 2);
  const copy = async () => {
    try {
      // There is no clipboard on plain http addresses of a local network.
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'ok', title: 'JSON Schema copied' });
    } catch {
      showToast({ tone: 'bad', title: 'Not copied', detail: 'The browser did not allow it. Download the file instead.' });
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-ink-muted">Version {schema.version} as JSON Schema 2020-12. Unsaved changes are not in it.</p>
        <Button icon={<Copy size={14} aria-hidden />} onPress={() => void copy()}>
          Copy
        </Button>
        <Button icon={<Download size={14} aria-hidden />} onPress={() => downloadText(text, `${schema.name}.schema.json`)}>
          Download
        </Button>
      </div>
      <textarea
        readOnly
        spellCheck={false}
        aria-label="JSON Schema"
        value={text}
        className="min-h-0 flex-1 resize-none rounded-md border bg-surface p-3 font-mono text-xs"
      />
    </div>
  );
}
