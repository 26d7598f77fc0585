import type { ModelUse } from '#lib/contract/extraction.ts';
import type { Page } from '#lib/contract/reading.ts';
import { type ChatMessage, chat, ModelError, type ModelSettings } from './chat.ts';
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
  /** True when the end of the document was not asked about. */
  isPartial: boolean;
  use: ModelUse;
};

/**
 * Asks a model about a document, long ones in windows. An answer that is no JSON is asked for once more; one that was cut off is
 * asked for in halves.
 * @throws ModelError when a window has no usable answer
 */
export async function askWindows(settings: ModelSettings, question: WindowQuestion, signal: AbortSignal): Promise<WindowAnswers> {
  const started = performance.now();
  const tally = { requests: 0, promptTokens: 0, completionTokens: 0 };
  const windows = splitWindows(question.pages, question.windowCharacters ?? WINDOW);

  async function ask(window: TextWindow, again = true): Promise<Record<string, unknown>[]> {
    const messages = question.ask(textOf(window), windows.length);
    try {
      const answer = await chat(settings, { messages, schema: question.schema }, signal);
      tally.requests += answer.requests;
      tally.promptTokens += answer.promptTokens;
      tally.completionTokens += answer.completionTokens;
      return [answer.answer];
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      tally.requests += 1;
      const halves = error.fault === 'truncated' ? halveWindow(window) : null;
      if (halves) return [...(await ask(halves[0])), ...(await ask(halves[1]))];
      if (error.fault === 'not_json' && again) return ask(window, false);
      throw error;
    }
  }

  const answers: Record<string, unknown>[] = [];
  for (const window of windows.slice(0, MAX_WINDOWS)) answers.push(...(await ask(window)));
  const { prices } = settings;
  return {
    answers,
    isPartial: windows.length > MAX_WINDOWS,
    use: {
      model: settings.model,
      requests: tally.requests,
      prompt_tokens: tally.promptTokens,
      completion_tokens: tally.completionTokens,
      cost: prices ? (tally.promptTokens * prices.input + tally.completionTokens * prices.output) / 1e6 : null,
      duration_ms: Math.round(performance.now() - started),
      error: null,
    },
  };
}

/** The lines of a window with a mark where a page begins. */
function textOf({ lines }: TextWindow): string {
  return lines.map(({ page, text }, index) => (page === lines[index - 1]?.page ? text : `--- page ${page} ---\n${text}`)).join('\n');
}
