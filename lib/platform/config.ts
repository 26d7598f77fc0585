import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type Role, roleSchema } from '#lib/contract/desk/user.ts';
import { KNOWN_LANGUAGES, parseLanguages } from './parse-languages.ts';

const MIB = 1024 * 1024;

const text = z.string().trim().min(1);
const switchText = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])
  .transform((word) => ['true', '1', 'yes', 'on'].includes(word));
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((url) => url.replace(/\/+$/, ''));
const port = z.coerce.number().int().min(0).max(65_535);
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const list = text.transform((words) =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
);
const languages = text.transform((words, context) => {
  const parsed = parseLanguages(words);
  if ('languages' in parsed && parsed.languages.length > 0) return parsed.languages;
  const word = 'unknown' in parsed ? `"${parsed.unknown.slice(0, 20)}" is none` : 'it names none';
  context.addIssue({ code: 'custom', message: `must be languages of this list, parted by commas: ${KNOWN_LANGUAGES}; ${word} of them` });
  return z.NEVER;
});

const environmentSchema = z
  .object({
    COUNTERSIGN_ROOT: text.optional(),
    COUNTERSIGN_DATA_DIR: text.default('./data'),
    COUNTERSIGN_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    COUNTERSIGN_LOG_FORMAT: z.enum(['json', 'pretty']).optional(),

    HOST: text.default('127.0.0.1'),
    PORT: port.min(1).default(3000),
    COUNTERSIGN_PUBLIC_URL: httpUrl.optional(),
    COUNTERSIGN_TRUST_PROXY: switchText.default(false),
    COUNTERSIGN_SET_UP_TOKEN: text.min(16, 'must have at least 16 characters').max(200).optional(),

    COUNTERSIGN_SERVICE_HOST: text.default('127.0.0.1'),
    COUNTERSIGN_SERVICE_PORT: port.default(0),
    COUNTERSIGN_SERVICE_URL: httpUrl.optional(),
    COUNTERSIGN_SERVICE_KEY: text.optional(),
    COUNTERSIGN_API_KEY: text.min(16, 'must have at least 16 characters').optional(),
    COUNTERSIGN_MAX_UPLOAD_BYTES: count(1, Number.MAX_SAFE_INTEGER).default(2048 * MIB),
    COUNTERSIGN_FREE_SPACE_MB: count(0, 1_048_576).default(512),
    COUNTERSIGN_UPLOAD_IDLE_SECONDS: z.coerce.number().positive().max(3600).default(60),
    COUNTERSIGN_REQUEST_TIMEOUT_SECONDS: z.coerce.number().min(0).max(86_400).default(0),
    COUNTERSIGN_PROCESSING_WINDOW_SECONDS: z.coerce.number().positive().max(86_400).default(120),
    COUNTERSIGN_WORKER_CONCURRENCY: count(1, 64).optional(),
    COUNTERSIGN_KEY_REQUESTS_PER_MINUTE: count(0, 10_000_000).default(3_000),
    COUNTERSIGN_KEY_REQUESTS_AT_ONCE: count(0, 1000).default(64),
    COUNTERSIGN_ADDRESS_REQUESTS_AT_ONCE: count(0, 1000).default(256),

    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    COUNTERSIGN_DATABASE_CONNECTIONS: count(2, 200).default(10),

    S3_ENDPOINT: httpUrl.optional(),
    S3_BUCKET: text.optional(),
    S3_REGION: text.default('us-east-1'),
    S3_ACCESS_KEY: text.optional(),
    S3_SECRET_KEY: text.optional(),

    COUNTERSIGN_READING_PROCESSES: count(1, 64).optional(),
    COUNTERSIGN_READING_MEMORY_MB: count(256, 65_536).default(1536),
    COUNTERSIGN_READING_TIMEOUT_SECONDS: count(1, 86_400).default(300),
    COUNTERSIGN_READING_LANGUAGES: languages.optional(),
    COUNTERSIGN_READING_MAX_PAGES: count(1, 100_000).default(2_000),
    COUNTERSIGN_READING_MAX_PIXELS: count(1_000_000, 2_000_000_000).default(200_000_000),
    COUNTERSIGN_READING_MAX_UNPACKED_BYTES: count(MIB, Number.MAX_SAFE_INTEGER).default(1024 * MIB),
    COUNTERSIGN_OCR_MODEL_DIR: text.optional(),
    COUNTERSIGN_FONT_DIR: text.optional(),

    COUNTERSIGN_LLM_BASE_URL: httpUrl.optional(),
    COUNTERSIGN_LLM_MODEL: text.optional(),
    COUNTERSIGN_LLM_KEY: text.optional(),
    COUNTERSIGN_LLM_TIMEOUT_SECONDS: z.coerce.number().positive().max(3600).default(240),
    COUNTERSIGN_LLM_PRICE_INPUT: z.coerce.number().nonnegative().optional(),
    COUNTERSIGN_LLM_PRICE_OUTPUT: z.coerce.number().nonnegative().optional(),

    COUNTERSIGN_OIDC_ISSUER: httpUrl.optional(),
    COUNTERSIGN_OIDC_CLIENT_ID: text.optional(),
    COUNTERSIGN_OIDC_CLIENT_SECRET: text.optional(),
    COUNTERSIGN_OIDC_LABEL: text.max(60).default('Sign in with your company'),
    COUNTERSIGN_OIDC_DOMAINS: list.optional(),
    COUNTERSIGN_OIDC_DEFAULT_ROLE: roleSchema.default('viewer'),
    COUNTERSIGN_OIDC_TRUST_EMAIL: switchText.default(false),

    /** Set by the launcher for its children. */
    COUNTERSIGN_SINGLE_MACHINE: switchText.default(false),
  })
  .superRefine((values, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
    if (s3.some((name) => values[name])) {
      for (const name of s3) if (!values[name]) refuse(name, `is needed too: ${s3.join(', ')} go together`);
    }
    if (values.COUNTERSIGN_SERVICE_URL && !values.COUNTERSIGN_SERVICE_KEY) {
      refuse('COUNTERSIGN_SERVICE_KEY', 'is needed when COUNTERSIGN_SERVICE_URL names a deployment');
    }
    const oidc = ['COUNTERSIGN_OIDC_ISSUER', 'COUNTERSIGN_OIDC_CLIENT_ID', 'COUNTERSIGN_OIDC_CLIENT_SECRET'] as const;
    if (oidc.some((name) => values[name])) {
      for (const name of oidc) if (!values[name]) refuse(name, `is needed too: ${oidc.join(', ')} go together`);
    }
    const issuer = values.COUNTERSIGN_OIDC_ISSUER;
    if (issuer?.startsWith('http:') && !/^http:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(issuer)) {
      refuse('COUNTERSIGN_OIDC_ISSUER', 'must be an https address, because whoever is between could sign in as anybody');
    }
    if (values.COUNTERSIGN_LLM_BASE_URL && !values.COUNTERSIGN_LLM_MODEL) {
      refuse('COUNTERSIGN_LLM_MODEL', 'is needed when COUNTERSIGN_LLM_BASE_URL is set');
    }
  });

