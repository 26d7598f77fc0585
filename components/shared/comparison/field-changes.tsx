'use client';

import { CircleMinus, CirclePlus, Sparkle } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { PlaceCrop } from '#components/shared/documents/place-crop.tsx';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import type { PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import type { DocumentChange } from './sum-comparisons.ts';

export type PreviewedDocuments = ReadonlyMap<string, PreviewDocuments['documents'][number]>;

/** Changes that are shown at first. */
const FIRST = 12;
const KINDS = {
  gain: { word: 'Gained', icon: CirclePlus, tone: 'text-ok' },
  loss: { word: 'Lost', icon: CircleMinus, tone: 'text-bad' },
  new: { word: 'New', icon: Sparkle, tone: 'text-info' },
} as const;

/** What stands before the value of the one and of the other. */
export type Terms = readonly [before: string, after: string];

type FieldChangesProps = {
  label: string;
  type: FieldType;
  changes: readonly DocumentChange[];
  documents: PreviewedDocuments;
  terms: Terms;
};

/** The values of a field that differ, each with its place on the page. */
export function FieldChanges({ label, type, changes, documents, terms }: FieldChangesProps) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? changes : changes.slice(0, FIRST);
  return (
    <>
      <ul aria-label={`Changes of ${label}`} className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        {shown.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be of one row
          <li key={`${change.documentId} ${at}`} className="flex min-w-0 flex-col gap-1.5 rounded-md border bg-surface p-3">
            <ChangeItem change={change} type={type} document={documents.get(change.documentId)} terms={terms} />
          </li>
        ))}
      </ul>
      {changes.length > FIRST ? (
        <p className="pt-3">
          <Button size="small" onPress={() => setAll(!isAll)}>
            {isAll ? `Only the first ${FIRST}` : `All ${countOf(changes.length, 'change')}`}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type ChangeItemProps = {
  change: DocumentChange;
  type: FieldType;
  document: PreviewDocuments['documents'][number] | undefined;
  terms: Terms;
};

function ChangeItem({ change, type, document, terms }: ChangeItemProps) {
  const { kind, row, approved, before, after, documentId } = change;
  const { word, icon: Icon, tone } = KINDS[kind];
  // of a loss the right value stands where it was found before
  const seen = kind === 'loss' && before.place ? before : after.place ? after : before;
  return (
    <>
      <p className="flex min-w-0 items-center gap-2 text-xs">
        <span className={`flex shrink-0 items-center gap-1 font-medium ${tone}`}>
          <Icon size={13} aria-hidden />
          {word}
        </span>
        <Link
          href={`/documents/${encodeURIComponent(documentId)}`}
          prefetch={false}
          className="min-w-0 truncate rounded-sm text-ink-muted hover:underline"
        >
          <bdi>{document?.name ?? 'Document'}</bdi>
          {row === null ? '' : `, row ${row}`}
        </Link>
      </p>
      {seen.place && hasPictures(document?.media_type ?? null) ? (
        <p>
          <PlaceCrop documentId={documentId} page={seen.place.page} box={seen.place.box} text={formatValue(type, seen.value)} />
        </p>
      ) : null}
      <dl className="grid grid-cols-[fit-content(50%)_1fr] gap-x-3 gap-y-0.5 text-sm">
        {kind === 'new' ? null : (
          <>
            <Said term="Approved" text={formatValue(type, approved)} />
            <Said term={terms[0]} text={formatValue(type, before.value)} />
          </>
        )}
        <Said term={kind === 'new' ? 'Found' : terms[1]} text={formatValue(type, after.value)} />
      </dl>
    </>
  );
}

function Said({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="min-w-0 break-words text-ink-muted">{term}</dt>
      <dd className="min-w-0 break-words">{text === '' ? <span className="text-ink-faint">nothing</span> : <bdi>{text}</bdi>}</dd>
    </>
  );
}
