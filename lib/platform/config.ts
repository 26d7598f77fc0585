import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Role } from '#lib/contract/desk/user.ts';
import { type BackupSettings, type S3Account, toBackupSettings } from './backup-settings.ts';
import { type Environment, environmentSchema, MIB } from './environment-schema.ts';
import type { SecretName } from './secrets.ts';
import { withSettingFiles } from './setting-files.ts';
import { type TracingConfig, toTracing } from './tracing-settings.ts';

export type S3Config = S3Account & { kind: 's3'; bucket: string };
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

/** A mail server (SMTP) and who mails come from. */
export type MailConfig = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  login: { user: string; password: string } | null;
  /** An address, or `Name <address>`. */
  from: string;
};

export type Config = {
  /** The project's folder: migrations, models and built programs are found from here. Absolute. */
  rootDir: string;
  /** The one folder that holds all state. Absolute. */
  dataDir: string;
  /** Secrets that are given by settings. The others are made by the product: see `secretOf`. */
  secrets: Partial<Record<SecretName, string>>;
  /** Take the secrets that are there for the right ones, though the database was used with others. */
  acceptSecrets: boolean;
  backups: BackupSettings;
  /** Files that secrets were read from. Absolute. */
  secretFiles: string[];
  /** Bytes of its disk that uploads leave free for the database; work on what is there leaves half of them. */
  reserveBytes: number;
  log: { level: 'debug' | 'info' | 'warn' | 'error'; format: 'json' | 'pretty' };
  web: {
    host: string;
    port: number;
    /** The address people use, when it is not `http://host:port` (behind a proxy). No slash at the end. */
    publicUrl: string | null;
    /** Proxies in a row before the desk whose `x-forwarded-*` headers are believed. */
    trustedProxies: number;
    /** Node's limit for receiving one whole request, 0 = none (slow uploads need none; the idle limit guards). */
    requestTimeoutMs: number;
    /** Requests to `/v1` that one key and one address may have in hand at a time; 0 = as many as they like. */
    requestsAtOnce: { perKey: number; perAddress: number };
  };
  /** Where this program, or the launcher for all of them, tells how it is. Null = nowhere. */
  monitoring: { host: string; port: number } | null;
  /** Where traces are sent, or null. */
  tracing: TracingConfig | null;
  /** The embedded service. */
  service: {
    /** Where the other programs reach it: an address, or a name that several services share. */
    host: string;
    /** The address that it listens on. */
    bind: string;
    /** 0 until the launcher has chosen a free one and told its children. */
    port: number;
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
  /** Null = no mail is ever sent, and no mail server is asked. */
  mail: MailConfig | null;
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
  const rootDir = path.resolve(/* turbopackIgnore: true */ given.COUNTERSIGN_ROOT ?? process.cwd());
  const { settings, files, faults } = withSettingFiles(given, rootDir);
  const parsed = environmentSchema.safeParse(settings);
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ name: path.join('.'), message }));
  // what a file could not give is not wrong once more for being absent
  const absent = faults.map(({ name }) => name.replace(/_FILE$/, ''));
  const wrong = [...faults, ...issues.filter(({ name }) => !absent.includes(name))];
  if (wrong.length > 0 || !parsed.success) {
    throw new ConfigError(`These settings are wrong:\n${wrong.map(({ name, message }) => `  ${name}: ${message}`).join('\n')}`);
  }
  return toConfig(parsed.data, { rootDir, secretFiles: files });
}