type Environment = z.infer<typeof environmentSchema>;

export type S3Config = { kind: 's3'; endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string };
export type BlobConfig = { kind: 'folder'; folder: string } | S3Config;

export type CompanyConfig = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The words of the button. */
  label: string;
  /** Domains of addresses that may sign in; new people are made for these only. Empty: only people who are known already. */
  domains: string[];
  defaultRole: Role;
  /** Believe an address of which the provider does not say whether it was verified. */
  trustEmail: boolean;
};

export type Config = {
  /** The project's folder: migrations, models and built programs are found from here. Absolute. */
  rootDir: string;
  /** The one folder that holds all state. Absolute. */
  dataDir: string;
  /** Bytes of its disk that uploads leave free for the database; work on what is there leaves half of them. */
  reserveBytes: number;
  log: { level: 'debug' | 'info' | 'warn' | 'error'; format: 'json' | 'pretty' };
  web: {
    host: string;
    port: number;
    /** The address people use, when it is not `http://host:port` (behind a proxy). No slash at the end. */
    publicUrl: string | null;
    /** Believe `x-forwarded-*` headers: only behind a proxy that sets them itself. */
    trustProxy: boolean;
    /** What whoever makes the first account must know, or null: then the one in `secrets/set-up-token`. */
    setUpToken: string | null;
    /** Node's limit for receiving one whole request, 0 = none (slow uploads need none; the idle limit guards). */
    requestTimeoutMs: number;
    /** Requests to `/v1` that one key and one address may have in hand at a time; 0 = as many as they like. */
    requestsAtOnce: { perKey: number; perAddress: number };
  };
  /** The embedded service. */
  service: {
    host: string;
    /** 0 until the launcher has chosen a free one and told its children. */
    port: number;
    /** The first API key, or null: then the one in `secrets/desk-api-key`. */
    apiKey: string | null;
    maxUploadBytes: number;
    /** An upload that sends no byte for so long is given up. */
    uploadIdleMs: number;
    /** How long a job waits for its document's indexing. */
    processingWindowMs: number;
    workerConcurrency: number;
    /** Requests that one API key may make in a minute; 0 = as many as it likes. The key of the configuration is not limited. */
    keyRequestsPerMinute: number;
  };
  /** A deployment of the service that the desk shall use instead of the embedded one, or null. */
  deployment: { url: string; key: string } | null;
  /** The company's own sign-in (OpenID Connect), or null. */
  company: CompanyConfig | null;
  database: { url: string | null; connections: number };
  blobs: BlobConfig;
  reading: {
    processes: number;
    memoryMb: number;
    timeoutMs: number;
    /** ISO 639-1 codes of the languages to expect in text recognition, or null for all that it has a second reader for. */
    languages: string[] | null;
    maxPages: number;
    maxPixels: number;
    maxUnpackedBytes: number;
    ocrModelDir: string | null;
    /** Fonts for PDFs that name Chinese, Japanese or Korean ones without embedding them; the system's when null. */
    fontDir: string | null;
  };
  /** Prices in any currency for a million tokens, to record the cost. */
  llm: {
    baseUrl: string;
    model: string;
    key: string | null;
    /** Milliseconds for all requests about one document. */
    deadlineMs: number;
    prices: { input: number; output: number } | null;
  } | null;
  /** True under the launcher: no other machine works on this database, so running jobs are re-queued at start. */
  singleMachine: boolean;
};

