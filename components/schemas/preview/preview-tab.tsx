'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FlaskConical, Play, Square, Unplug } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { previewDocumentsQuery } from '#lib/client/team/schema-preview.ts';
import { COMPARED, MOST_COMPARED, type PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { ComparisonResult } from './comparison-result.tsx';
import type { ComparedDeployment, DraftComparison } from './use-draft-comparison.ts';

/** How many documents can be chosen. */
const CHOICES = [10, COMPARED, MOST_COMPARED] as const;

type PreviewTabProps = {
  schemaId: string;
  /** The saved version. */
  version: number;
  /** What is in the editor now. */
  draft: SchemaDraft;
  /** It differs from the saved version. */
  isDirty: boolean;
  /** What keeps the draft from being used; null = nothing. */
  fault: string | null;
  comparison: DraftComparison;
};

/** What the draft changes on documents that people approved, before it is saved. */
export function PreviewTab(props: PreviewTabProps) {
  const { schemaId } = props;
  const [atId, setAtId] = useState<string | null>(props.comparison.state?.at?.id ?? null);
  const found = useQuery({ ...previewDocumentsQuery(schemaId, MOST_COMPARED, atId), placeholderData: keepPreviousData });
  if (found.isError && !found.data) {
    return (
      <EmptyState
        icon={<Unplug size={20} aria-hidden />}
        title="The approved documents could not be loaded"
        actions={<Button onPress={() => void found.refetch()}>Try again</Button>}
      >
        {errorMessage(found.error)}
      </EmptyState>
    );
  }
  if (!found.data) {
    return (
      <div className="flex justify-center py-14" role="status" aria-label="Loading">
        <Spinner size={20} />
      </div>
    );
  }
  const { documents, elsewhere, deployments } = found.data;
  // retired or removed meanwhile
  if (atId !== null && !found.isPlaceholderData && !deployments.some(({ id }) => id === atId)) setAtId(null);
  if (documents.length === 0 && deployments.length === 0) return <NothingApproved schemaId={schemaId} elsewhere={elsewhere} />;
  return <Preview {...props} found={found.data} isLoading={found.isPlaceholderData} atId={atId} onChooseAt={setAtId} />;
}

const OWN = 'own';

type PreviewProps = PreviewTabProps & {
  found: PreviewDocuments;
  /** `found` is still that of the choice before. */
  isLoading: boolean;
  /** The deployment that is compared; null = versions of the schema are. */
  atId: string | null;
  onChooseAt: (id: string | null) => void;
};

function Preview({ version, draft, isDirty, fault, comparison, found, isLoading, atId, onChooseAt }: PreviewProps) {
  const { documents, deployments } = found;
  const at = deployments.find(({ id }) => id === atId) ?? null;
  const [count, setCount] = useState<number>(COMPARED);
  const { state, start, stop } = comparison;
  const isRunning = state?.isRunning ?? false;
  const chosen = documents.slice(0, count);
  const isStale = state !== null && !state.isRunning && (state.draftText !== JSON.stringify(draft) || state.version !== version);
  const isAgain = state !== null && state.at?.id === at?.id;
  const choices = CHOICES.filter((_, at, all) => at === 0 || documents.length > all[at - 1]!);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-240 flex-col gap-4 p-4 max-md:p-3">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className={deployments.length > 0 ? 'w-full' : 'min-w-60 flex-1'}>
            <Introduction at={at} isDirty={isDirty} />
          </div>
          {deployments.length > 0 ? (
            <Select
              label="Compare with"
              options={[
                { id: OWN, label: isDirty ? 'The saved version' : 'What was last extracted' },
                ...deployments.map(({ id, name }) => ({ id, label: name })),
              ]}
              value={at?.id ?? OWN}
              onChange={(id) => onChooseAt(id === OWN ? null : id)}
              isDisabled={isRunning}
              className="w-56"
            />
          ) : null}
          {choices.length > 1 ? (
            <Select
              label="Documents"
              options={choices.map((choice) => ({ id: String(choice), label: `The last ${Math.min(choice, documents.length)} approved` }))}
              value={String(choices.includes(count as (typeof choices)[number]) ? count : choices.at(-1))}
              onChange={(id) => setCount(Number(id))}
              className="w-48"
            />
          ) : null}
          <Button
            variant={isAgain && !isStale ? undefined : 'primary'}
            icon={isRunning ? <Square size={13} aria-hidden /> : <Play size={14} aria-hidden />}
            isDisabled={!isRunning && (fault !== null || isLoading || chosen.length === 0)}
            onPress={() => (isRunning ? stop() : void start(draft, version, chosen, at))}
          >
            {isRunning ? 'Stop' : `${isAgain ? 'Compare again' : 'Compare'} on ${countOf(chosen.length, 'document')}`}
          </Button>
        </div>
        {fault ? <p className="text-bad">Fix the draft first: {fault}</p> : null}
        <LeftOut found={found} at={at} />
        {state?.isRunning ? (
          <div role="status" className="flex flex-col gap-1.5">
            <p className="text-ink-muted tabular-nums">
              {state.done} of {countOf(state.total, 'document')}
            </p>
            <ProgressBar label="Documents compared" value={state.done / state.total} />
          </div>
        ) : null}
        {state ? <ComparisonResult state={state} isStale={isStale} /> : null}
      </div>
    </div>
  );
}

