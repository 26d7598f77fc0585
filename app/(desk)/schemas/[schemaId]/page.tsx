import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { SchemaScreen } from '#components/schemas/schema-screen.tsx';

export const metadata: Metadata = { title: 'Schema' };

export default async function Page({ params }: { params: Promise<{ schemaId: string }> }) {
  const { schemaId } = await params;
  return (
    <NuqsAdapter>
      <SchemaScreen key={schemaId} schemaId={decodeURIComponent(schemaId)} />
    </NuqsAdapter>
  );
}
