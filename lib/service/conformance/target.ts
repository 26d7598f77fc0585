/** A deployment under test. */
export type Target = {
  /** Without `/v1` and without a slash at the end. */
  baseUrl: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
  /** A schema of a deployment that gives no way to create one. */
  schemaId: string | null;
  /** Milliseconds that indexing and jobs may take. */
  patienceMs: number;
};

/**
 * One statement about the interface. `shown`: the interface document says so, every deployment must agree.
 * `decided`: our own answer to what it leaves open; checked only where a deployment announces itself as ours.
 */
export type Case = { about: string; says: string; level: 'shown' | 'decided'; check: (target: Target) => Promise<void> };

/** Makes the cases about one thing. */
export const about =
  (what: string, level: Case['level']) =>
  (says: string, check: Case['check']): Case => ({ about: what, says, level, check });

/** A case that cannot be checked here; the message says why. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}

export type Seen = { status: number; headers: Headers; body: unknown; text: string };

/** Sends a request with the key (or with other headers) and reads the whole answer. `path` from `/v1` on. */
export async function send(
  target: Target,
  method: string,
  path: string,
  options: { json?: unknown; body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Seen> {
  const json = options.json === undefined ? {} : { body: JSON.stringify(options.json) };
  const response = await target.fetch(
    new Request(target.baseUrl + path, {
      method,
      ...json,
      ...(options.body === undefined ? {} : { body: options.body }),
      headers: {
        authorization: `Bearer ${target.key}`,
        ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
    }),
  );
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // not JSON: `text` has it
  }
  return { status: response.status, headers: response.headers, body, text };
}

/** Uploads a text as a file. */
export function upload(
  target: Target,
  options: { text?: string; name?: string; metadata?: string; headers?: Record<string, string> } = {},
): Promise<Seen> {
  const form = new FormData();
  form.set('file', new File([options.text ?? SAMPLE], options.name ?? 'conformance.txt', { type: 'text/plain' }));
  if (options.metadata !== undefined) form.set('metadata', options.metadata);
  return send(target, 'POST', '/v1/documents', { body: form, headers: options.headers ?? {} });
}

/** A new text each time, so that no deployment answers from memory. */
export const SAMPLE = `Order confirmation

Order number: KD-58213
Order date: 14 May 2026
Grand total: 318.40 EUR

We confirm your order of two folding chairs and one reading lamp. The goods leave our
warehouse on Monday and arrive within three working days. Please check the parcel when
it arrives and tell us within a week if anything is damaged.
`;

/** Uploads and waits until the document is completed; its last state. */
export async function uploadCompleted(target: Target, text?: string): Promise<Fields> {
  const uploaded = await upload(target, text === undefined ? {} : { text });
  equal(uploaded.status, 201, 'status of the upload');
  const { id } = fields(uploaded.body);
  return poll(target, `/v1/documents/${id}`, (document) => document.status === 'completed');
}

/** Asks again and again until `done`; fails for a failed state or when patience ends. */
export async function poll(target: Target, path: string, done: (record: Fields) => boolean): Promise<Fields> {
  for (const end = Date.now() + target.patienceMs; ; ) {
    const { status, body } = await send(target, 'GET', path);
    equal(status, 200, `status of GET ${path}`);
    const record = fields(body);
    if (done(record)) return record;
    if (/fail|error|cancel/i.test(String(record.status)))
      throw new Error(`it ended as ${String(record.status)}: ${JSON.stringify(record.error)}`);
    if (Date.now() > end) throw new Error(`still ${String(record.status)} after ${target.patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The schema jobs are created with: the given one, else one made for this run. */
export async function findSchemaId(target: Target): Promise<string> {
  if (target.schemaId) return target.schemaId;
  const created = await send(target, 'POST', '/v1/schemas', { json: SCHEMA });
  if (created.status !== 201) throw new NotApplicable('needs the id of a schema of this deployment');
  return String(fields(created.body).id);
}

export const SCHEMA = {
  name: 'Conformance order',
  fields: [
    { name: 'order_number', type: 'string', label: 'Order number' },
    { name: 'order_date', type: 'date', label: 'Order date' },
    { name: 'grand_total', type: 'money', label: 'Grand total' },
  ],
};

export type Fields = Record<string, unknown>;

/** The value as an object. */
export function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`expected a JSON object, got ${JSON.stringify(value)?.slice(0, 200)}`);
  return value as Fields;
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)?.slice(0, 300)}`);
}

export function ensure(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Checks a problem document: media type, status, code. */
export function isProblem(seen: Seen, status: number, code: string): Fields {
  equal(seen.status, status, `status (${seen.text.slice(0, 200)})`);
  ensure(seen.headers.get('content-type')?.startsWith('application/problem+json'), 'the answer is no application/problem+json');
  const problem = fields(seen.body);
  equal([problem.status, problem.code], [status, code], 'status and code in the problem');
  for (const name of ['type', 'title']) ensure(typeof problem[name] === 'string', `the problem has no ${name}`);
  ensure(!/node_modules|\.ts:|\bat .*\(|\/(home|root|usr|var|tmp)\//.test(seen.text), 'the problem shows a path or a stack');
  return problem;
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/;
export const NOWHERE = '00000000-0000-4000-8000-000000000000';
