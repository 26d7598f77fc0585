import type { FilledMetadata } from '#lib/contract/desk/deployment-metadata.ts';

/** What went to the deployment together with the file. */
export function SentWith({ metadata }: { metadata: FilledMetadata | undefined }) {
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <span className="break-words text-ink-muted text-xs">
      Sent with it:{' '}
      {entries.map(([name, value], at) => (
        <span key={name}>
          {at > 0 ? ', ' : ''}
          <bdi>{name}</bdi> “<bdi>{typeof value === 'string' ? value : value.join(', ')}</bdi>”
        </span>
      ))}
    </span>
  );
}
