import type { Metadata } from 'next';
import { SchemaScreen } from '#components/schemas/schema-screen.tsx';

export const metadata: Metadata = { title: 'Schema' };

export default async function Page({ params }: { params: Promise<{ schemaId: string }> }) {
  const { schemaId } = await params;
  return <SchemaScreen key={schemaId} schemaId={decodeURIComponent(schemaId)} />;
}
