import { desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { ChangeInboxSettings, InboxSettings } from '#lib/contract/desk/inbox.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { dayBegun } from '../plan-mails.ts';
import { inboxMails, inboxSettings } from '../tables.ts';

/** Whether a person gets mails, and whether the desk can send any. @param options.isAdmin admins are told what went wrong last */
export async function getInboxSettings(desk: Desk, personId: string, options: { isAdmin: boolean }): Promise<InboxSettings> {
  const [row] = await desk.database.select().from(inboxSettings).where(eq(inboxSettings.personId, personId));
  const isSetUp = desk.config.mail !== null;
  return { mail: row?.mail ?? 'off', mail_is_set_up: isSetUp, trouble: isSetUp && options.isAdmin ? await findTrouble(desk) : null };
}

/** What the mail server said to the last mail that it was asked to take; null = it took it. */
async function findTrouble({ database }: Desk): Promise<string | null> {
  const [last] = await database
    .select({ failure: inboxMails.failure })
    .from(inboxMails)
    .where(or(isNotNull(inboxMails.sentAt), isNotNull(inboxMails.failure)))
    .orderBy(desc(sql`coalesce(${inboxMails.sentAt}, ${inboxMails.createdAt})`))
    .limit(1);
  return last?.failure ?? null;
}

/** Chooses whether mails come: what is in the inbox already is not mailed at once; a digest begins the next morning. */
export async function saveInboxSettings(
  desk: Desk,
  actor: NonNullable<Actor>,
  change: ChangeInboxSettings,
  options: { isAdmin: boolean },
): Promise<InboxSettings> {
  const at = now();
  await desk.database.transaction(async (transaction) => {
    const [before] = await transaction.select().from(inboxSettings).where(eq(inboxSettings.personId, actor.id)).for('update');
    const isSame = before?.mail === change.mail;
    const columns = {
      mail: change.mail,
      timeZone: change.time_zone,
      ...(isSame ? {} : { since: at, digestDay: dayBegun(at, change.time_zone) }),
    };
    await transaction
      .insert(inboxSettings)
      .values({ personId: actor.id, since: at, ...columns })
      .onConflictDoUpdate({ target: inboxSettings.personId, set: columns });
    if (isSame || (!before && change.mail === 'off')) return;
    await appendAudit(transaction, [{ actor, event: 'account.mail_changed', detail: { from: before?.mail ?? 'off', to: change.mail } }]);
  });
  return getInboxSettings(desk, actor.id, options);
}
