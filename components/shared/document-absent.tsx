import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { LostNote } from './lost-note.tsx';

/** What stands in place of a document's screen while it is fetched, or when it cannot be. */
export function DocumentAbsent({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) {
    return (
      <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the document">
        <Spinner size={22} />
      </div>
    );
  }
  if (error instanceof ProblemError && error.code === 'not_found') {
    return <LostNote title="There is no such document">The address may be mistyped, or the document was deleted.</LostNote>;
  }
  return (
    <div className="mx-auto max-w-120 p-8">
      <Notice
        tone="bad"
        title="The document could not be loaded"
        actions={
          <>
            <Button size="small" onPress={onRetry}>
              Try again
            </Button>
            <LinkButton size="small" href="/documents">
              All documents
            </LinkButton>
          </>
        }
      >
        {errorMessage(error)}
      </Notice>
    </div>
  );
}
