'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { useMay } from '#components/shared/current-user.ts';
import { formatDay } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { automaticApprovalQuery, useSaveAutomaticApproval } from '#lib/client/team/automatic-approval.ts';
import type { AutomaticApproval, SaveAutomaticApproval } from '#lib/contract/desk/automatic-approval.ts';
import { ApprovalLimitsTable } from './approval-limits-table.tsx';
import { ERROR_RATES, lackWords, nonePassesWords, SAMPLE_PERCENTS, stateWords, trialWords } from './approval-words.ts';
import { percentWords } from './insight-words.ts';

/** Whether documents of a schema approve themselves: what that would let through, and the way to switch it on. */
export function AutomaticApprovalPart({ schemaId, schemaName }: { schemaId: string; schemaName: string }) {
  const [errorRate, setErrorRate] = useState<number | null>(null);
  const approval = useQuery(automaticApprovalQuery(schemaId, errorRate));
  const fields = approval.data?.fields ?? [];
  return (
    <ChartFrame
      title="Automatic approval"
      summary="A document approves itself when nothing in it is flagged and every value is sure enough, judged by what people approved before."
      fileName="automatic-approval"
      data={{
        columns: ['Field', 'Passes from', 'Documents', 'Wrong', 'Wrong in at most (95 %)', 'May be empty', 'Holds back', 'Lacks'],
        rows: fields.map((limit) => [
          limit.label,
          limit.threshold === null ? null : percentWords(limit.threshold),
          limit.documents,
          limit.errors,
          Math.round(limit.bound * 1e5) / 1e5,
          limit.may_be_empty ? 'yes' : 'no',
          approval.data?.trial.held[limit.field] ?? 0,
          lackWords(limit),
        ]),
      }}
      empty={approval.data ? undefined : <LoadingPart query={approval}>{() => null}</LoadingPart>}
    >
      {approval.data ? (
        <div className="flex flex-col gap-4" aria-busy={approval.isPlaceholderData}>
          <Controls schemaId={schemaId} schemaName={schemaName} approval={approval.data} errorRate={errorRate} onErrorRate={setErrorRate} />
          <div className="grid grid-cols-[2fr_5fr] gap-6 max-xl:grid-cols-1">
            <Trial approval={approval.data} />
            <ApprovalLimitsTable fields={fields} trial={approval.data.trial} />
          </div>
        </div>
      ) : null}
    </ChartFrame>
  );
}

type ControlsProps = {
  schemaId: string;
  schemaName: string;
  approval: AutomaticApproval;
  /** Chosen and not saved; null = as it is. */
  errorRate: number | null;
  onErrorRate: (rate: number | null) => void;
};

