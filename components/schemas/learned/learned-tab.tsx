'use client';

import { useQuery } from '@tanstack/react-query';
import { Download, Eraser, FileInput, GraduationCap, Unplug } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { learnedQuery, useForget } from '#lib/client/team/learned.ts';
import { exportMemoryPath } from '#lib/client/team/memory.ts';
import type { Forget, Learned } from '#lib/contract/desk/learned.ts';
import { ApprovalSettingsLink } from './approval-settings-link.tsx';
import { ForgetDialog, type Forgetting } from './forget-dialog.tsx';
import { ImportMemoryDialog } from './import-memory-dialog.tsx';
import { LearnedPlacePart } from './learned-place-part.tsx';
import { summaryWords } from './learned-words.ts';
import { NothingLearned } from './nothing-learned.tsx';

/** What a schema has learned from approvals, by layout; here it is forgotten, exported and imported, too. */
export function LearnedTab({ schemaId }: { schemaId: string }) {
  const mayImport = useMay('schema_owner');
  const [isImporting, setImporting] = useState(false);
  const close = () => setImporting(false);
  // beside what is shown, which becomes another while the dialog is open
  return (
    <>
      <LearnedParts schemaId={schemaId} onImport={mayImport ? () => setImporting(true) : null} />
      {isImporting ? <ImportMemoryDialog schemaId={schemaId} onClose={close} onShow={close} /> : null}
    </>
  );
}

type LearnedPartsProps = {
  schemaId: string;
  /** Null for people who may only look. */
  onImport: (() => void) | null;
};

function LearnedParts({ schemaId, onImport }: LearnedPartsProps) {
  const learned = useQuery(learnedQuery(schemaId));
  const mayForget = useMay('schema_owner');
  const forget = useForget(schemaId);
  const [forgetting, setForgetting] = useState<Forgetting | null>(null);
  const top = useRef<HTMLDivElement>(null);
  if (learned.isError && !learned.data) {
    return (
      <EmptyState
        icon={<Unplug size={20} aria-hidden />}
        title="What was learned could not be loaded"
        actions={<Button onPress={() => void learned.refetch()}>Try again</Button>}
      >
        {errorMessage(learned.error)}
      </EmptyState>
    );
  }
  if (!learned.data) {
    return (
      <div className="flex justify-center py-14" role="status" aria-label="Loading">
        <Spinner size={20} />
      </div>
    );
  }
  if (learned.data.places.length === 0) {
    return learned.data.learns ? <NothingLearned schemaId={schemaId} onImport={onImport} /> : <NothingWhileOff />;
  }
  const run = (which: Forgetting) =>
    forget.mutate(toForget(which), {
      onSuccess: () => {
        setForgetting(null);
        // what was pressed is gone
        requestAnimationFrame(() => top.current?.focus());
        showToast({ tone: 'ok', title: 'Forgotten', detail: 'Later documents get no proposals from it.' });
      },
      onError: (error) => {
        setForgetting(null);
        showToast({ tone: 'bad', title: 'Not forgotten', detail: errorMessage(error) });
      },
    });
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div ref={top} tabIndex={-1} className="mx-auto flex max-w-240 flex-col gap-4 p-4 outline-none max-md:p-3">
        {learned.data.learns ? null : <LearningOff />}
        <Summary learned={learned.data}>
          {mayForget ? (
            <Actions
              exportPath={learned.data.places.some(({ layouts }) => layouts.length > 0) ? exportMemoryPath(schemaId) : null}
              onImport={learned.data.learns ? onImport : null}
              onForgetAll={() => setForgetting({ scope: 'all' })}
            />
          ) : null}
        </Summary>
        {learned.data.places.map((place) => (
          <LearnedPlacePart
            key={place.deployment.id}
            place={place}
            isOnly={learned.data.places.length === 1}
            onForget={mayForget ? setForgetting : null}
          />
        ))}
      </div>
      {forgetting ? (
        <ForgetDialog
          forgetting={forgetting}
          isPending={forget.isPending}
          onClose={() => setForgetting(null)}
          onConfirm={() => run(forgetting)}
        />
      ) : null}
    </div>
  );
}

function toForget(forgetting: Forgetting): Forget {
  if (forgetting.scope === 'all') return { scope: 'all' };
  const { deploymentId: deployment_id } = forgetting;
  if (forgetting.scope === 'layout') return { scope: 'layout', deployment_id, layout_id: forgetting.layout.id };
  return { scope: 'document', deployment_id, remote_id: forgetting.document.remote_id };
}

function Summary({ learned, children }: { learned: Learned; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p>{summaryWords(learned)}</p>
        {learned.hits_of_newest === null ? null : (
          <p className="text-ink-muted text-xs">Counted over the newest {learned.hits_of_newest} approved documents.</p>
        )}
      </div>
      {children}
    </div>
  );
}

type ActionsProps = {
  /** Null where there is nothing to export. */
  exportPath: string | null;
  /** Null where the schema does not learn. */
  onImport: (() => void) | null;
  onForgetAll: () => void;
};

function Actions({ exportPath, onImport, onForgetAll }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {exportPath ? (
        <LinkButton href={exportPath} download icon={<Download size={14} aria-hidden />}>
          Export memory
        </LinkButton>
      ) : null}
      {onImport ? (
        <Button icon={<FileInput size={14} aria-hidden />} onPress={onImport}>
          Import memory
        </Button>
      ) : null}
      <Button icon={<Eraser size={14} aria-hidden />} onPress={onForgetAll}>
        Forget everything
      </Button>
    </div>
  );
}

function NothingWhileOff() {
  return (
    <EmptyState icon={<GraduationCap size={20} aria-hidden />} title="This schema does not learn from approvals">
      <p className="text-balance">
        <SwitchOn />
      </p>
    </EmptyState>
  );
}

function LearningOff() {
  return (
    <Notice title="This schema does not learn from approvals">
      <SwitchOn />
    </Notice>
  );
}

/** Where learning is switched on; a link for those who may. */
function SwitchOn() {
  const mayChange = useMay('schema_owner');
  if (!mayChange) return 'A schema owner can switch “Learn from approvals” on in the settings.';
  return (
    <>
      Switch “Learn from approvals” on in <ApprovalSettingsLink />.
    </>
  );
}
