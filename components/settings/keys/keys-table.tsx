'use client';

import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import type { ApiKey } from '#lib/contract/desk/api-key.ts';
import { FramedTable } from '../framed-table.tsx';

export type KeysTableProps = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void };

/** All keys, one a line; those that work no more are said to. */
export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    <FramedTable label="API keys">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="max-md:hidden">Key</HeadCell>
          <HeadCell className="max-md:hidden">Permissions</HeadCell>
          <HeadCell className="max-md:hidden">Expires</HeadCell>
          <HeadCell className="max-lg:hidden">Last used</HeadCell>
          <HeadCell className="w-24">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} onRevoke={onRevoke} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function KeyRow({ of: key, onRevoke }: { of: ApiKey; onRevoke: (key: ApiKey) => void }) {
  const hasEnded = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
  const isDead = key.revoked_at !== null || hasEnded;
  return (
    <tr className={isDead ? 'text-ink-faint' : undefined}>
      <BodyCell className="py-1.5 md:min-w-40 max-md:w-full max-md:max-w-0">
        <span className="block truncate font-medium">{key.name}</span>
        <span className="block text-ink-muted text-xs">
          {key.configured ? 'Used by this desk' : `${key.made_by ? `${key.made_by}, ` : ''}${formatMoment(key.created_at)}`}
        </span>
        <span className="block text-ink-muted text-xs md:hidden">
          <code className="font-mono">{key.prefix}…</code> · {key.scopes.join(', ')}
          {key.expires_at && !isDead ? ` · expires ${formatMoment(key.expires_at)}` : null}
        </span>
      </BodyCell>
      <BodyCell className="max-md:hidden">
        <code className="font-mono text-xs">{key.prefix}…</code>
      </BodyCell>
      <BodyCell className="max-md:hidden">
        <span className="flex flex-wrap gap-1">
          {key.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">
        {key.expires_at ? <Moment at={key.expires_at} /> : 'Never'}
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-lg:hidden">
        {key.last_used_at ? <Moment at={key.last_used_at} /> : 'Never'}
      </BodyCell>
      <BodyCell className="text-right max-md:pl-0">
        {key.revoked_at ? (
          <Badge>Revoked</Badge>
        ) : hasEnded ? (
          <Badge>Expired</Badge>
        ) : key.configured ? null : (
          <Button size="small" variant="quiet" aria-label={`Revoke ${key.name}`} onPress={() => onRevoke(key)}>
            Revoke
          </Button>
        )}
      </BodyCell>
    </tr>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
