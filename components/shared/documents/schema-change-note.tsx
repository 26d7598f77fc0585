'use client';

import { useQuery } from '@tanstack/react-query';
import { schemaChangeQuery } from '#lib/client/documents/classification.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { SchemaChange } from '#lib/contract/service/classification.ts';

type SchemaChangeNoteProps = { document: Pick<DeskDocument, 'id' | 'revision'>; schemaId: string };

/** Says before a schema is changed what becomes of people's work. */
export function SchemaChangeNote({ document, schemaId }: SchemaChangeNoteProps) {
  const change = useQuery(schemaChangeQuery(document.id, schemaId, document.revision));
  if (change.isError)
    return (
      <p role="alert" className="text-bad text-sm">
        {errorMessage(change.error)}
      </p>
    );
  if (!change.data) return <p className="text-ink-faint text-sm">Checking which values can be kept …</p>;
  return <ChangeWords change={change.data} />;
}

function ChangeWords({ change: { kept, left, restored } }: { change: SchemaChange }) {
  if (kept.length + left.length + restored.length === 0) {
    return <p className="text-ink-muted text-sm">No values have been confirmed or corrected yet, so nothing is lost.</p>;
  }
  return (
    <dl aria-label="What happens to your work" className="divide-y rounded-md border text-sm">
      <Part title="Kept" entries={kept.map(({ name, label, value }) => ({ name, label, value }))} />
      <Part
        title="Set aside"
        note="Restored if you choose a schema that has the field."
        entries={left.map(({ name, label, value, why }) => {
          return { name, label, value, ...(why === 'other_type' ? { note: 'the field has another type' } : {}) };
        })}
      />
      <Part title="Restored" entries={restored} />
    </dl>
  );
}

type Entry = { name: string; label: string; value?: string; note?: string };

function Part({ title, note, entries }: { title: string; note?: string; entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <div className="px-3 py-2">
      <dt className="font-medium text-xs">
        {title}
        {note ? <span className="ml-1.5 font-normal text-ink-muted">{note}</span> : null}
      </dt>
      {entries.map(({ name, label, value, note: why }) => (
        <dd key={name} className="flex gap-3">
          <span className="min-w-0 shrink-0 text-ink-muted">{label}</span>
          <span className="min-w-0 truncate">
            {value}
            {why ? <span className="text-ink-faint"> ({why})</span> : null}
          </span>
        </dd>
      ))}
    </div>
  );
}
