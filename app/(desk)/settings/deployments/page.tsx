import type { Metadata } from 'next';
import { DeploymentsScreen } from '#components/settings/deployments/deployments-screen.tsx';

export const metadata: Metadata = { title: 'Deployments' };

export default function Page() {
  return <DeploymentsScreen />;
}
