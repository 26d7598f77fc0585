'use client';

import { CartesianGrid, ComposedChart, ErrorBar, ReferenceLine, ResponsiveContainer, Scatter, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '#components/shared/charts/chart-frame.tsx';
import { AXIS, ChartTip, GRID } from '#components/shared/charts/chart-style.tsx';
import { intervalWords, shareWords } from '#components/shared/charts/share-words.ts';
import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { wilsonInterval } from '#lib/document/statistics/wilson-interval.ts';
import { percentWords } from './insight-words.ts';

const HEIGHT = 240;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** How often values were right for each class of confidence. On the line confidence is right; below the line it is too high. */
export function CalibrationChart({ classes }: { classes: readonly ConfidenceClass[] }) {
  const points = classes.map(({ from, to, values, right }) => {
    const share = right / values;
    const { low, high } = wilsonInterval(right, values);
    return { said: (from + to) / 2, share, error: [share - low, high - share], from, to, values, right };
  });
  const area = areaOfConfidence(classes);
  const total = classes.reduce((sum, { values }) => sum + values, 0);
  return (
    <ChartFrame
      title="Calibration of confidence"
      summary={`${total.toLocaleString('en')} values that were extracted, with 95 % intervals. Points below the line: confidence was too high.${
        area === null
          ? ' Too few values were wrong to say how well confidence tells them from right ones (AUROC).'
          : ` Area under the ROC curve: ${area.toFixed(2)} (0.5 is chance, 1 is perfect).`
      }`}
      fileName="confidence"
      data={{
        columns: ['Confidence from', 'Confidence to', 'Values', 'Right', 'Share right'],
        rows: points.map(({ from, to, values, right, share }) => [String(from), to, values, right, Math.round(share * 1e4) / 1e4]),
      }}
      empty={
        points.length === 0 ? <p className="py-10 text-center text-ink-muted">No deployment gave a confidence in this time.</p> : undefined
      }
    >
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 560, height: HEIGHT }}>
        <ComposedChart data={points} title="Share of right values by confidence" margin={{ top: 8, right: 12, bottom: 14, left: -10 }}>
          <CartesianGrid {...GRID} vertical />
          <XAxis
            dataKey="said"
            type="number"
            domain={[0, 1]}
            ticks={TICKS}
            {...AXIS}
            tickFormatter={percentWords}
            label={{ value: 'Confidence', position: 'insideBottom', offset: -8, fill: 'var(--color-ink-muted)', fontSize: 11 }}
          />
          <YAxis dataKey="share" type="number" domain={[0, 1]} ticks={TICKS} {...AXIS} axisLine={false} tickFormatter={percentWords} />
          <ReferenceLine
            segment={[
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ]}
            stroke="var(--color-line-strong)"
            strokeDasharray="4 3"
          />
          <Tooltip
            cursor={{ stroke: 'var(--color-line-strong)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = active ? points.find(({ said }) => said === payload[0]?.payload?.said) : undefined;
              if (!point) return null;
              return (
                <ChartTip
                  title={`Confidence ${percentWords(point.from)} to ${percentWords(point.to)}`}
                  lines={[
                    { name: 'Right', value: shareWords(point.right, point.values) },
                    { name: 'Likely', value: intervalWords(point.right, point.values) },
                    { name: 'Values', value: point.values.toLocaleString('en') },
                  ]}
                />
              );
            }}
          />
          <Scatter dataKey="share" fill="var(--color-accent)" isAnimationActive={false}>
            <ErrorBar dataKey="error" width={4} strokeWidth={1.5} stroke="var(--color-accent)" direction="y" />
          </Scatter>
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
