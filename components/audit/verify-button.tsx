'use client';

import { ShieldCheck, X } from 'lucide-react';
import { formatFullMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { useVerifyAudit } from '#lib/client/team/audit.ts';

type Verify = ReturnType<typeof useVerifyAudit>;

/** Has the whole chain of entries checked. */
export function VerifyButton({ verify }: { verify: Verify }) {
  return (
    <Button icon={<ShieldCheck size={14} aria-hidden />} isPending={verify.isPending} onPress={() => verify.mutate()}>
      Verify the chain
    </Button>
  );
}

/** What the check found; nothing before it. */
export function Verdict({ verify }: { verify: Verify }) {
  const close = <IconButton label="Close" icon={<X size={14} aria-hidden />} onPress={() => verify.reset()} />;
  if (verify.isError) {
    return (
      <Notice tone="bad" title="The chain could not be checked" className="mx-3 mb-2" actions={close}>
        {errorMessage(verify.error)}
      </Notice>
    );
  }
  if (!verify.data) return null;
  const { broken, checked, head, verified_at } = verify.data;
  const count = `${checked.toLocaleString('en')} ${checked === 1 ? 'entry' : 'entries'}`;
  if (broken) {
    return (
      <Notice tone="bad" title={`Entry ${broken.id} was changed after it was written`} className="mx-3 mb-2" actions={close}>
        It is dated {formatFullMoment(broken.at)}. The {count} before it are unchanged; this entry and everything after it cannot be
        trusted. Restore the database from a backup, and find out who can write to it.
      </Notice>
    );
  }
  return (
    <div role="status" className="mx-3 mb-2 flex items-center gap-2.5 rounded-md bg-ok-soft px-3 py-2">
      <ShieldCheck size={16} aria-hidden className="shrink-0 text-ok" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{count} checked, no changes found.</span>{' '}
        {head ? (
          <span className="text-ink-muted text-xs">
            Last entry {head.id}, <code className="break-all font-mono">{head.hash.slice(0, 16)}…</code> at {formatFullMoment(verified_at)}.
            Keep a copy elsewhere: it proves later that no entries were removed from the end.
          </span>
        ) : null}
      </p>
      {close}
    </div>
  );
}
