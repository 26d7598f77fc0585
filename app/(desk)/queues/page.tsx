import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { QueuesScreen } from '#components/queues/queues-screen.tsx';

export const metadata: Metadata = { title: 'Queues' };

export default function Page() {
  return (
    <NuqsAdapter>
      <QueuesScreen />
    </NuqsAdapter>
  );
}
