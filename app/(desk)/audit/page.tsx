import type { Metadata } from 'next';
import { AuditScreen } from '#components/audit/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default function Page() {
  return <AuditScreen />;
}
