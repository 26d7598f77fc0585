import { Inbox } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** Says what comes here, to somebody to whom nothing came yet. */
export function InboxEmpty() {
  return (
    <EmptyState icon={<Inbox size={20} aria-hidden />} title="Nothing waits for you">
      You are told here when somebody assigns you a document or names you with <span className="font-medium text-ink">@</span> in a comment,
      when somebody answers you, when your second approval is wanted, when your document is overdue, and when one cannot go on without you.
    </EmptyState>
  );
}