/** What is about to be done, in words. */
function Introduction({ at, isDirty }: { at: ComparedDeployment | null; isDirty: boolean }) {
  if (at) {
    return (
      <>
        <h2 className="font-medium text-base">
          Try <bdi>“{at.name}”</bdi> on approved documents
        </h2>
        <p className="text-ink-muted">
          Copies of approved documents are sent there. Their own service and “{at.name}” both extract with what is in the editor, and what
          people approved says which values are right. What the schema has learned is used at neither service, because “{at.name}” does not
          know it. The copies are deleted there afterwards, and no document changes.
        </p>
      </>
    );
  }
  return (
    <>
      <h2 className="font-medium text-base">
        {isDirty ? 'Try your changes before you save them' : 'Try the schema on approved documents'}
      </h2>
      <p className="text-ink-muted">
        {isDirty
          ? 'Approved documents are extracted with the saved version and with your changes. What people approved says which values are right.'
          : 'Approved documents are extracted anew and compared with what was last extracted from them. Change a field to try the change.'}{' '}
        Nothing is saved, and no document changes.
      </p>
    </>
  );
}

/** Which approved documents are not compared, or not like the others, and why. */
function LeftOut({ found: { elsewhere, there, documents }, at }: { found: PreviewDocuments; at: ComparedDeployment | null }) {
  if (at && there > 0) {
    return (
      <p className="text-ink-muted text-xs">
        {countOf(there, 'approved document')} {there === 1 ? 'is' : 'are'} left out: “{at.name}” is their own service.
      </p>
    );
  }
  if (at || elsewhere === 0) return null;
  return (
    <p className="text-ink-muted text-xs">
      {countOf(elsewhere, 'approved document')} {elsewhere === 1 ? 'is' : 'are'} left out: a draft can only be tried where the document
      service is Countersign’s own.{documents.length === 0 ? ' Choose another service under “Compare with” to try them there.' : ''}
    </p>
  );
}

function NothingApproved({ schemaId, elsewhere }: { schemaId: string; elsewhere: number }) {
  return (
    <EmptyState
      icon={<FlaskConical size={20} aria-hidden />}
      title={elsewhere > 0 ? 'No approved document can be tried here' : 'No approved documents yet'}
      actions={<LinkButton href={`/documents?schema=${encodeURIComponent(schemaId)}`}>Documents of this schema</LinkButton>}
    >
      <p className="text-balance">
        {elsewhere > 0
          ? 'A draft can only be tried where the document service is Countersign’s own. The approved documents of this schema are at other services.'
          : 'Once people have approved documents of this schema, see here what a change gains and loses on them before you save it.'}
      </p>
    </EmptyState>
  );
}
