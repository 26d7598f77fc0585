import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TracingConfig = {
  /** Where spans are sent: the collector's address for traces. */
  url: string;
  /** What is sent along with each request, e.g. a key. */
  headers: Record<string, string>;
  /** Most milliseconds that one sending may take, with its repetitions. */
  timeoutMs: number;
  /** Which traces are recorded. `ratio`: of those that begin here; 1 = all. */
  sampler: { isParentBased: boolean; ratio: number };
  /** What this program is called; null = `countersign-PROGRAM`. */
  serviceName: string | null;
  /** What is said of every span besides, e.g. `deployment.environment.name`. */
  attributes: Record<string, string>;
};

const SHARE = 'must be a number from 0 to 1';
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const yesOrNo = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['true', 'false'], 'must be true or false'))
  .transform((word) => word === 'true');
/** `name=value,name=value`, with `%xx` for what has a meaning here (https://opentelemetry.io/docs/specs/otel/resource/sdk). */
const pairs = z.string().transform((text, context) => {
  const found: Record<string, string> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([!#$%&'*+.^`|~\w/-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    try {
      found[decodeURIComponent(name)] = decodeURIComponent(value);
    } catch {
      found[''] = '';
    }
  }
  if (!Object.hasOwn(found, '')) return found;
  context.addIssue({ code: 'custom', message: 'must be name=value, several parted by commas, with %xx for commas and equals signs' });
  return z.NEVER;
});
const headers = pairs.refine((given) => Object.entries(given).every(isHeader), 'must be names and values that a header can have');
const protocol = z.string().trim();
const PROTOCOL = 'http/json';
const timeout = z.coerce.number().int().min(1).max(600_000);
const share = z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE);

const settingsSchema = z.object({
  OTEL_SDK_DISABLED: yesOrNo.default(false),
  OTEL_SERVICE_NAME: z.string().trim().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: timeout.default(10_000),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeout.optional(),
});
function isHeader([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

type Name = keyof typeof settingsSchema.shape;
type Given = { [name in Name]?: string | undefined };
const NAMES = Object.keys(settingsSchema.shape) as Name[];

/**
 * The variables of traces, named as OpenTelemetry names them (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables).
 * Others may have set them for programs of theirs, so what they say only counts where traces are on: see `findTracingFaults`.
 */
export const tracingVariables = Object.fromEntries(NAMES.map((name) => [name, z.string().optional()])) as Record<
  Name,
  z.ZodOptional<z.ZodString>
>;

/** Where traces are sent; null = nowhere, because no collector is named or they are switched off. */
export function toTracing(given: Given): TracingConfig | null {
  if (!isWanted(given)) return null;
  const values = settingsSchema.parse(pick(given));
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '';
  const sampler = values.OTEL_TRACES_SAMPLER;
  const ratio = sampler.endsWith('traceidratio') ? (values.OTEL_TRACES_SAMPLER_ARG ?? 1) : Number(sampler.endsWith('on'));
  return {
    url: values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: values.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? values.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: { isParentBased: sampler.startsWith('parentbased'), ratio },
    serviceName: values.OTEL_SERVICE_NAME ?? null,
    attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
  };
}

/** What is wrong with the settings, in words that follow the name of each; nothing where traces are off. */
export function findTracingFaults(given: Given): { name: Name; message: string }[] {
  if (!isWanted(given)) return [];
  const parsed = settingsSchema.safeParse(pick(given));
  if (!parsed.success) return parsed.error.issues.map(({ path: [name], message }) => ({ name: name as Name, message }));
  const name = given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  if ((parsed.data[name] ?? PROTOCOL) === PROTOCOL) return [];
  return [{ name, message: `must be ${PROTOCOL}, the only one that is spoken here: name the collector's address for OTLP over HTTP` }];
}

function isWanted(given: Given): boolean {
  const isNamed = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(isNamed) && given.OTEL_SDK_DISABLED?.trim().toLowerCase() !== 'true' && given.OTEL_TRACES_EXPORTER?.trim() !== 'none';
}

function pick(given: Given): Given {
  return Object.fromEntries(NAMES.map((name) => [name, given[name]]));
}