/** Wrong settings; the message names each one and what is wrong with it, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration from the environment; the only reader of `process.env` in the product.
 * @throws ConfigError naming every wrong variable (never its value: it may be a secret)
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are wrong:\n${lines.join('\n')}`);
  }
  return toConfig(parsed.data);
}

function toConfig(values: Environment): Config {
  const rootDir = path.resolve(/* turbopackIgnore: true */ values.COUNTERSIGN_ROOT ?? process.cwd());
  const dataDir = path.resolve(rootDir, values.COUNTERSIGN_DATA_DIR);
  const spareCores = Math.max(1, availableParallelism() - 1);
  return {
    rootDir,
    dataDir,
    reserveBytes: values.COUNTERSIGN_FREE_SPACE_MB * MIB,
    log: { level: values.COUNTERSIGN_LOG_LEVEL, format: values.COUNTERSIGN_LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json') },
    web: {
      host: values.HOST,
      port: values.PORT,
      publicUrl: values.COUNTERSIGN_PUBLIC_URL ?? null,
      trustProxy: values.COUNTERSIGN_TRUST_PROXY,
      setUpToken: values.COUNTERSIGN_SET_UP_TOKEN ?? null,
      requestTimeoutMs: values.COUNTERSIGN_REQUEST_TIMEOUT_SECONDS * 1000,
      requestsAtOnce: {
        perKey: values.COUNTERSIGN_KEY_REQUESTS_AT_ONCE,
        perAddress: values.COUNTERSIGN_ADDRESS_REQUESTS_AT_ONCE,
      },
    },
    service: {
      host: values.COUNTERSIGN_SERVICE_HOST,
      port: values.COUNTERSIGN_SERVICE_PORT,
      apiKey: values.COUNTERSIGN_API_KEY ?? null,
      maxUploadBytes: values.COUNTERSIGN_MAX_UPLOAD_BYTES,
      uploadIdleMs: values.COUNTERSIGN_UPLOAD_IDLE_SECONDS * 1000,
      processingWindowMs: values.COUNTERSIGN_PROCESSING_WINDOW_SECONDS * 1000,
      workerConcurrency: values.COUNTERSIGN_WORKER_CONCURRENCY ?? spareCores + 1,
      keyRequestsPerMinute: values.COUNTERSIGN_KEY_REQUESTS_PER_MINUTE,
    },
    deployment: values.COUNTERSIGN_SERVICE_URL ? { url: values.COUNTERSIGN_SERVICE_URL, key: values.COUNTERSIGN_SERVICE_KEY ?? '' } : null,
    company: toCompany(values),
    database: { url: values.DATABASE_URL ?? null, connections: values.COUNTERSIGN_DATABASE_CONNECTIONS },
    blobs: toBlobs(values, dataDir),
    reading: {
      processes: values.COUNTERSIGN_READING_PROCESSES ?? spareCores,
      memoryMb: values.COUNTERSIGN_READING_MEMORY_MB,
      timeoutMs: values.COUNTERSIGN_READING_TIMEOUT_SECONDS * 1000,
      languages: values.COUNTERSIGN_READING_LANGUAGES ?? null,
      maxPages: values.COUNTERSIGN_READING_MAX_PAGES,
      maxPixels: values.COUNTERSIGN_READING_MAX_PIXELS,
      maxUnpackedBytes: values.COUNTERSIGN_READING_MAX_UNPACKED_BYTES,
      ocrModelDir: values.COUNTERSIGN_OCR_MODEL_DIR ?? null,
      fontDir: values.COUNTERSIGN_FONT_DIR ?? null,
    },
    llm: values.COUNTERSIGN_LLM_BASE_URL
      ? {
          baseUrl: values.COUNTERSIGN_LLM_BASE_URL,
          model: values.COUNTERSIGN_LLM_MODEL ?? '',
          key: values.COUNTERSIGN_LLM_KEY ?? null,
          deadlineMs: Math.ceil(values.COUNTERSIGN_LLM_TIMEOUT_SECONDS * 1000),
          prices:
            values.COUNTERSIGN_LLM_PRICE_INPUT === undefined || values.COUNTERSIGN_LLM_PRICE_OUTPUT === undefined
              ? null
              : { input: values.COUNTERSIGN_LLM_PRICE_INPUT, output: values.COUNTERSIGN_LLM_PRICE_OUTPUT },
        }
      : null,
    singleMachine: values.COUNTERSIGN_SINGLE_MACHINE,
  };
}

