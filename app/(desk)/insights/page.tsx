import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { InsightsScreen } from '#components/insights/insights-screen.tsx';

export const metadata: Metadata = { title: 'Insights' };

export default function Page() {
  return (
    <NuqsAdapter>
      <InsightsScreen />
    </NuqsAdapter>
  );
}
