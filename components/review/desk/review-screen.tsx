'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { DocumentAbsent } from '#components/shared/document-absent.tsx';
import { WithheldDocument } from '#components/shared/documents/withheld-document.tsx';
import { documentQuery } from '#lib/client/documents/document.ts';
import { sessionQuery } from '#lib/client/team/session.ts';
import { useNavigatedDocument } from '../session/navigate-document.ts';
import { ReviewDesk } from './review-desk.tsx';

/** One document, its pages beside its fields: what a person sees and may change. */
export function ReviewScreen({ documentId: opened }: { documentId: string }) {
  const pathname = usePathname();
  const navigated = useNavigatedDocument(pathname);
  const documentId = navigated ?? /^\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1] ?? opened;
  const session = useQuery(sessionQuery);
  const query = useQuery(documentQuery(documentId));
  if (query.error || !query.data || !session.data?.user) return <DocumentAbsent error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.withheld) return <WithheldDocument documentId={documentId} />;
  return <ReviewDesk key={documentId} detail={query.data} user={session.data.user} />;
}
