'use client';

import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { importJsonSchema } from '#lib/client/team/schemas.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';

const EXAMPLE = `{
  "title": "Delivery note",
  "type": "object",
  "properties": {
    "number": { "type": "string" },
    "date": { "type": "string", "format": "date" }
  },
  "required": ["number"]
}`;

/** Makes a draft of a JSON Schema, pasted or from a file. */
export function ImportSchemaDialog({ onClose, onImported }: { onClose: () => void; onImported: (draft: SchemaDraft) => void }) {
  const [text, setText] = useState('');
  const [syntaxError, setSyntaxError] = useState<string | null>(null);
  const bring = useMutation({ mutationFn: importJsonSchema, onSuccess: onImported });
  const run = () => {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      setSyntaxError(`This is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
      return;
    }
    bring.mutate(json);
  };
  const readFile = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file) return;
    setSyntaxError(null);
    setText(await file.text());
  };
  const wrong = Object.entries(fieldErrors(bring.error));
  return (
    <Dialog
      title="Import a JSON Schema"
      isOpen
      onClose={onClose}
      width="medium"
      footer={
        <>
          <FileTrigger
            acceptedFileTypes={['.json', 'application/json', 'application/schema+json']}
            onSelect={(files) => void readFile(files)}
          >
            <Button size="large" icon={<FileUp size={14} aria-hidden />} className="mr-auto">
              Choose a file
            </Button>
          </FileTrigger>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" isDisabled={!text.trim()} isPending={bring.isPending} onPress={run}>
            Open in the editor
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {bring.isError ? (
          <Notice tone="bad" title={errorMessage(bring.error)}>
            {wrong.slice(0, 5).map(([pointer, message]) => (
              <p key={pointer}>
                <code className="font-mono text-xs">{pointer}</code> {message}
              </p>
            ))}
          </Notice>
        ) : null}
        <TextField
          label="JSON Schema"
          description="It opens in the editor first; nothing is saved yet."
          placeholder={EXAMPLE}
          rows={14}
          value={text}
          onChange={(value) => {
            setText(value);
            setSyntaxError(null);
          }}
          error={syntaxError ?? undefined}
          inputClassName="font-mono text-xs"
          autoFocus
        />
      </div>
    </Dialog>
  );
}
