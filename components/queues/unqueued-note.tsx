import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Tells whoever may change queues that documents wait in none of them. */
export function UnqueuedNote({ count }: { count: number }) {
  return (
    <Notice
      tone="warn"
      title={count === 1 ? '1 document to review is in no queue' : `${count.toLocaleString('en')} documents to review are in no queue`}
      className="m-3"
      actions={
        <LinkButton size="small" href="/documents?queue=none&sort=created_at&order=asc">
          {count === 1 ? 'Show it' : 'Show them'}
        </LinkButton>
      }
    >
      “Next for me” offers them only when the queues are empty. Change a queue’s filter to include them, or create a queue for them.
    </Notice>
  );
}
