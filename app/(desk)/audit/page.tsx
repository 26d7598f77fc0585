import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { AuditScreen } from '#components/audit/audit-screen.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default function Page() {
  return (
    <NuqsAdapter>
      <AuditScreen />
    </NuqsAdapter>
  );
}
