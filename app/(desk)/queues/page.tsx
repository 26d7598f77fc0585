import type { Metadata } from 'next';
import { QueuesScreen } from '#components/queues/queues-screen.tsx';

export const metadata: Metadata = { title: 'Queues' };

export default function Page() {
  return <QueuesScreen />;
}
