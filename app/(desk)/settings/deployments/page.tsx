import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { DeploymentsScreen } from '#components/settings/deployments/deployments-screen.tsx';

export const metadata: Metadata = { title: 'Deployments' };

export default function Page() {
  return (
    <NuqsAdapter>
      <DeploymentsScreen />
    </NuqsAdapter>
  );
}
