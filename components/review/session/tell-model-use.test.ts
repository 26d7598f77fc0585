import { expect, test } from 'vitest';
import { tellModelUse } from './tell-model-use.ts';

test('what a model took is told with its cost only where prices are known', () => {
  const use = { model: 'm', requests: 2, prompt_tokens: 1200, completion_tokens: 34, duration_ms: 4210, error: null };
  expect(tellModelUse(use)).toBe('m: 2 questions, 1,234 tokens, 4.2 s');
  expect(tellModelUse({ ...use, requests: 1, cost: 0.0125 })).toBe('m: 1 question, 1,234 tokens, 4.2 s, cost 0.0125');
});
