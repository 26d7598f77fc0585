import type { Metadata } from 'next';
import { SplittingScreen } from '#components/splitting/splitting-screen.tsx';
import { requireDocument } from '../../../../require-document.ts';

export const metadata: Metadata = { title: 'Split' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  await requireDocument(documentId);
  return <SplittingScreen documentId={documentId} />;
}
