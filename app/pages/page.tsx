import type { Metadata } from 'next';
import { PagesScreen } from '#components/review/pages/pages-screen.tsx';
import { SessionGate } from '#components/shell/session-gate.tsx';

export const metadata: Metadata = { title: 'Pages' };

export default async function Page({ searchParams }: { searchParams: Promise<{ pair?: string | string[] }> }) {
  const { pair } = await searchParams;
  return (
    <SessionGate>
      <PagesScreen pair={typeof pair === 'string' ? pair : ''} />
    </SessionGate>
  );
}
