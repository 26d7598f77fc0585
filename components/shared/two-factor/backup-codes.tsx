'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';

/** Codes for the day the phone is gone, to write down or copy. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => showToast({ tone: 'bad', title: 'Not copied', detail: 'The browser does not allow it here. Write the codes down.' }),
    );
  return (
    <div>
      <p className="mb-2 text-ink-muted">
        Store these backup codes with your passwords. Each can be used once to sign in without your phone. They are not shown again.
      </p>
      <ul aria-label="Backup codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border bg-canvas p-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="mt-2" onPress={copy} icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}>
        {isCopied ? 'Copied' : 'Copy all'}
      </Button>
    </div>
  );
}
