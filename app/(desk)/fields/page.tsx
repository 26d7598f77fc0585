import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { CompareFieldScreen } from '#components/compare-field/compare-field-screen.tsx';

export const metadata: Metadata = { title: 'Compare a field' };

export default function Page() {
  return (
    <NuqsAdapter>
      <CompareFieldScreen />
    </NuqsAdapter>
  );
}
