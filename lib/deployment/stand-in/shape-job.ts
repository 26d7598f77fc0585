import type { Shape } from './faults.ts';

type Job = { id: string; status?: string };

/** Values of a text by its "Label: value" lines, named in snake case; `items`: rows of lines with bars between cells. Marks of Markdown are left out. */
export function readFields(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const rows: string[][] = [];
  for (const written of text.split(/\r?\n/).slice(0, 2_000)) {
    const line = written.replace(/\*\*|\\$/g, '').replace(/^\s*\||\|\s*$/g, '');
    if (line.includes('|') && /[^|\s:-]/.test(line)) rows.push(line.split('|').map((cell) => cell.trim()));
    const found = /^\s*([\p{L} .#-]{2,40}?)\s*:\s+(\S.*)$/u.exec(line);
    if (found) fields[nameOf(found[1] ?? '')] = readPlain(found[2] ?? '');
  }
  const [head, ...body] = rows;
  if (head && body.length > 0) {
    fields.items = body.map((cells) => Object.fromEntries(head.map((name, index) => [nameOf(name), readPlain(cells[index] ?? '')])));
  }
  return fields;
}

function nameOf(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

function readPlain(text: string): string | number {
  const plain = text.trim();
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}

/** A finished job as such a deployment would tell it. `honest` is what the interface document lets one expect. */
export function shapeJob(job: Job, fields: Record<string, unknown>, shape: Shape): object {
  const { id, status } = job;
  const entries = Object.entries(fields);
  switch (shape) {
    case 'honest':
      return { ...job, result: fields };
    case 'bare':
      return { job_id: id, state: 'SUCCEEDED', data: fields, usage: { pages: 1 } };
    case 'wrapped':
      return {
        ...job,
        result: {
          fields: Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : { value, confidence: 0.9 }])),
        },
      };
    case 'list':
      return { id, status: 'done', output: entries.map(([name, value]) => ({ name, value, score: 93 })) };
    case 'flat':
      return { id, status, ...fields };
    case 'entities':
      return {
        job: { id, status },
        extraction: {
          entities: entries.flatMap(([type, value]): object[] =>
            Array.isArray(value) ? [{ type, value }] : [{ type, mentionText: String(value), confidence: '0.88' }],
          ),
        },
      };
    case 'columns':
      return {
        id,
        status: { name: status },
        results: [Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? toColumns(value) : value]))],
      };
    case 'columns_and_rows':
      return {
        ...job,
        result: Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? toColumnsAndRows(value) : value])),
      };
    case 'text':
      return { ...job, result: JSON.stringify(fields) };
    case 'fenced':
      return { ...job, output: `Here is what was found:\n\`\`\`json\n${JSON.stringify(fields, null, 2)}\n\`\`\`` };
    case 'candidates':
      return {
        ...job,
        result: Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : [value, `${value} (copy)`]])),
      };
    case 'extras':
      return { ...job, result: { ...fields, loyalty_band: 'gold' }, usage: { pages: 1 } };
  }
}

function toColumns(rows: unknown[]): Record<string, unknown[]> {
  const list = rows as Record<string, unknown>[];
  return Object.fromEntries(Object.keys(list[0] ?? {}).map((name) => [name, list.map((row) => row[name])]));
}

function toColumnsAndRows(rows: unknown[]): { columns: string[]; rows: unknown[][] } {
  const list = rows as Record<string, unknown>[];
  const columns = Object.keys(list[0] ?? {});
  return { columns, rows: list.map((row) => columns.map((name) => row[name])) };
}
