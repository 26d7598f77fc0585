import { foldText } from '#lib/document/values/fold-text.ts';

/**
 * The items whose words hold every word of the query, best first: beginning with it, then holding a word that begins with it,
 * then the rest; among equals what was used last comes first, then the given order.
 * @param recent ids, last used first
 */
export function rankItems<Item extends { id: string; label: string; detail?: string | undefined }>(
  items: readonly Item[],
  query: string,
  recent: readonly string[],
): Item[] {
  const sought = foldText(query.trim());
  const words = sought.split(/\s+/).filter(Boolean);
  const age = (id: string) => {
    const at = recent.indexOf(id);
    return at < 0 ? recent.length : at;
  };
  return items
    .map((item, index) => {
      const label = foldText(item.label);
      const all = `${label} ${foldText(item.detail ?? '')}`;
      const fits = words.every((word) => all.includes(word));
      const closeness = label.startsWith(sought)
        ? 0
        : label.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(words[0] ?? ''))
          ? 1
          : 2;
      return { item, fits, closeness: sought === '' ? 0 : closeness, age: age(item.id), index };
    })
    .filter(({ fits }) => fits)
    .sort((a, b) => a.closeness - b.closeness || a.age - b.age || a.index - b.index)
    .map(({ item }) => item);
}
