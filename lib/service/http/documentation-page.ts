import { escapeHtml } from '#lib/platform/http/escape-html.ts';

type Described = { info: { title: string; description?: string }; paths?: unknown; components?: unknown };
type Operation = {
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Json; description?: string }[];
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>;
};
type Json = Record<string, unknown>;
const METHODS = ['get', 'post', 'put', 'delete'];

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;border-bottom:1px solid #8886}h3{font-size:1rem;margin:1.5rem 0 .25rem}code,pre{font:14px ui-monospace,monospace}
pre{background:#8881;padding:.75rem;overflow:auto;border-radius:.4rem}table{border-collapse:collapse;width:100%;margin:.5rem 0}
td,th{border-bottom:1px solid #8884;padding:.25rem .5rem;text-align:left;vertical-align:top}summary{cursor:pointer}.old{opacity:.7}
.method{display:inline-block;min-width:4.5rem;font-weight:700}`;

/** The OpenAPI document as a page for people: plain HTML, nothing loaded, no script. */
export function documentationPage(described: Described): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries((described.paths ?? {}) as Record<string, Record<string, Operation>>)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'More';
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  }
  const schemas = Object.entries((described.components as { schemas?: Record<string, Json> } | undefined)?.schemas ?? {});
  const title = escapeHtml(described.info.title);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>
<h1>${title}</h1><p>${escapeHtml(described.info.description ?? '')}</p>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Machine-readable: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav>${[...groups.keys(), 'Schemas of bodies'].map((tag) => `<a href="#${slug(tag)}">${escapeHtml(tag)}</a>`).join(' · ')}</nav>
${[...groups].map(([tag, operations]) => `<h2 id="${slug(tag)}">${escapeHtml(tag)}</h2>${operations.join('')}`).join('\n')}
<h2 id="${slug('Schemas of bodies')}">Schemas of bodies</h2>
${schemas.map(([name, schema]) => `<details id="schema-${slug(name)}"><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`).join('\n')}
</html>`;
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code><td>${escapeHtml(place)}${required ? ', required' : ''}<td>${typeOf(schema)}<td>${toRichHtml(description ?? '')}`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<tr><td>body<td>${escapeHtml(type)}<td>${typeOf(schema)}<td>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      `<tr><td><code>${escapeHtml(status)}</code><td>${Object.keys(content ?? {})
        .map(escapeHtml)
        .join(', ')}<td>${typeOf(Object.values(content ?? {})[0]?.schema)}<td>${toRichHtml(description)}`,
  );
  return `<section${operation.deprecated ? ' class="old"' : ''}><h3><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code>${operation.deprecated ? ' (deprecated)' : ''}</h3>
<p>${toRichHtml([operation.summary, operation.description].filter(Boolean).join('. '))}</p><table>${[...parameters, ...bodies, ...answers].join('')}</table></section>`;
}

function typeOf(schema: Json | undefined): string {
  if (!schema) return '';
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${slug(name)}">${escapeHtml(name)}</a>`;
  }
  const type = [schema.type].flat().filter(Boolean).join(' or ');
  const options = Array.isArray(schema.enum) ? `: ${schema.enum.join(', ')}` : '';
  return escapeHtml(`${type}${options}`);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Text with `code` in backticks. */
function toRichHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
