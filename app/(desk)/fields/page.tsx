import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { FieldSheetScreen } from '#components/field-sheet/field-sheet-screen.tsx';

export const metadata: Metadata = { title: 'Compare a field' };

export default function Page() {
  return (
    <NuqsAdapter>
      <FieldSheetScreen />
    </NuqsAdapter>
  );
}
