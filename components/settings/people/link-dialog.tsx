'use client';

import { formatMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import type { MadeLink } from '#lib/contract/desk/people.ts';
import { CopyField } from '../copy-field.tsx';

export type LinkDialogProps = { title: string; words: string; link: MadeLink | null; onClose: () => void };

/** Shows a one-time link, the only time that it can be seen. */
export function LinkDialog({ title, words, link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={link !== null}
      onClose={onClose}
      isDismissable={false}
      footer={
        <Button size="large" variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <p className="mb-3 text-ink-muted">{words}</p>
      {link ? (
        <CopyField label="Link" value={link.url} description={`Valid until ${formatMoment(link.expires_at)}. It is not shown again.`} />
      ) : null}
    </Dialog>
  );
}
