import type { ModelUse } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { type ChatMessage, chat, type ModelCount, ModelError, type ModelSettings } from './chat.ts';
import { halveWindow, splitWindows, type TextWindow } from './split-windows.ts';

/** Characters of one question; about six thousand tokens. */
const WINDOW = 24_000;
/** A document of more windows is asked about in its first ones only. */
const MAX_WINDOWS = 20;

export type WindowQuestion = {
  pages: readonly Page[];
  /** JSON Schema of each answer. */
  schema: Record<string, unknown>;
  /** @param windows how many windows the document has */
  ask: (text: string, windows: number) => ChatMessage[];
  windowCharacters?: number | undefined;
};

export type WindowAnswers = {
  /** In the document's order. */
  answers: Record<string, unknown>[];
  /** The last page of which all was asked about, 0 for none; null when the whole document was. */
  lastPage: number | null;
  /** `use.error` says in a sentence why the rest has no answer. */
  use: ModelUse;
};

const TOO_LATE = 'The language model took too long to answer.';

/**
 * Asks a model about a document, long ones in windows. An answer that is no JSON is asked for once more; one that was cut off is
 * asked for in halves. When a window has no usable answer, or the time of the document is over, the answers of those before stand.
 * @throws ModelError when the first window has no usable answer
 */
export async function askWindows(settings: ModelSettings, question: WindowQuestion, signal: AbortSignal): Promise<WindowAnswers> {
  const started = performance.now();
  const { deadlineMs } = settings;
  const deadline = AbortSignal.timeout(deadlineMs);
  // Half of the time for one request, so that one that hangs can be made again.
  const each = { ...settings, timeoutMs: Math.min(settings.timeoutMs ?? Math.ceil(deadlineMs / 2), deadlineMs) };
  const spent: ModelCount = { requests: 0, promptTokens: 0, completionTokens: 0 };
  const windows = splitWindows(question.pages, question.windowCharacters ?? WINDOW);

  async function ask(window: TextWindow, again = true): Promise<Record<string, unknown>[]> {
    const messages = question.ask(textOf(window), windows.length);
    try {
      return [await chat(each, { messages, schema: question.schema }, AbortSignal.any([signal, deadline]), spent)];
    } catch (error) {
      if (!(error instanceof ModelError)) {
        if (signal.aborted || !deadline.aborted) throw error;
        throw new ModelError('timed_out', TOO_LATE, { cause: error });
      }
      const halves = error.fault === 'truncated' ? halveWindow(window) : null;
      if (halves) return [...(await ask(halves[0])), ...(await ask(halves[1]))];
      if (error.fault === 'not_json' && again) return ask(window, false);
      throw error;
    }
  }

  const answers: Record<string, unknown>[] = [];
  let asked = 0;
  let fault: ModelError | null = null;
  for (const window of windows.slice(0, MAX_WINDOWS)) {
    try {
      answers.push(...(await ask(window)));
      asked += 1;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      error.spent = spent;
      if (answers.length === 0) throw error;
      fault = error;
      break;
    }
  }
  const use = modelUse(settings, spent, performance.now() - started);
  const next = windows[asked]?.lines[0];
  if (!next) return { answers, lastPage: null, use };
  const parts = `The model was asked about the first ${asked} of ${windows.length} parts of the document.`;
  return { answers, lastPage: next.page - 1, use: { ...use, error: `${fault?.message ?? 'The document is long.'} ${parts}` } };
}

/** What asking a model took, as it is recorded, without an error. @param durationMs milliseconds */
export function modelUse({ model, prices }: ModelSettings, spent: ModelCount, durationMs: number): ModelUse {
  return {
    model,
    requests: spent.requests,
    prompt_tokens: spent.promptTokens,
    completion_tokens: spent.completionTokens,
    cost: prices ? (spent.promptTokens * prices.input + spent.completionTokens * prices.output) / 1e6 : null,
    duration_ms: Math.round(durationMs),
    error: null,
  };
}

/** The lines of a window with a mark where a page begins. */
function textOf({ lines }: TextWindow): string {
  return lines.map(({ page, text }, index) => (page === lines[index - 1]?.page ? text : `--- page ${page} ---\n${text}`)).join('\n');
}
