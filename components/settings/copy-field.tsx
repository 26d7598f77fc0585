'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';

export type CopyFieldProps = { label: string; value: string; description?: string };

/** A text to take away, with a button that copies it. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      showToast({ tone: 'bad', title: 'Not copied', detail: 'The browser does not allow it here. Select the text and copy it by hand.' });
    }
  };
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label}
        description={description}
        value={value}
        isReadOnly
        className="flex-1"
        inputClassName="font-mono text-xs"
        onFocus={(event) => (event.target as HTMLInputElement).select()}
      />
      <Button
        size="large"
        icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onPress={copy}
        className={description ? 'mb-5' : undefined}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
