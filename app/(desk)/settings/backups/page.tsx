import type { Metadata } from 'next';
import { BackupsScreen } from '#components/settings/backups/backups-screen.tsx';

export const metadata: Metadata = { title: 'Backups' };

export default function Page() {
  return <BackupsScreen />;
}
