import type { ReactNode } from 'react';
import { AppFrame } from '#components/shell/app-frame.tsx';
import { SessionGate } from '#components/shell/session-gate.tsx';

export default function DeskLayout({ children }: { children: ReactNode }) {
  return (
    <SessionGate>
      <AppFrame>{children}</AppFrame>
    </SessionGate>
  );
}
