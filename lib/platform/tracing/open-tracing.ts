import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { PRODUCT } from '../product.ts';
import { forget, remember } from '../remember.ts';
import { withRequestId } from '../request-id.ts';
import { type OpenSpan, withOpenSpan } from '../trace-context.ts';
import type { TracingConfig } from '../tracing-settings.ts';
import { TRACER, type Tracer, toErrorCode, toErrorType } from './tracer.ts';

/** Spans that wait to be sent; more are lost. */
const MOST_WAITING = 2048;
const SEND_EVERY_MS = 2_000;
/** Of one attribute; none of ours is longer. */
const LONGEST_VALUE = 256;
const NO_PARENT = { traceId: '', spanId: '', isSampled: false };
/** How long a program that ends waits for the collector. */
const CLOSE_MS = 1_500;

/**
 * Lets this process record spans and send them, where the settings say so; else nothing is loaded. The tracer is made known to our own
 * code alone, not as the one of the process: libraries would add spans with parameters of statements and addresses of people.
 * @param program its name
 * @returns how to end it: what waits is sent, for a moment
 */
export async function openTracing(program: string, { tracing }: Pick<Config, 'tracing'>, log: Log): Promise<() => Promise<void>> {
  if (tracing === null) return async () => undefined;
  const tracer = await createTracer(program, tracing, log);
  remember(TRACER, () => tracer);
  return () => {
    forget(TRACER);
    return tracer.close();
  };
}

async function createTracer(program: string, config: TracingConfig, log: Log): Promise<Tracer> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { url, headers, timeoutMs, sampler, serviceName, attributes } = config;
  const exporter = sayOnce(new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs }), log);
  const root = new sdk.TraceIdRatioBasedSampler(sampler.ratio);
  const provider = new sdk.TracerProvider({
    sampler: sampler.isParentBased ? new sdk.ParentBasedSampler({ root }) : root,
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    resource: resourceFromAttributes({
      ...attributes,
      'service.name': serviceName ?? attributes['service.name'] ?? `${PRODUCT.name.toLowerCase()}-${program}`,
      'service.version': PRODUCT.version,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: timeoutMs + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer(PRODUCT.name.toLowerCase(), PRODUCT.version);
  const kinds = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
    consumer: SpanKind.CONSUMER,
  };
  return {
    begin(name, { kind, attributes, parent, isRemote }, onEnd) {
      const { isSampled, ...ids } = parent ?? NO_PARENT;
      // ids that are none begin a trace
      const above = trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: Number(isSampled), isRemote });
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
      return toOpenSpan(span, SpanStatusCode.ERROR, onEnd);
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function toOpenSpan(span: Span, failed: number, onEnd: () => void): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  let isOver = false;
  const open: OpenSpan = {
    context: { traceId, spanId, isSampled: (traceFlags & 1) === 1 },
    isParent: false,
    set(attributes) {
      for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value);
    },
    fail(code) {
      span.setAttribute('error.type', toErrorCode(code)).setStatus({ code: failed });
    },
    end() {
      if (isOver) return;
      isOver = true;
      span.end();
      onEnd();
    },
    drop() {
      if (open.isParent) open.end();
      isOver = true;
    },
  };
  return open;
}

/** Says once that the collector does not take spans, and once that it does again. */
function sayOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false;
  const tell = (isRefused: boolean, error: Error | undefined) => {
    if (isRefused && !isAway) {
      const code = (error as { code?: unknown } | undefined)?.code ?? toErrorType(error);
      log.warn('the collector of traces does not take spans; they are lost until it does, and nothing else is', { code });
    }
    if (!isRefused && isAway) log.info('the collector of traces takes spans again');
    isAway = isRefused;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // it comes of no request: the timer that it hangs on was made in one by chance
        withRequestId(null, () => withOpenSpan(null, () => tell(result.code !== 0, result.error)));
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
