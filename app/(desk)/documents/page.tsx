import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { DocumentsScreen } from '#components/documents/documents-screen.tsx';

export const metadata: Metadata = { title: 'Documents' };

export default function Page() {
  return (
    <NuqsAdapter>
      <DocumentsScreen />
    </NuqsAdapter>
  );
}
