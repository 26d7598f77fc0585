'use client';

import { Button } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';

/** What a person reads when a screen broke, and the ways out. */
export function CrashNote({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="m-auto flex max-w-120 flex-col items-start gap-3 p-8">
      <h1 className="font-semibold text-lg">This screen could not be displayed</h1>
      <p className="text-ink-muted">
        Something went wrong. Saved work is safe, and changes not yet sent are stored in this browser and sent when you open the document
        again.
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onPress={onRetry}>
          Try again
        </Button>
        {/* A full load: whatever broke is not carried along. */}
        <a href="/documents" className={buttonStyle('secondary', 'medium')}>
          Go to documents
        </a>
      </div>
    </div>
  );
}
