import type { Metadata } from 'next';
import { ReviewScreen } from '#components/review/desk/review-screen.tsx';

export const metadata: Metadata = { title: 'Review' };

export default async function Page({ params }: { params: Promise<{ documentId: string }> }) {
  const { documentId } = await params;
  return <ReviewScreen documentId={documentId} />;
}
