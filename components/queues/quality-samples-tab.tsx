'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Eye, ScanEye, Unplug } from 'lucide-react';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { Agreement, ListQualitySamples, QualitySample } from '#lib/contract/desk/quality-sample.ts';

/** Approved documents drawn for quality control, what second people found, and how often they agreed. */
export function QualitySamplesTab({ samples }: { samples: UseQueryResult<ListQualitySamples> }) {
  if (samples.isError && !samples.data) {
    return (
      <EmptyState
        icon={<Unplug size={20} aria-hidden />}
        title="The list could not be loaded"
        actions={<Button onPress={() => void samples.refetch()}>Try again</Button>}
      >
        {errorMessage(samples.error)}
      </EmptyState>
    );
  }
  if (!samples.data) {
    return (
      <div className="flex justify-center py-14" role="status" aria-label="Loading">
        <Spinner size={20} />
      </div>
    );
  }
  const { waiting, done, done_total, agreement } = samples.data;
  if (waiting.length === 0 && done_total === 0) {
    return (
      <EmptyState icon={<ScanEye size={20} aria-hidden />} title="No sample has been drawn yet">
        A random share of approved documents can be checked again by another person. Set the share for each schema in Settings, Approval and
        quality.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6 pb-8">
      {waiting.length > 0 ? (
        <Samples title="Waiting" samples={waiting} isBlind />
      ) : (
        <p className="px-3 pt-4 text-ink-muted">No samples are waiting.</p>
      )}
      {agreement.length > 0 ? <AgreementTable rows={agreement} total={done_total} /> : null}
      {done.length > 0 ? <Samples title="Latest" samples={done} /> : null}
    </div>
  );
}

/** @param isBlind who approved is not said, as it would tell how much to trust the values */
function Samples({ title, samples, isBlind = false }: { title: string; samples: QualitySample[]; isBlind?: boolean }) {
  const user = useCurrentUser();
  const mayReview = useMay('reviewer');
  return (
    <section aria-label={title}>
      <h2 className="px-3 pt-4 pb-2 font-semibold text-sm">{title}</h2>
      <Table label={`Quality samples: ${title}`}>
        <thead>
          <tr>
            <HeadCell>Document</HeadCell>
            <HeadCell className="max-md:hidden">Schema</HeadCell>
            {isBlind ? null : <HeadCell>Approved by</HeadCell>}
            <HeadCell className="max-lg:hidden">Drawn</HeadCell>
            <HeadCell>Result</HeadCell>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.document.id}>
              <BodyCell className="max-w-80 truncate font-medium">
                <bdi>{sample.document.name}</bdi>
              </BodyCell>
              <BodyCell className="text-ink-muted max-md:hidden">{sample.schema_name}</BodyCell>
              {isBlind ? null : <BodyCell>{sample.approved_by.name}</BodyCell>}
              <BodyCell className="whitespace-nowrap text-ink-muted max-lg:hidden">
                <span
                  title={`Random number ${sample.draw.toFixed(3)} of 100 (seed ${sample.seed}); documents below ${sample.percent} are sampled`}
                >
                  <time dateTime={sample.chosen_at} title={formatFullMoment(sample.chosen_at)}>
                    {formatMoment(sample.chosen_at)}
                  </time>
                  , {sample.draw.toFixed(1)} below {sample.percent} %
                </span>
              </BodyCell>
              <BodyCell className="w-0 whitespace-nowrap">
                {sample.looked_by ? (
                  <span className={sample.differences ? 'text-warn' : 'text-ok'}>
                    {sample.differences === null ? 'Reopened' : sample.differences ? `${sample.differences} different` : 'No differences'} ·{' '}
                    {sample.looked_by.name}
                  </span>
                ) : sample.approved_by.id === user.id ? (
                  <span className="text-ink-muted">For another person</span>
                ) : mayReview ? (
                  <LinkButton
                    size="small"
                    href={`/queues/quality-samples/${sample.document.id}`}
                    icon={<Eye size={13} aria-hidden />}
                    aria-label={`Check ${sample.document.name}`}
                  >
                    {' '}
                    Check{' '}
                  </LinkButton>
                ) : (
                  <span className="text-ink-muted">Waiting</span>
                )}
              </BodyCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function AgreementTable({ rows, total }: { rows: Agreement[]; total: number }) {
  return (
    <section aria-label="Agreement">
      <h2 className="px-3 pt-4 pb-2 font-semibold text-sm">
        Agreement by field <span className="font-normal text-ink-muted">over {countOf(total, 'quality sample')}</span>
      </h2>
      <p className="px-3 pb-2 text-ink-muted text-xs">
        Blind: values that were entered before the approved one was shown. Where it was in view, as in tables, more errors are missed.
      </p>
      <Table label="Agreement by field">
        <thead>
          <tr>
            <HeadCell className="max-md:hidden">Schema</HeadCell>
            <HeadCell>Field</HeadCell>
            <HeadCell className="text-right max-md:hidden">Values checked</HeadCell>
            <HeadCell className="text-right">Different</HeadCell>
            <HeadCell className="text-right">Agreed</HeadCell>
            <HeadCell className="text-right max-md:hidden">Blind</HeadCell>
            <HeadCell className="text-right">Agreed blind</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.schema_id} ${row.field}`}>
              <BodyCell className="text-ink-muted max-md:hidden">{row.schema_name}</BodyCell>
              <BodyCell>{row.label}</BodyCell>
              <BodyCell className="text-right tabular-nums max-md:hidden">{row.looked.toLocaleString('en')}</BodyCell>
              <BodyCell className="text-right tabular-nums">{(row.looked - row.agreed).toLocaleString('en')}</BodyCell>
              <BodyCell className="text-right tabular-nums">{shareWords(row.agreed, row.looked)}</BodyCell>
              <BodyCell className="text-right tabular-nums max-md:hidden">{row.blind.looked.toLocaleString('en')}</BodyCell>
              <BodyCell className="text-right font-medium tabular-nums">{shareWords(row.blind.agreed, row.blind.looked)}</BodyCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
