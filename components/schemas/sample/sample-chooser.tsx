'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FrontPage } from '#components/shared/documents/front-page.tsx';
import { SearchField } from '#components/ui/inputs/search-field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import { useSettled } from './use-settled.ts';

const [OWN, ALL] = [12, 24] as const;
const SETTLED_MS = 250;

/** The documents to choose a sample from: those of the schema first, then the newest; any of them by searching. */
export function SampleChooser({ schemaId, onChoose }: { schemaId: string | null; onChoose: (document: DeskDocument) => void }) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), SETTLED_MS);
  const own = useQuery({ ...documentsQuery({ schema_id: schemaId ?? '', page_size: OWN }), enabled: schemaId !== null && q === '' });
  const all = useQuery(documentsQuery({ ...(q === '' ? {} : { q }), page_size: ALL }));
  const found = [...(q === '' ? (own.data?.items ?? []) : []), ...(all.data?.items ?? [])];
  const documents = useDeferredValue([...new Map(found.map((document) => [document.id, document])).values()].filter(isReadable));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-3">
      <p className="text-ink-muted">
        Choose a document. While you edit, the fields show what they find in it, and you add fields by marking values on its pages.
      </p>
      <SearchField aria-label="Search documents" placeholder="Search documents" value={typed} onChange={setTyped} />
      {all.isPending ? (
        <div className="flex justify-center py-8" role="status" aria-label="Loading">
          <Spinner size={18} />
        </div>
      ) : all.isError ? (
        <p className="text-bad">{errorMessage(all.error)}</p>
      ) : documents.length === 0 ? (
        <p className="text-ink-muted">{q === '' ? 'No document has been read yet. Add one under Documents.' : 'No document matches.'}</p>
      ) : (
        <ul aria-label="Documents" className="-mx-1 grid min-h-0 grid-cols-2 gap-1 overflow-auto px-1 max-sm:grid-cols-1">
          {documents.map((document) => (
            <li key={document.id}>
              <button
                type="button"
                onClick={() => onChoose(document)}
                className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-hover"
              >
                <FrontPage documentId={hasPictures(document.media_type) ? document.id : null} className="h-14 w-10" />
                <span className="min-w-0">
                  <bdi className="line-clamp-2 break-words">{document.name}</bdi>
                  <span className="block truncate text-ink-muted text-xs">{document.schema_name ?? 'No schema'}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const isReadable = ({ pages_read, splitting }: DeskDocument) => pages_read > 0 && splitting?.state !== 'split';
