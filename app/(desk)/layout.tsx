import type { ReactNode } from 'react';
import { AppFrame } from '#components/shell/app-frame.tsx';
import { SessionGate } from '#components/shell/session-gate.tsx';
import { requireDocument } from '../require-document.ts';

export default async function DeskLayout({ children }: { children: ReactNode }) {
  await requireDocument();
  return (
    <SessionGate>
      <AppFrame>{children}</AppFrame>
    </SessionGate>
  );
}
