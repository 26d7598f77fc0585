import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { METRICS } from './metrics.ts';
import { observeProcess } from './observe-process.ts';

const read = (file: string) => readFileSync(`docs/${file}`, 'utf8');
const rules = read('monitoring/alerts.yaml');
const dashboard = JSON.parse(read('monitoring/dashboard.json')) as {
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
};
const page = read('monitoring.md');

const OWN = METRICS.registry.getMetricsAsArray();

/** The names of all series that the product has, with those that a histogram is made of. */
async function listSeries(): Promise<Set<string>> {
  const process = new Registry();
  observeProcess(process);
  const metrics = [...(await METRICS.registry.getMetricsAsJSON()), ...(await process.getMetricsAsJSON())];
  return new Set(
    metrics.flatMap(({ name, type }) => (String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name])),
  );
}

const namesIn = (text: string) => [...new Set(text.match(/\b(countersign|process|nodejs)_[a-z0-9_]+/g))];

test('the dashboard and the alerts name only metrics that the product has', async () => {
  const series = await listSeries();
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  for (const named of [namesIn(expressions.join('\n')), namesIn(rules)]) {
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  }
});

test('the labels that the dashboard and the alerts choose by are those of the metric', () => {
  const expressions = [rules, ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))].join('\n');
  const chosen = [...expressions.matchAll(/\b(countersign_[a-z0-9_]+)\{([^}]*)\}/g)];
  expect(chosen.length).toBeGreaterThan(5);
  for (const [, name = '', selectors = ''] of chosen) {
    const metric = OWN.find((one) => name.replace(/_(bucket|sum|count)$/, '') === one.name) as { labelNames?: string[] } | undefined;
    for (const [, label] of selectors.matchAll(/(\w+)=~?"/g)) expect(metric?.labelNames, name).toContain(label);
  }
});

test('every metric of ours, and every alert, stands on the page about monitoring', () => {
  const short = page.replaceAll('`, `_', '`, `countersign_database_connections_');
  expect(OWN.map(({ name }) => name).filter((name) => name.startsWith('countersign_') && !short.includes(`\`${name}\``))).toEqual([]);
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

test('names follow the conventions of Prometheus', () => {
  const process = new Registry();
  observeProcess(process);
  const all = [...OWN.filter(({ name }) => name.startsWith('countersign_')), ...process.getMetricsAsArray()];
  expect(all.length).toBeGreaterThan(40);
  for (const { name, type } of all) expect(name.endsWith('_total'), name).toBe(String(type) === 'counter');
});