function toConfig(values: Environment, { rootDir, secretFiles }: Pick<Config, 'rootDir' | 'secretFiles'>): Config {
  const dataDir = path.resolve(rootDir, values.COUNTERSIGN_DATA_DIR);
  const spareCores = Math.max(1, availableParallelism() - 1);
  return {
    rootDir,
    dataDir,
    secretFiles,
    secrets: {
      ...(values.COUNTERSIGN_API_KEY ? { 'desk-api-key': values.COUNTERSIGN_API_KEY } : {}),
      ...(values.COUNTERSIGN_SESSION_SECRET ? { 'session-secret': values.COUNTERSIGN_SESSION_SECRET } : {}),
      ...(values.COUNTERSIGN_ENCRYPTION_KEY ? { 'encryption-key': values.COUNTERSIGN_ENCRYPTION_KEY } : {}),
      ...(values.COUNTERSIGN_SET_UP_TOKEN ? { 'set-up-token': values.COUNTERSIGN_SET_UP_TOKEN } : {}),
    },
    acceptSecrets: values.COUNTERSIGN_ACCEPT_SECRETS,
    backups: toBackupSettings(values, rootDir),
    reserveBytes: values.COUNTERSIGN_FREE_SPACE_MB * MIB,
    log: { level: values.COUNTERSIGN_LOG_LEVEL, format: values.COUNTERSIGN_LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json') },
    web: {
      host: values.HOST,
      port: values.PORT,
      publicUrl: values.COUNTERSIGN_PUBLIC_URL ?? null,
      trustedProxies: values.COUNTERSIGN_TRUST_PROXY,
      requestTimeoutMs: values.COUNTERSIGN_REQUEST_TIMEOUT_SECONDS * 1000,
      requestsAtOnce: {
        perKey: values.COUNTERSIGN_KEY_REQUESTS_AT_ONCE,
        perAddress: values.COUNTERSIGN_ADDRESS_REQUESTS_AT_ONCE,
      },
    },
    monitoring: values.COUNTERSIGN_MONITORING_PORT
      ? { host: values.COUNTERSIGN_MONITORING_HOST, port: values.COUNTERSIGN_MONITORING_PORT }
      : null,
    tracing: toTracing(values),
    service: {
      host: values.COUNTERSIGN_SERVICE_HOST,
      bind: values.COUNTERSIGN_SERVICE_BIND ?? values.COUNTERSIGN_SERVICE_HOST,
      port: values.COUNTERSIGN_SERVICE_PORT,
      maxUploadBytes: values.COUNTERSIGN_MAX_UPLOAD_BYTES,
      uploadIdleMs: values.COUNTERSIGN_UPLOAD_IDLE_SECONDS * 1000,
      processingWindowMs: values.COUNTERSIGN_PROCESSING_WINDOW_SECONDS * 1000,
      workerConcurrency: values.COUNTERSIGN_WORKER_CONCURRENCY ?? spareCores + 1,
      keyRequestsPerMinute: values.COUNTERSIGN_KEY_REQUESTS_PER_MINUTE,
    },
    deployment: values.COUNTERSIGN_SERVICE_URL ? { url: values.COUNTERSIGN_SERVICE_URL, key: values.COUNTERSIGN_SERVICE_KEY ?? '' } : null,
    company: toCompany(values),
    mail: toMail(values),
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

function toMail(values: Environment): MailConfig | null {
  const from = values.MAIL_FROM ?? '';
  if (values.SMTP_URL) {
    const url = new URL(values.SMTP_URL);
    const secure = url.protocol === 'smtps:';
    const login = url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : null;
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (secure ? 465 : 587), secure, login, from };
  }
  if (!values.SMTP_HOST) return null;
  const port = values.SMTP_PORT ?? 587;
  return {
    host: values.SMTP_HOST,
    port,
    secure: port === 465,
    login: values.SMTP_USER ? { user: values.SMTP_USER, password: values.SMTP_PASSWORD ?? '' } : null,
    from,
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
  return `http://${hostInUrl(host)}:${config.service.port}`;
}

/** A host name or address as it stands in a URL: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The connection string of the database. @throws ConfigError when a program is started alone without `DATABASE_URL` */
export function requireDatabaseUrl(config: Config): string {
  if (config.database.url) return config.database.url;
  throw new ConfigError('DATABASE_URL is not set. Start everything with "npm start", or name a PostgreSQL database.');
}
