import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/**
 * Documents whose attachments are folded away, in this tab until it is left.
 * @param search what is searched: another search unfolds all, so that nothing found is hidden
 */
export function useFolded(search: string) {
  const [kept, setKept] = useState({ search, ids: NONE });
  const folded = kept.search === search ? kept.ids : NONE;
  const fold = useCallback(
    (id: string, isFolded: boolean) => {
      setKept((before) => {
        const ids = new Set(before.search === search ? before.ids : NONE);
        if (isFolded) ids.add(id);
        else ids.delete(id);
        return { search, ids };
      });
    },
    [search],
  );
  return { folded, fold };
}
