import type { Metadata } from 'next';
import { SplittingScreen } from '#components/splitting/splitting-screen.tsx';

export const metadata: Metadata = { title: 'Split' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  return <SplittingScreen documentId={documentId} />;
}
