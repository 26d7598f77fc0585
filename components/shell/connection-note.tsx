'use client';

import { Unplug, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { stayOffline } from '#components/shared/stay-offline.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useConnection } from '#lib/client/http/use-connection.ts';
import { leavesPage } from './leaves-page.ts';

const KEPT = 'Changes are stored in this browser and sent when the connection is back.';

/** Says that the desk cannot be reached; nothing while it can. Without network no link leads out of the page, which would be lost. */
export function ConnectionNote() {
  const connection = useConnection();
  const isOffline = connection === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    const hold = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { href, target } = link;
      if (!leavesPage({ written: link.getAttribute('href') ?? '', href, target, isDownload: link.hasAttribute('download') })) return;
      if (!stayOffline()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', hold, true);
    return () => window.removeEventListener('click', hold, true);
  }, [isOffline]);
  return (
    <span role="status" title={connection === 'there' ? undefined : KEPT} className="flex min-w-0 items-center">
      {connection === 'there' ? null : (
        <Badge tone="warn" icon={isOffline ? <WifiOff size={12} aria-hidden /> : <Unplug size={12} aria-hidden />}>
          {isOffline ? 'No network' : 'The desk is not responding'}
          <span className="sr-only">. {KEPT}</span>
        </Badge>
      )}
    </span>
  );
}
