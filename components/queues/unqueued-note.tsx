import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Tells whoever may change queues that documents wait in none of them. */
export function UnqueuedNote({ count }: { count: number }) {
  return (
    <Notice
      tone="warn"
      title={
        count === 1 ? '1 document waits for a review in no queue' : `${count.toLocaleString('en')} documents wait for a review in no queue`
      }
      className="m-3"
      actions={
        <LinkButton size="small" href="/documents?queue=none&sort=created_at&order=asc">
          {count === 1 ? 'Show it' : 'Show them'}
        </LinkButton>
      }
    >
      Reviewers get them by “next for me” only when their queues are empty. Widen a queue, or make one for them.
    </Notice>
  );
}
