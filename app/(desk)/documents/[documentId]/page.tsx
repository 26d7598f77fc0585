import type { Metadata } from 'next';
import { ReviewScreen } from '#components/review/review-screen.tsx';
import { requireDocument } from '../../../require-document.ts';

export const metadata: Metadata = { title: 'Review' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  await requireDocument(documentId);
  return <ReviewScreen documentId={documentId} />;
}
