import type { Metadata } from 'next';
import { NewSchemaScreen } from '#components/schemas/new-schema-screen.tsx';

export const metadata: Metadata = { title: 'New schema' };

export default function Page() {
  return <NewSchemaScreen />;
}
