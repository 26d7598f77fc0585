import type { KeyScope } from '#lib/contract/desk/api-key.ts';
import { IS_DEPRECATED_SUMMARY, IS_EXAMPLES, IS_MEMORY } from './paths.ts';

const SUBMIT = [/^\/v1\/documents$/, /^(\/v1\/(extractions|summaries|classifications|splittings)|\/summaries)\/jobs(\/[^/]+\/cancel)?$/];
const EXAMPLE = /^\/v1\/schemas\/[^/]+\/examples\/[^/]+$/;

/**
 * What a key must be allowed for a request. What is not named here is for admin keys.
 * @param query names of the parameters in its query
 */
export function scopesOf(method: string, path: string, query: readonly string[] = []): readonly KeyScope[] {
  if (path === '/v1/keys' || path.startsWith('/v1/keys/')) return ['admin'];
  if (method === 'GET' || method === 'HEAD') return ['read'];
  // its answer can be the summary of a document that somebody else submitted
  if (method === 'POST' && IS_DEPRECATED_SUMMARY.test(path)) return ['read', 'submit'];
  if (method === 'POST' && [...SUBMIT, IS_EXAMPLES, IS_MEMORY].some((pattern) => pattern.test(path))) return ['submit'];
  // who may teach may take it back; what all have taught is another matter
  if (method === 'DELETE' && (EXAMPLE.test(path) || (IS_EXAMPLES.test(path) && query.includes('document_id')))) return ['submit'];
  return ['admin'];
}
