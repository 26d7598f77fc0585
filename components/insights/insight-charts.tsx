'use client';

import { ChartPatterns } from '#components/shared/charts/chart-style.tsx';
import type { Insights, InsightsQuery } from '#lib/contract/desk/insights/insights.ts';
import { sumClasses } from '#lib/document/statistics/sum-classes.ts';
import { CalibrationChart } from './calibration-chart.tsx';
import { ChangesChart } from './changes-chart.tsx';
import { ReasonsChart } from './reasons-chart.tsx';

export type InsightChartsProps = { insights: Insights; days: number; query: InsightsQuery };

/** Changed values over time, confidence against truth, and the reasons of flags. */
export function InsightCharts({ insights, days, query }: InsightChartsProps) {
  return (
    <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
      <ChartPatterns />
      <ChangesChart insights={insights} byWeek={days > 90} time={query} className="col-span-2 max-lg:col-span-1" />
      <CalibrationChart classes={sumClasses(insights.fields)} />
      <ReasonsChart reasons={insights.reasons} query={query} />
    </div>
  );
}
