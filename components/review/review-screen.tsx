'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { documentQuery } from '#lib/client/document.ts';
import { errorMessage } from '#lib/client/error-message.ts';
import { sessionQuery } from '#lib/client/session.ts';
import { useJump } from './jump.ts';
import { ReviewDesk } from './review-desk.tsx';

/** One document, its pages beside its fields: what a person sees and may change. */
export function ReviewScreen({ documentId: opened }: { documentId: string }) {
  const pathname = usePathname();
  const jumped = useJump(pathname);
  const documentId = jumped ?? /^\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1] ?? opened;
  const session = useQuery(sessionQuery);
  const query = useQuery(documentQuery(documentId));
  if (query.error) {
    return (
      <div className="mx-auto max-w-120 p-8">
        <Notice
          tone="bad"
          title="The document cannot be shown"
          actions={
            <>
              <Button size="small" onPress={() => void query.refetch()}>
                Try again
              </Button>
              <LinkButton size="small" href="/documents">
                All documents
              </LinkButton>
            </>
          }
        >
          {errorMessage(query.error)}
        </Notice>
      </div>
    );
  }
  if (!query.data || !session.data?.user) {
    return (
      <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the document">
        <Spinner size={22} />
      </div>
    );
  }
  return <ReviewDesk key={documentId} detail={query.data} user={session.data.user} />;
}
