import type { Metadata } from 'next';
import { DocumentsScreen } from '#components/documents/documents-screen.tsx';

export const metadata: Metadata = { title: 'Documents' };

export default function Page() {
  return <DocumentsScreen />;
}
