import { useCallback, useState } from 'react';

/** Documents whose attachments are folded away, in this tab until it is left. */
export function useFolded() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((id: string, isFolded: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return { folded, fold };
}
