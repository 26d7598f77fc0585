import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from './listen.ts';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attributes;
  status?: { code?: number };
};
type Sent = { resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { scope: { name: string }; spans: SentSpan[] }[] }[] };

/** A span as a collector got it. */
export type CollectedSpan = {
  /** The program's `service.name`. */
  program: string;
  /** Of the library that made it. */
  scope: string;
  traceId: string;
  spanId: string;
  /** Null at the beginning of a trace. */
  parentId: string | null;
  name: string;
  /** As OTLP counts them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  isError: boolean;
};

/** A small collector that takes traces as OTLP over HTTP in JSON (https://opentelemetry.io/docs/specs/otlp). */
export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** Of each request. */
  headers: IncomingHttpHeaders[];
  /** All that came, as text. */
  text: () => string;
  close: () => void;
};

/** Starts a collector. @param statusOf what it answers with, 200 by default */
export async function startCollector(statusOf: () => number = () => 200): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Sent;
    headers.push(request.headers);
    const status = request.url === '/v1/traces' ? statusOf() : 404;
    if (status === 200) {
      texts.push(JSON.stringify(sent));
      spans.push(...read(sent));
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const { url, close } = await listen(server);
  return {
    url,
    spans,
    headers,
    text: () => texts.join('\n'),
    close,
  };
}

function read({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        program: String(toRecord(resource.attributes)['service.name']),
        scope: scope.name,
        traceId,
        spanId,
        parentId: parentSpanId || null,
        name,
        kind,
        attributes: toRecord(attributes),
        isError: status?.code === 2,
      })),
    ),
  );
}

function toRecord(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue)]),
  );
}