function toCompany(values: Environment): CompanyConfig | null {
  const { COUNTERSIGN_OIDC_ISSUER: issuer, COUNTERSIGN_OIDC_CLIENT_ID: clientId, COUNTERSIGN_OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    label: values.COUNTERSIGN_OIDC_LABEL,
    domains: (values.COUNTERSIGN_OIDC_DOMAINS ?? []).map((domain) => domain.toLowerCase().replace(/^@/, '')),
    defaultRole: values.COUNTERSIGN_OIDC_DEFAULT_ROLE,
    trustEmail: values.COUNTERSIGN_OIDC_TRUST_EMAIL,
  };
}

function toBlobs(values: Environment, dataDir: string): BlobConfig {
  if (!(values.S3_ENDPOINT && values.S3_BUCKET && values.S3_ACCESS_KEY && values.S3_SECRET_KEY)) {
    return { kind: 'folder', folder: path.join(dataDir, 'blobs') };
  }
  return {
    kind: 's3',
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
    accessKey: values.S3_ACCESS_KEY,
    secretKey: values.S3_SECRET_KEY,
  };
}

/** Address of the embedded service as other programs of this machine reach it, without `/v1` and without a slash at the end. */
export function embeddedServiceUrl(config: Config): string {
  const host = ['0.0.0.0', '::'].includes(config.service.host) ? '127.0.0.1' : config.service.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.service.port}`;
}

/** The connection string of the database. @throws ConfigError when a program is started alone without `DATABASE_URL` */
export function requireDatabaseUrl(config: Config): string {
  if (config.database.url) return config.database.url;
  throw new ConfigError('DATABASE_URL is not set. Start everything with "npm start", or name a PostgreSQL database.');
}
