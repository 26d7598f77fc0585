'use client';

import { useQuery } from '@tanstack/react-query';
import { useMay } from '#components/shared/current-user.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { inboxSettingsQuery, useSaveInboxSettings } from '#lib/client/team/inbox.ts';
import type { InboxMail, InboxSettings } from '#lib/contract/desk/inbox.ts';
import { SettingsPart } from '../settings-page.tsx';

const OPTIONS: { id: InboxMail; label: string; description: string }[] = [
  { id: 'off', label: 'Off', description: 'The inbox alone tells you' },
  { id: 'at_once', label: 'At once', description: 'A minute after something came that you have not read' },
  { id: 'digest', label: 'Each morning', description: 'One mail after 7:00 with what is unread' },
];

/** Whether mails come about what is new in the inbox; how to set mail up, where nobody has. */
export function MailPart() {
  const settings = useQuery(inboxSettingsQuery);
  return (
    <SettingsPart title="E-mail" words="Mails contain only names and links, never the contents of documents or comments.">
      <LoadingPart query={settings}>{(own) => (own.mail_is_set_up ? <MailChoice settings={own} /> : <NotSetUp />)}</LoadingPart>
    </SettingsPart>
  );
}

function MailChoice({ settings: { mail, trouble } }: { settings: InboxSettings }) {
  const save = useSaveInboxSettings();
  const choose = (next: InboxMail) =>
    save.mutate(
      { mail: next, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      { onSuccess: () => showToast({ tone: 'ok', title: next === 'off' ? 'No mail will come' : 'Mails will come' }) },
    );
  return (
    <div className="max-w-105 space-y-3">
      <Select label="Mail about your inbox" options={OPTIONS} value={save.isPending ? save.variables.mail : mail} onChange={choose} />
      {save.error ? <Notice tone="bad">{errorMessage(save.error)}</Notice> : null}
      {trouble ? <Notice tone="warn">The mail server did not take the last mail: {trouble}</Notice> : null}
    </div>
  );
}

function NotSetUp() {
  const isAdmin = useMay('admin');
  if (!isAdmin) return <p className="text-ink-muted">Mail is not set up on this desk. An admin can do so.</p>;
  return (
    <Notice tone="info">
      <p>
        Mail is not set up. Set <code>SMTP_URL</code> (or <code>SMTP_HOST</code>, <code>SMTP_PORT</code>, <code>SMTP_USER</code> and{' '}
        <code>SMTP_PASSWORD</code>), <code>MAIL_FROM</code> and <code>COUNTERSIGN_PUBLIC_URL</code> in the environment and start again.
      </p>
    </Notice>
  );
}
