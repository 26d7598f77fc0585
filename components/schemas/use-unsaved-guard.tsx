'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';

/**
 * Asks before unsaved changes are left by a link of ours or by closing the tab.
 * @returns the dialog, to be rendered
 */
export function useUnsavedGuard(isDirty: boolean): ReactNode {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a[href]');
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin) return;
      if (link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={target !== null}
      onClose={() => setTarget(null)}
      onConfirm={() => {
        const path = target;
        setTarget(null);
        if (path) router.push(path);
      }}
      confirmLabel="Leave"
      isDanger
    >
      The changes to this schema are not saved yet. This tab keeps them and offers them when you come back.
    </ConfirmDialog>
  );
}
