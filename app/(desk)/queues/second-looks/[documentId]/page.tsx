import type { Metadata } from 'next';
import { QualitySampleScreen } from '#components/review/quality-sample/quality-sample-screen.tsx';

export const metadata: Metadata = { title: 'Quality sample' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  return <QualitySampleScreen documentId={documentId} />;
}
