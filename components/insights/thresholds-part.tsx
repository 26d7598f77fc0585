'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaSettingsQuery, useSaveThreshold } from '#lib/client/team/schema-settings.ts';
import { CONFIDENCE_STEPS, type FieldInsight, type Insights } from '#lib/contract/desk/insights/insights.ts';
import { DEFAULT_THRESHOLD, thresholdOf } from '#lib/contract/desk/insights/threshold-of.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';
import { FEWEST_PASSED, type ThresholdPoint, thresholdCurve } from '#lib/document/statistics/threshold-curve.ts';
import { percentWords } from './insight-words.ts';
import { ThresholdChart } from './threshold-chart.tsx';
import { ThresholdTable } from './threshold-table.tsx';

/** Every field together. */
const ALL = '';

type ThresholdsPartProps = { schemaId: string; fields: readonly FieldInsight[]; samples: Insights['samples'] };

/** What each threshold costs and lets through, by the approvals in the time, and the way to set it for a schema or a field. */
export function ThresholdsPart({ schemaId, fields, samples }: ThresholdsPartProps) {
  const settings = useQuery(schemaSettingsQuery);
  const mayChange = useMay('schema_owner');
  const save = useSaveThreshold(schemaId);
  const [field, setField] = useState(ALL);
  const [chosen, setChosen] = useState<number | null>(null);
  const present = settings.data?.find((one) => one.schema_id === schemaId)?.thresholds ?? null;
  const measured = fields.filter(({ confidence }) => confidence.length > 0);
  const current = field === ALL ? (present?.all ?? DEFAULT_THRESHOLD) : thresholdOf(present, field);
  const classes = sumClasses(field === ALL ? measured : measured.filter((one) => one.field === field));
  const steps = [...new Set([...CONFIDENCE_STEPS, current])].sort((one, other) => one - other);
  const points = thresholdCurve(classes, steps);
  const now = points.find(({ threshold }) => threshold === current);
  const selected = chosen ?? current;
  const own = field !== ALL && present !== null && Object.hasOwn(present.fields, field);
  const change = (threshold: number | null, said: string) =>
    save.mutate(
      { field: field === ALL ? null : field, threshold },
      {
        onSuccess: () => {
          setChosen(null);
          showToast({ tone: 'ok', title: said, detail: 'Flags of waiting documents are counted again.' });
        },
        onError: (error) => showToast({ tone: 'bad', title: 'The threshold was not saved', detail: errorMessage(error) }),
      },
    );
  const options = [
    { id: ALL, label: 'All fields' },
    ...measured.map((one) => ({ id: one.field, label: one.label })).sort((one, other) => one.label.localeCompare(other.label)),
  ];
  return (
    <ChartFrame
      title="Thresholds and their price"
      summary="Values below the threshold are flagged for a person. Each one is judged by the values that people approved in this time."
      fileName="thresholds"
      data={{
        columns: ['Threshold', 'Values to check', 'Values that pass', 'Wrong among them', 'Error rate at most (95 %)'],
        rows: points.map(({ threshold, checked, passed, errors, bound }) => [
          percentWords(threshold),
          checked,
          passed,
          errors,
          passed < FEWEST_PASSED ? null : Math.round(bound * 1e5) / 1e5,
        ]),
      }}
      empty={
        measured.length === 0 ? <p className="py-6 text-center text-ink-muted">No deployment gave a confidence in this time.</p> : undefined
      }
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 pb-3">
        <Select
          label="Field"
          options={options}
          value={options.some(({ id }) => id === field) ? field : ALL}
          onChange={(id) => {
            setField(id);
            setChosen(null);
          }}
          className="w-60"
        />
        <p className="min-w-60 flex-1 pb-1.5 text-ink-muted">
          Now {percentWords(current)}
          {own || field === ALL ? '' : ', as for all fields'}: {now ? presentWords(now) : ''}
        </p>
        {mayChange ? (
          <div className="flex gap-2">
            {own ? (
              <Button isPending={save.isPending} onPress={() => change(null, 'The field has the threshold of all fields')}>
                As for all fields
              </Button>
            ) : null}
            <Button
              variant="primary"
              isDisabled={selected === current}
              isPending={save.isPending}
              onPress={() => change(selected, `Threshold set to ${percentWords(selected)}`)}
            >
              {selected === current ? 'Set threshold' : `Set to ${percentWords(selected)}`}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
        <ThresholdChart points={points} current={current} selected={selected} />
        <ThresholdTable points={points} current={current} selected={selected} onSelect={mayChange ? setChosen : null} />
      </div>
      <p className="pt-3 text-ink-muted">{waveThroughWords(samples)}</p>
    </ChartFrame>
  );
}

/** How far the figures can be believed: people also approve values that they did not look at. */
function waveThroughWords({ by_people: { blind, ...seen } }: Insights['samples']): string {
  if (seen.values === 0)
    return 'A wrong value that somebody approved counts as right here. Quality samples show how often that happens; none was checked in this time.';
  const { values, wrong } = blind.values > 0 ? blind : seen;
  const how = blind.values > 0 ? 'that another person entered without seeing them' : 'that were checked again';
  const share = `${wrong.toLocaleString('en')} of ${values.toLocaleString('en')} approved values ${how} were wrong (${shareWords(wrong, values)})`;
  const inView = blind.values > 0 ? '' : ' They were in view, so errors may have been missed.';
  return `In quality samples, ${share}. Such values count as right here.${inView}`;
}

function presentWords({ checked, passed, errors, bound }: ThresholdPoint): string {
  const check = `${shareWords(checked, checked + passed)} of the values are checked`;
  if (passed < FEWEST_PASSED) return `${check}. Not enough evidence yet: ${passed} values would have passed, ${FEWEST_PASSED} are needed.`;
  return `${check}; ${errors} of ${passed.toLocaleString('en')} that pass were wrong, so the error rate is at most ${percentWords(bound)}.`;
}
