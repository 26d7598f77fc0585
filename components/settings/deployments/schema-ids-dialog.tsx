'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import { LearnPart } from './learn-part.tsx';
import { SchemaIdsStep } from './schema-ids-step.tsx';

type SchemaIdsDialogProps = {
  deployment: Deployment;
  /** The schema whose id is asked for; null = any. */
  wantedId: string | null;
  onClose: () => void;
};

/** Tells under which ids a deployment knows the desk's schemas, or has the fields of one of its own learned. */
export function SchemaIdsDialog({ deployment, wantedId, onClose }: SchemaIdsDialogProps) {
  return (
    <Dialog
      title={`Schema IDs at “${deployment.name}”`}
      isOpen
      onClose={onClose}
      width="medium"
      footer={
        <Button size="large" variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <SchemaIdsStep deployment={deployment} wantedId={wantedId} />
      <LearnPart deployment={deployment} />
    </Dialog>
  );
}
