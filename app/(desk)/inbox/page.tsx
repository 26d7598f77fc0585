import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { InboxScreen } from '#components/inbox/inbox-screen.tsx';

export const metadata: Metadata = { title: 'Inbox' };

export default function Page() {
  return (
    <NuqsAdapter>
      <InboxScreen />
    </NuqsAdapter>
  );
}
