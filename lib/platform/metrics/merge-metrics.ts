/**
 * Makes one text of several in the format of Prometheus: what several tell stands together under one head, as the format demands
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Each text has a label that tells its series from those of the others.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { head: string[]; series: string[] }>();
  for (const text of texts) {
    let series: string[] = [];
    for (const line of text.split('\n')) {
      const [, keyword, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (keyword === undefined || name === undefined) {
        if (line !== '') series.push(line);
        continue;
      }
      const family = families.get(name) ?? { head: [], series: [] };
      families.set(name, family);
      if (!family.head.some((other) => other.startsWith(`# ${keyword} `))) family.head.push(line);
      series = family.series;
    }
  }
  const known = [...families.values()].filter((family) => family.series.length > 0);
  return `${known.flatMap(({ head, series }) => [...head, ...series]).join('\n')}\n`;
}
