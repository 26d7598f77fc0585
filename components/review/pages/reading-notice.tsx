'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Says what could not be read of the file: one thing as it is, several as one line that opens. */
export function ReadingNotice({ warnings }: { warnings: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (warnings.length === 0) return null;
  if (warnings.length === 1) return <Notice className="m-2">{warnings[0]}</Notice>;
  return (
    <Notice
      className="m-2"
      title={`${warnings.length} parts of this file could not be read`}
      actions={
        <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide them' : 'Show them'}
        </Button>
      }
    >
      {isOpen ? (
        <ul className="max-h-40 list-disc overflow-y-auto pl-4">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
