'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components/Link';
import { formatMoment } from '#components/shared/format.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { changedDocumentsQuery } from '#lib/client/team/insights.ts';
import type { ChangedDocuments } from '#lib/contract/desk/insights/insights.ts';

/** The documents in which people changed a field last, each a link to its review. */
export function ChangedDocumentsList({ schemaId, field, label }: { schemaId: string; field: string; label: string }) {
  const documents = useQuery(changedDocumentsQuery(schemaId, field));
  if (documents.isError && !documents.data) return <p className="text-bad">{errorMessage(documents.error)}</p>;
  if (!documents.data) return <Spinner size={16} label="Loading" />;
  if (documents.data.items.length === 0) return <p className="text-ink-muted">No approved document is left in which people changed it.</p>;
  return (
    <ul aria-label={`Documents in which people changed ${label}`} className="grid grid-cols-2 gap-x-6 max-md:grid-cols-1">
      {documents.data.items.map((item) => (
        <li key={item.document_id} className="flex min-w-0 items-baseline gap-2 py-0.5">
          <Link href={`/documents/${item.document_id}`} className="min-w-0 truncate rounded-sm text-accent data-hovered:underline">
            {item.name}
          </Link>
          <span className="shrink-0 text-ink-muted text-xs">
            {changeWords(item)}, {formatMoment(item.at)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function changeWords({ corrected, missed, invented }: ChangedDocuments['items'][number]): string {
  const parts = [
    [corrected, 'corrected'],
    [missed, 'missed'],
    [invented, 'invented'],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  return said.map(([count, word]) => (count === 1 && said.length === 1 ? word : `${count.toLocaleString('en')} ${word}`)).join(', ');
}
