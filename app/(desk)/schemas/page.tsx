import type { Metadata } from 'next';
import { SchemasScreen } from '#components/schemas/schemas-screen.tsx';

export const metadata: Metadata = { title: 'Schemas' };

export default function Page() {
  return <SchemasScreen />;
}
