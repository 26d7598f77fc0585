'use client';

import './globals.css';
import { CrashNote } from '#components/shell/crash-note.tsx';

/** Shown when not even the frame can be drawn; it stands in for the whole page. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Countersign</title>
        <CrashNote onRetry={reset} />
      </body>
    </html>
  );
}
