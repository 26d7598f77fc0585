import type { Metadata } from 'next';
import { RetentionScreen } from '#components/settings/retention/retention-screen.tsx';

export const metadata: Metadata = { title: 'Retention' };

export default function Page() {
  return <RetentionScreen />;
}
