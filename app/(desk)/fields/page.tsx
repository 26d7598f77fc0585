import type { Metadata } from 'next';
import { FieldSheetScreen } from '#components/field-sheet/field-sheet-screen.tsx';

export const metadata: Metadata = { title: 'One field' };

export default function Page() {
  return <FieldSheetScreen />;
}
