import { and, eq, isNull } from 'drizzle-orm';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { now } from '#lib/platform/clock.ts';
import { type MailOutcome, sendMail } from '#lib/platform/mail/send-mail.ts';
import type { Desk, MailJob } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { IS_UNREAD, listGroups, ofPerson, toEntries } from './list-entries.ts';
import { inboxEntries, inboxMails, inboxSettings } from './tables.ts';
import { writeMail } from './write-mail.ts';

const MOST = 200;

/**
 * Sends a mail that was planned, with what of it is still unread. One that a mail server may have is never sent again.
 * @throws Error when the mail server did not take it: the job queue tries again later, for hours
 */
export async function sendInboxMail(desk: Desk, { mailId }: MailJob): Promise<void> {
  const { mail: config, web } = desk.config;
  const [planned] = await desk.database.select().from(inboxMails).where(eq(inboxMails.id, mailId));
  if (!planned) return;
  // composed before it is marked: what fails here has handed nothing over
  const found = config && planned.handedOverAt === null ? await compose(desk, planned, web.publicUrl ?? '') : null;
  if (!(await takeMail(desk, mailId))) return;
  if (!config || !found) {
    await update(desk, mailId, { handedOverAt: null, endedAt: now() });
    return;
  }
  const outcome = await sendMail(config, { ...found, id: mailId });
  // what the mail server took must be known, or it would be told twice
  await recordReliably(() => update(desk, mailId, columnsAfter(outcome)));
  if (outcome.outcome === 'sent') return;
  desk.log.warn('a mail was not sent', { mailId, outcome: outcome.outcome, said: outcome.message });
  if (outcome.outcome === 'refused') throw new Error(`The mail server did not take the mail: ${outcome.message}`);
}

/** After the last try. */
export async function giveUpMail(desk: Desk, { mailId }: MailJob): Promise<void> {
  await desk.database
    .update(inboxMails)
    .set({ endedAt: now() })
    .where(and(eq(inboxMails.id, mailId), isNull(inboxMails.sentAt), isNull(inboxMails.endedAt)));
}

type MailRow = typeof inboxMails.$inferSelect;

/** Marks a mail as being handed over; false = there is nothing to do, or an earlier try may have sent it. */
async function takeMail(desk: Desk, mailId: string): Promise<boolean> {
  return desk.database.transaction(async (transaction) => {
    const [mail] = await transaction.select().from(inboxMails).where(eq(inboxMails.id, mailId)).for('update');
    if (!mail || mail.sentAt || mail.endedAt) return false;
    if (mail.handedOverAt) {
      // the worker died with it in hand
      await transaction.update(inboxMails).set({ endedAt: now() }).where(eq(inboxMails.id, mailId));
      return false;
    }
    await transaction.update(inboxMails).set({ handedOverAt: now() }).where(eq(inboxMails.id, mailId));
    return true;
  });
}

/** What the mail says to whom; null = everything was read or is over, or the person gets no mail any more. */
async function compose(desk: Desk, mail: MailRow, publicUrl: string) {
  const account = (await desk.listAccounts?.())?.find(({ id }) => id === mail.personId);
  const [settings] = await desk.database.select().from(inboxSettings).where(eq(inboxSettings.personId, mail.personId));
  if (!account?.active || !hasRole(account.role, 'reviewer') || (settings?.mail ?? 'off') === 'off') return null;
  const person = { id: account.id, isAdmin: account.role === 'admin' };
  const groups = await listGroups(desk.database, {
    where: and(ofPerson(person), IS_UNREAD, eq(inboxEntries.mailId, mail.id)),
    limit: MOST,
  });
  if (groups.length === 0) return null;
  return { to: account.email, ...writeMail(await toEntries(desk.database, groups), { name: account.name, kind: mail.kind, publicUrl }) };
}

function columnsAfter(outcome: MailOutcome): Partial<MailRow> {
  if (outcome.outcome === 'sent') return { sentAt: now(), failure: null };
  const failure = outcome.message;
  return outcome.outcome === 'refused' ? { handedOverAt: null, failure } : { endedAt: now(), failure };
}

async function update(desk: Desk, mailId: string, columns: Partial<MailRow>): Promise<void> {
  await desk.database.update(inboxMails).set(columns).where(eq(inboxMails.id, mailId));
}
