import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * The answer before stays visible while the next comes, but only if both are of the same subject: what was asked of one
 * document or schema is never shown, not even for a moment, under the name of another.
 *
 * @param subject what the key of both queries begins with
 */
export function keepOfTheSame(subject: QueryKey) {
  return <Data>(before: Data | undefined, asked: { queryKey: QueryKey } | undefined): Data | undefined =>
    asked && hashKey(asked.queryKey.slice(0, subject.length)) === hashKey(subject) ? before : undefined;
}
