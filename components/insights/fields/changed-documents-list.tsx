'use client';

import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatMoment } from '#components/shared/format.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { changedDocumentsQuery } from '#lib/client/team/insights.ts';
import type { ChangedDocuments, ChangedValue } from '#lib/contract/desk/insights/insights.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { DocumentLine, DocumentLines } from '../tables/document-line.tsx';

type Item = ChangedDocuments['items'][number];

/** Characters of a value that are shown; the tip has all of it. */
const LONGEST = 60;

/** The documents in which people changed a field last, with what was extracted and what was approved; each a link to the field in its review. */
export function ChangedDocumentsList({ schemaId, field, label }: { schemaId: string; field: string; label: string }) {
  const documents = useQuery(changedDocumentsQuery(schemaId, field));
  if (documents.isError && !documents.data) return <p className="text-bad">{errorMessage(documents.error)}</p>;
  if (!documents.data) return <Spinner size={16} label="Loading" />;
  if (documents.data.items.length === 0)
    return <p className="text-ink-muted">There is no approved document to look at in which people changed it.</p>;
  return (
    <DocumentLines label={`Documents in which people changed ${label}`}>
      {documents.data.items.map((item) => (
        <DocumentLine
          key={item.document_id}
          id={item.document_id}
          name={item.name}
          pointer={item.changes[0]?.pointer}
          note={`${changeWords(item)}, ${formatMoment(item.at)}`}
        >
          <Changes item={item} />
        </DocumentLine>
      ))}
    </DocumentLines>
  );
}

/** What was extracted → what was approved. */
function Changes({ item }: { item: Item }) {
  const { changes } = item;
  const left = item.corrected + item.missed + item.invented - changes.length;
  if (changes.length === 0) return null;
  return (
    <p className="break-words text-xs">
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: removed rows have one pointer
        <Fragment key={`${change.pointer} ${at}`}>
          {at > 0 ? <span className="text-ink-faint"> · </span> : null}
          <Change {...change} />
        </Fragment>
      ))}
      {left > 0 ? <span className="text-ink-faint"> · {left.toLocaleString('en')} more</span> : null}
    </p>
  );
}

function Change({ row, type, extracted, approved }: ChangedValue) {
  return (
    <>
      {row === null ? null : <span className="text-ink-faint">row {row.toLocaleString('en')}: </span>}
      <Said type={type} value={extracted} className="text-ink-muted" />
      <span aria-hidden> → </span>
      <span className="sr-only"> was extracted, approved is </span>
      <Said type={type} value={approved} className="font-medium" />
    </>
  );
}

function Said({ type, value, className }: { type: FieldType; value: ChangedValue['approved']; className: string }) {
  const text = formatValue(type, value);
  if (text === '') return <span className="text-ink-faint">nothing</span>;
  if (text.length <= LONGEST) return <bdi className={className}>{text}</bdi>;
  return (
    <bdi className={className} title={text}>
      {text.slice(0, LONGEST).trimEnd()} …
    </bdi>
  );
}

function changeWords({ corrected, missed, invented }: Item): string {
  const parts = [
    [corrected, 'corrected'],
    [missed, 'missed'],
    [invented, 'invented'],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  return said.map(([count, word]) => (count === 1 && said.length === 1 ? word : `${count.toLocaleString('en')} ${word}`)).join(', ');
}
