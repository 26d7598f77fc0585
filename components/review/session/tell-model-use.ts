import type { ModelUse } from '#lib/contract/service/extraction.ts';

/** What asking a language model took, in words: questions, tokens, time, and the cost where prices are known. */
export function tellModelUse({ model, requests, prompt_tokens, completion_tokens, cost, duration_ms }: ModelUse): string {
  const questions = requests === 1 ? '1 question' : `${requests} questions`;
  const tokens = `${(prompt_tokens + completion_tokens).toLocaleString('en')} tokens`;
  const seconds = `${(duration_ms / 1000).toFixed(1)} s`;
  return [`${model}: ${questions}`, tokens, seconds, ...(typeof cost === 'number' ? [`cost ${cost.toFixed(4)}`] : [])].join(', ');
}
