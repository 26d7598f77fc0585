import type { Metadata } from 'next';
import { SecondLookScreen } from '#components/review/quality-sample/second-look-screen.tsx';

export const metadata: Metadata = { title: 'Quality sample' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  return <SecondLookScreen documentId={documentId} />;
}
