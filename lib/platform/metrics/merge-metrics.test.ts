import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

const HEAD = '# HELP jobs_total Jobs.\n# TYPE jobs_total counter';

test('series of one name stand together under one head, and heads without series are left out', () => {
  const web = `${HEAD}\njobs_total{program="web"} 1\n\n# HELP idle Nothing.\n# TYPE idle gauge\n`;
  const worker = `# HELP lag Lag.\n# TYPE lag gauge\nlag{program="worker"} 0.5\n\n${HEAD}\njobs_total{program="worker"} 2\n`;
  expect(mergeMetrics([web, worker])).toBe(
    `${HEAD}\njobs_total{program="web"} 1\njobs_total{program="worker"} 2\n# HELP lag Lag.\n# TYPE lag gauge\nlag{program="worker"} 0.5\n`,
  );
});

test('the sums and buckets of a histogram stay under its head', () => {
  const text = '# HELP s S.\n# TYPE s histogram\ns_bucket{le="+Inf",program="web"} 3\ns_sum{program="web"} 4\ns_count{program="web"} 3\n';
  expect(mergeMetrics([text])).toBe(text);
});
