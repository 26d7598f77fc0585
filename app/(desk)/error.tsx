'use client';

import { CrashNote } from '#components/shell/crash-note.tsx';

/** Shown inside the frame when a screen cannot be drawn. */
export default function DeskError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <CrashNote onRetry={reset} />;
}
