'use client';

import { useQuery } from '@tanstack/react-query';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { countedDocumentsQuery } from '#lib/client/team/insights.ts';
import type { CountedDocuments, CountedDocumentsQuery } from '#lib/contract/desk/insights/insights.ts';
import { DocumentLine, DocumentLines } from './document-line.tsx';

type Item = CountedDocuments['items'][number];

/** The documents approved last of those that a figure counts; each a link to its review. @param label what they are */
export function CountedDocumentsList({ query, label }: { query: CountedDocumentsQuery; label: string }) {
  const documents = useQuery(countedDocumentsQuery(query));
  if (documents.isError && !documents.data) return <p className="text-bad">{errorMessage(documents.error)}</p>;
  if (!documents.data) return <Spinner size={16} label="Loading" />;
  const { items, looked_at } = documents.data;
  return (
    <>
      {items.length > 0 ? (
        <DocumentLines label={label}>
          {items.map((item) => (
            <DocumentLine
              key={item.document_id}
              id={item.document_id}
              name={item.name}
              pointer={item.fields[0]?.pointer}
              note={formatMoment(item.at)}
            >
              <p className="break-words text-ink-muted text-xs">{countedWords(item)}</p>
            </DocumentLine>
          ))}
        </DocumentLines>
      ) : (
        <p className="text-ink-muted">There is no approved document to look at.</p>
      )}
      {looked_at === null ? null : (
        <p className="pt-1.5 text-ink-faint text-xs">Of this time, the {countOf(looked_at, 'document')} approved last were looked at.</p>
      )}
    </>
  );
}

/** `Due date: needless; Total, changed`: which values of it are counted. */
function countedWords({ fields, taken_for }: Item): string {
  if (taken_for !== null) return `taken for ${taken_for || 'a removed schema'}`;
  return fields
    .map(({ label, flagged, needless }) => {
      const of = flagged === 1 ? '' : `${flagged.toLocaleString('en')} values, `;
      if (needless === 0) return `${label}: ${of}changed`;
      return `${label}: ${of}${needless === flagged ? 'needless' : `${needless.toLocaleString('en')} needless`}`;
    })
    .join(' · ');
}
