import { SettingsPart } from '../settings-page.tsx';

/** The way to a schedule, and to one backup by hand. */
export function HowToBackUp({ hasRuns }: { hasRuns: boolean }) {
  return (
    <SettingsPart title={hasRuns ? 'Make them by schedule' : 'Make the first one'}>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-ink-muted marker:text-ink-faint">
        <li>
          Choose a folder on another disk or machine, or a bucket, and set <Code>COUNTERSIGN_BACKUP_FOLDER</Code> to it:{' '}
          <Code>/mnt/backups</Code> or <Code>s3://BUCKET/PREFIX</Code>. A bucket needs <Code>COUNTERSIGN_BACKUP_S3_ENDPOINT</Code> and keys
          as well, unless the documents are on the same server.
        </li>
        <li>
          Set <Code>COUNTERSIGN_BACKUP_PASSPHRASE</Code> so that backups are encrypted, and keep it elsewhere: without it nobody can
          restore.
        </li>
        <li>
          Restart Countersign. It makes a backup every day; <Code>COUNTERSIGN_BACKUP_EVERY_HOURS</Code> changes that.
        </li>
      </ol>
      <p className="mt-3 text-ink-muted">
        By hand: <Code>node dist/countersign.mjs backup PLACE</Code>, while everything runs.
        {hasRuns ? ' The first backup in a new place has to be made this way.' : ''}
      </p>
    </SettingsPart>
  );
}

const Code = ({ children }: { children: string }) => <code className="break-words font-mono text-ink text-xs">{children}</code>;
