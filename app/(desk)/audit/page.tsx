import type { Metadata } from 'next';
import { AuditScreen } from '#components/shell/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default function Page() {
  return <AuditScreen />;
}
