import { setTimeout as wait } from 'node:timers/promises';
import { traceCall } from '#lib/platform/http/trace-call.ts';

/** Why a model gave no usable answer. `truncated` and `not_json` can be cured by asking for less or again. */
export type ModelFault =
  | 'unreachable'
  | 'refused_request'
  | 'rate_limited'
  | 'timed_out'
  | 'not_json'
  | 'truncated'
  | 'refusal'
  | 'too_long';

/** What asking took so far. */
export type ModelCount = { requests: number; promptTokens: number; completionTokens: number };

export class ModelError extends Error {
  override name = 'ModelError';
  readonly fault: ModelFault;
  /** What was spent before it was of no use. */
  spent: ModelCount = { requests: 0, promptTokens: 0, completionTokens: 0 };

  /** @param message a sentence for the person; never the key, the address or the model's own words. */
  constructor(fault: ModelFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export type ModelSettings = {
  baseUrl: string;
  model: string;
  key: string | null;
  /** For a million tokens, to record the cost. */
  prices?: { input: number; output: number } | null;
  /** Milliseconds for all requests about one document. */
  deadlineMs: number;
  /** Milliseconds for one request. */
  timeoutMs?: number;
  /** Requests made at most for one question when the endpoint is in trouble. */
  tries?: number;
  /** Milliseconds before the second try; doubles. */
  backoffMs?: number;
};

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

const MAX_BODY = 8 * 1024 * 1024;
const MAX_WAIT_MS = 30_000;

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BODY) throw new ModelError('too_long', 'The response of the language model is too large.');
  }
  return text + decoder.decode();
}

function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (!header) return null;
  const seconds = Number(header);
  return Number.isFinite(seconds) ? seconds * 1000 : Math.max(0, Date.parse(header) - Date.now()) || null;
}

type Envelope = {
  choices?: { message?: { content?: unknown; refusal?: unknown }; finish_reason?: unknown }[];
  usage?: Record<string, unknown>;
};

function parseEnvelope(body: string): Envelope {
  try {
    return JSON.parse(body) as Envelope;
  } catch (cause) {
    throw new ModelError('not_json', 'The language model’s endpoint did not answer in JSON.', { cause });
  }
}

function parseAnswer(envelope: Envelope): Record<string, unknown> {
  const choice = envelope?.choices?.[0];
  if (choice?.message?.refusal) throw new ModelError('refusal', 'The language model refused to read this document.');
  if (choice?.finish_reason === 'length') throw new ModelError('truncated', 'The language model’s answer was cut off.');
  const content = typeof choice?.message?.content === 'string' ? choice.message.content : '';
  // Models without structured output like to wrap JSON in a fence or a sentence.
  const json = content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1);
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch (cause) {
    throw new ModelError('not_json', 'The language model did not answer with the fields.', { cause });
  }
  if (typeof answer !== 'object' || answer === null) throw new ModelError('not_json', 'The language model did not answer with the fields.');
  return answer as Record<string, unknown>;
}

/** Nothing of the trace goes along: the endpoint is somebody else's. */
function post({ baseUrl, key }: ModelSettings, body: string, signal: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body,
    signal,
    redirect: 'error',
  });
}

/**
 * Asks an OpenAI-compatible endpoint (`POST {baseUrl}/chat/completions`) for JSON of a schema. Tries again, with jitter
 * and honouring `Retry-After` up to 30 s, when the endpoint cannot be reached, is busy (429) or in trouble (5xx).
 * @param spent what it takes is added here, also when it fails
 * @throws ModelError; AbortError when `signal` is aborted
 */
export async function chat(
  settings: ModelSettings,
  request: { messages: ChatMessage[]; schema: Record<string, unknown> },
  signal: AbortSignal,
  spent: ModelCount,
): Promise<Record<string, unknown>> {
  const { tries = 4, backoffMs = 1000, timeoutMs = 120_000 } = settings;
  const body = JSON.stringify({
    model: settings.model,
    messages: request.messages,
    temperature: 0,
    response_format: { type: 'json_schema', json_schema: { name: 'fields', strict: true, schema: request.schema } },
  });
  let fault: ModelError = new ModelError('unreachable', 'The language model cannot be reached.');
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    let pause = backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random());
    const limit = AbortSignal.timeout(timeoutMs);
    spent.requests += 1;
    try {
      const asked = { method: 'POST', template: '/chat/completions' };
      const { response, text } = await traceCall(settings.baseUrl, asked, async () => {
        const response = await post(settings, body, AbortSignal.any([signal, limit]));
        return { status: response.status, response, text: await readBody(response) };
      });
      if (response.ok) {
        const envelope = parseEnvelope(text);
        const count = (name: string) => (typeof envelope?.usage?.[name] === 'number' ? (envelope.usage[name] as number) : 0);
        spent.promptTokens += count('prompt_tokens');
        spent.completionTokens += count('completion_tokens');
        return parseAnswer(envelope);
      }
      if (response.status === 429) {
        fault = new ModelError('rate_limited', 'The language model’s endpoint is busy.');
        pause = Math.min(retryAfterMs(response) ?? pause, MAX_WAIT_MS);
      } else if (response.status >= 500) {
        fault = new ModelError('unreachable', `The language model’s endpoint reports a fault (${response.status}).`);
      } else {
        throw new ModelError(
          'refused_request',
          `The language model’s endpoint refused the request (${response.status}). Check its address, key and model.`,
        );
      }
    } catch (error) {
      if (signal.aborted || error instanceof ModelError) throw error;
      fault = limit.aborted
        ? new ModelError('timed_out', 'The language model took too long to answer.', { cause: error })
        : new ModelError('unreachable', 'The language model cannot be reached.', { cause: error });
    }
    if (attempt < tries) await wait(pause, undefined, { signal });
  }
  throw fault;
}
