import { z } from 'zod';
import { roleSchema } from '#lib/contract/desk/user.ts';
import { KNOWN_LANGUAGES, parseLanguages } from './parse-languages.ts';
import { parseS3Address } from './s3-address.ts';
import { findTracingFaults, tracingVariables } from './tracing-settings.ts';

/** Bytes. */
export const MIB = 1024 * 1024;

const text = z.string().trim().min(1);
const switchText = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])
  .transform((word) => ['true', '1', 'yes', 'on'].includes(word));
const proxyCount = z
  .string()
  .trim()
  .regex(/^(true|false|yes|no|on|off|\d)$/, 'must be true, false, or how many proxies stand in a row: 1 to 9')
  .transform((word) => (/^\d$/.test(word) ? Number(word) : Number(switchText.parse(word))));
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

const passphrase = text.min(12, 'must have at least 12 characters').max(500);
const backupPlace = text.superRefine((place, context) => {
  try {
    parseS3Address(place);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

/** The environment's variables: their defaults, their limits and which go together. */
export const environmentSchema = z
  .object({
    COUNTERSIGN_ROOT: text.optional(),
    COUNTERSIGN_DATA_DIR: text.default('./data'),
    COUNTERSIGN_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    COUNTERSIGN_LOG_FORMAT: z.enum(['json', 'pretty']).optional(),

    HOST: text.default('127.0.0.1'),
    PORT: port.min(1).default(3000),
    COUNTERSIGN_PUBLIC_URL: httpUrl.optional(),
    COUNTERSIGN_TRUST_PROXY: proxyCount.default(0),
    COUNTERSIGN_SET_UP_TOKEN: text.min(16, 'must have at least 16 characters').max(200).optional(),

    COUNTERSIGN_SESSION_SECRET: text.min(32, 'must have at least 32 characters').max(200).optional(),
    COUNTERSIGN_ENCRYPTION_KEY: text
      .refine((key) => /^[\w-]{43}=?$/.test(key), 'must be 32 random bytes in base64url: 43 characters')
      .optional(),

    COUNTERSIGN_ACCEPT_SECRETS: switchText.default(false),

    COUNTERSIGN_MONITORING_HOST: text.default('127.0.0.1'),
    COUNTERSIGN_MONITORING_PORT: port.min(1).optional(),
    COUNTERSIGN_BACKUP_FOLDER: backupPlace.optional(),
    COUNTERSIGN_BACKUP_EVERY_HOURS: count(1, 720).default(24),
    COUNTERSIGN_BACKUP_KEEP: count(1, 1000).optional(),
    COUNTERSIGN_BACKUP_PASSPHRASE: passphrase.optional(),
    COUNTERSIGN_BACKUP_NEW_PASSPHRASE: passphrase.optional(),
    COUNTERSIGN_BACKUP_S3_ENDPOINT: httpUrl.optional(),
    COUNTERSIGN_BACKUP_S3_REGION: text.default('us-east-1'),
    COUNTERSIGN_BACKUP_S3_ACCESS_KEY: text.optional(),
    COUNTERSIGN_BACKUP_S3_SECRET_KEY: text.optional(),

    COUNTERSIGN_SERVICE_HOST: text.default('127.0.0.1'),
    COUNTERSIGN_SERVICE_BIND: text.optional(),
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

    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://USER:PASSWORD@HOST:PORT or smtps://…' }).optional(),
    SMTP_HOST: text.optional(),
    SMTP_PORT: port.min(1).optional(),
    SMTP_USER: text.optional(),
    SMTP_PASSWORD: text.optional(),
    MAIL_FROM: text.max(300).optional(),

    COUNTERSIGN_OIDC_ISSUER: httpUrl.optional(),
    COUNTERSIGN_OIDC_CLIENT_ID: text.optional(),
    COUNTERSIGN_OIDC_CLIENT_SECRET: text.optional(),
    COUNTERSIGN_OIDC_LABEL: text.max(60).default('Sign in with your company'),
    COUNTERSIGN_OIDC_DOMAINS: list.optional(),
    COUNTERSIGN_OIDC_DEFAULT_ROLE: roleSchema.default('viewer'),
    COUNTERSIGN_OIDC_TRUST_EMAIL: switchText.default(false),

    ...tracingVariables,

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
    refuseIncompleteBackups(values, refuse);
    const oidc = ['COUNTERSIGN_OIDC_ISSUER', 'COUNTERSIGN_OIDC_CLIENT_ID', 'COUNTERSIGN_OIDC_CLIENT_SECRET'] as const;
    if (oidc.some((name) => values[name])) {
      for (const name of oidc) if (!values[name]) refuse(name, `is needed too: ${oidc.join(', ')} go together`);
    }
    for (const name of ['PORT', 'COUNTERSIGN_SERVICE_PORT'] as const) {
      if (values.COUNTERSIGN_MONITORING_PORT === values[name]) refuse('COUNTERSIGN_MONITORING_PORT', `must be another port than ${name}`);
    }
    for (const { name, message } of findTracingFaults(values)) refuse(name, message);
    refuseIncompleteMail(values, refuse);
    const issuer = values.COUNTERSIGN_OIDC_ISSUER;
    if (issuer?.startsWith('http:') && !/^http:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(issuer)) {
      refuse('COUNTERSIGN_OIDC_ISSUER', 'must be an https address, because whoever is between could sign in as anybody');
    }
    if (values.COUNTERSIGN_LLM_BASE_URL && !values.COUNTERSIGN_LLM_MODEL) {
      refuse('COUNTERSIGN_LLM_MODEL', 'is needed when COUNTERSIGN_LLM_BASE_URL is set');
    }
  });

type Refuse = (name: string, message: string) => void;
type BackupVariables = { [name in `COUNTERSIGN_BACKUP_${'FOLDER' | (typeof BACKUP_S3)[number]}` | 'S3_ENDPOINT']?: string | undefined };

const BACKUP_S3 = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

function refuseIncompleteBackups(values: BackupVariables, refuse: Refuse): void {
  const names = BACKUP_S3.map((name) => `COUNTERSIGN_BACKUP_${name}` as const);
  const isNone = names.every((name) => !values[name]);
  // without any, those of the file storage serve
  const isNeeded = values.COUNTERSIGN_BACKUP_FOLDER?.startsWith('s3://') && !values.S3_ENDPOINT;
  if (isNone && !isNeeded) return;
  for (const name of names) if (!values[name]) refuse(name, `is needed too: ${names.join(', ')} go together`);
}

type MailVariables = Partial<Record<'SMTP_URL' | 'SMTP_HOST' | 'SMTP_USER' | 'MAIL_FROM' | 'COUNTERSIGN_PUBLIC_URL', string | undefined>>;

function refuseIncompleteMail(values: MailVariables, refuse: Refuse): void {
  if (values.SMTP_URL && values.SMTP_HOST) refuse('SMTP_HOST', 'says the same as SMTP_URL: set one of them');
  if (values.SMTP_USER && !values.SMTP_HOST) refuse('SMTP_HOST', 'is needed when SMTP_USER is set');
  if (!values.SMTP_URL && !values.SMTP_HOST) return;
  if (!values.MAIL_FROM) refuse('MAIL_FROM', 'is needed when a mail server is set: the address that mails come from');
  else if (!/^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(values.MAIL_FROM)) refuse('MAIL_FROM', 'must be an address, or Name <address>');
  if (!values.COUNTERSIGN_PUBLIC_URL) refuse('COUNTERSIGN_PUBLIC_URL', 'is needed when a mail server is set: links in mails begin with it');
}

export type Environment = z.infer<typeof environmentSchema>;