function Controls({ schemaId, schemaName, approval, errorRate, onErrorRate }: ControlsProps) {
  const mayChange = useMay('schema_owner');
  const save = useSaveAutomaticApproval(schemaId);
  const [percent, setPercent] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { settings } = approval;
  const { tone, word, detail } = stateWords(approval, errorRate !== null);
  const wanted = { error_rate: errorRate ?? settings.error_rate, sample_percent: percent ?? settings.sample_percent };
  const none = nonePassesWords(approval.fields);
  const isChanged = wanted.error_rate !== settings.error_rate || wanted.sample_percent !== settings.sample_percent;
  const change = (body: SaveAutomaticApproval, said: string) =>
    save.mutate(body, {
      onSuccess: () => {
        setAsked(false);
        onErrorRate(null);
        setPercent(null);
        showToast({ tone: 'ok', title: said });
      },
      onError: (error) => showToast({ tone: 'bad', title: 'Automatic approval was not changed', detail: errorMessage(error) }),
    });
  return (
    <>
      {detail ? <Notice tone={tone === 'bad' ? 'bad' : 'warn'}>{detail}</Notice> : null}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Badge tone={tone} className="mb-1.5">
          {word}
        </Badge>
        <Select
          label="A field may be wrong in"
          options={optionsOf(ERROR_RATES, settings.error_rate).map((rate) => ({
            id: String(rate),
            label: `${percentWords(rate)} of documents`,
          }))}
          value={String(wanted.error_rate)}
          onChange={(id) => onErrorRate(Number(id))}
          className="w-44"
        />
        <Select
          label="Go to quality samples"
          options={optionsOf(SAMPLE_PERCENTS, settings.sample_percent).map((share) => ({ id: String(share), label: `${share} % of them` }))}
          value={String(wanted.sample_percent)}
          onChange={(id) => setPercent(Number(id))}
          isDisabled={!mayChange}
          className="w-44"
        />
        {mayChange ? (
          <div className="ml-auto flex gap-2">
            {settings.on ? (
              <>
                <Button
                  isPending={save.isPending}
                  onPress={() => change({ ...settings, on: false, was_on: true }, `Documents of ${schemaName} go to people again`)}
                >
                  Switch off
                </Button>
                {isChanged ? (
                  <Button
                    variant="primary"
                    isPending={save.isPending}
                    onPress={() => change({ ...wanted, on: true, was_on: true }, 'Saved')}
                  >
                    Save
                  </Button>
                ) : null}
              </>
            ) : (
              <Button variant="primary" onPress={() => setAsked(true)}>
                Switch on …
              </Button>
            )}
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        title="Switch on automatic approval?"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          change(
            { ...wanted, on: true, was_on: false },
            none ? `Switched on. ${none}` : `Documents of ${schemaName} that pass approve themselves`,
          )
        }
        confirmLabel="Switch on"
        isPending={save.isPending}
      >
        <div className="flex flex-col gap-2">
          <p>{trialWords(approval.trial)}</p>
          {none ? <p>{none}</p> : null}
          <p>
            From now on, new documents of {schemaName} that pass are approved without a person. {wanted.sample_percent} % of them, drawn by
            chance, go to the quality samples. It switches itself off when these show that a field is wrong in more than{' '}
            {percentWords(wanted.error_rate)} of documents, and pauses when nobody checks them.
          </p>
          <p>Each such approval is in the audit trail as automatic. Documents with flags still go to people.</p>
        </div>
      </ConfirmDialog>
    </>
  );
}

function optionsOf(known: readonly number[], present: number): number[] {
  return [...new Set([...known, present])].sort((one, other) => one - other);
}

/** How much of the work would go away, and what was found in what already approved itself. */
function Trial({ approval }: { approval: AutomaticApproval }) {
  const { trial, samples, fields, evidence_since: since } = approval;
  const ready = fields.filter(({ threshold }) => threshold !== null).length;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div>
        <p className="font-semibold text-2xl tabular-nums">{shareWords(trial.approved, trial.documents)}</p>
        <div aria-hidden className="my-1.5 flex h-2 overflow-hidden rounded-full bg-sunken">
          <span className="bg-accent-fill" style={{ width: `${trial.documents === 0 ? 0 : (trial.approved / trial.documents) * 100}%` }} />
        </div>
        <p className="text-ink-muted">{trialWords(trial)}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {trial.documents > 0 ? (
          <Line term="Had a flag">
            {trial.flagged.toLocaleString('en')} of {trial.documents.toLocaleString('en')}
          </Line>
        ) : null}
        <Line term="Fields with enough evidence">
          {ready} of {fields.length}
        </Line>
        {since ? <Line term="Approvals count since">{formatDay(since)}</Line> : null}
        {approval.approved > 0 || samples.documents + samples.waiting + samples.reopened > 0 ? (
          <>
            <Line term="Approved themselves">
              {approval.approved.toLocaleString('en')}
              {approval.reopened > 0 ? `, ${approval.reopened.toLocaleString('en')} reopened` : ''}
            </Line>
            <Line term="Wrong in quality samples">
              {samples.errors.toLocaleString('en')} of {samples.values.toLocaleString('en')} fields
            </Line>
            <Line term="Samples to check">
              {samples.waiting === 0 ? (
                'none'
              ) : (
                <Link href="/queues?tab=quality-samples" className="rounded-sm text-accent underline-offset-2 data-hovered:underline">
                  {samples.waiting.toLocaleString('en')}
                </Link>
              )}
            </Line>
            {samples.reopened > 0 ? <Line term="Samples reopened, to decide">{samples.reopened.toLocaleString('en')}</Line> : null}
          </>
        ) : null}
      </dl>
    </div>
  );
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}
