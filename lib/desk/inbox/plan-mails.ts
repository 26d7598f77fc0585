import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { type Desk, MAIL_QUEUE, type MailJob } from '../context/desk.ts';
import { IS_UNREAD } from './list-entries.ts';
import { inboxEntries, inboxMails, inboxSettings } from './tables.ts';

/** The hour of the person's day at which the digest is made. */
const MORNING = 7;
/** What is older is not news any more: it was written while mail was not set up, or nothing worked. */
const NEWS_MS = 24 * 3_600_000;
/** An entry waits so long for others that come with it, and for the person to see it on the desk. */
const WAIT_MS = 60_000;
type Settings = typeof inboxSettings.$inferSelect;

/**
 * Makes the mails that are due. What a mail tells of is fixed in the transaction that makes its job, so it is in no other.
 * @param options.waitMs for tests
 */
export async function planMails(desk: Desk, { waitMs = WAIT_MS }: { waitMs?: number } = {}): Promise<void> {
  if (desk.config.mail === null || !desk.listAccounts) return;
  const wanted = await desk.database.select().from(inboxSettings).where(ne(inboxSettings.mail, 'off'));
  if (wanted.length === 0) return;
  const accounts = await desk.listAccounts();
  const at = now();
  for (const settings of wanted) {
    const account = accounts.find(({ id }) => id === settings.personId);
    if (account?.active && hasRole(account.role, 'reviewer')) await planFor(desk, settings, { at, waitMs });
  }
}

async function planFor(desk: Desk, settings: Settings, { at, waitMs }: { at: Date; waitMs: number }): Promise<void> {
  if (settings.mail === 'at_once') {
    const since = new Date(Math.max(settings.since.getTime(), at.getTime() - NEWS_MS));
    await makeMail(desk, settings, { which: gt(inboxEntries.at, since), olderThan: new Date(at.getTime() - waitMs) });
    return;
  }
  const today = dayBegun(at, settings.timeZone);
  if (settings.digestDay !== null && settings.digestDay >= today) return;
  await makeMail(desk, settings, { digestDay: today });
}

/** @param options.olderThan none yet, unless an entry is older */
async function makeMail(
  desk: Desk,
  { personId, mail: kind }: Settings,
  { which, olderThan, digestDay }: { which?: SQL; olderThan?: Date; digestDay?: string },
): Promise<void> {
  if (kind === 'off') return;
  await desk.database.transaction(async (transaction) => {
    if (digestDay) await transaction.update(inboxSettings).set({ digestDay }).where(eq(inboxSettings.personId, personId));
    const rows = await transaction
      .select({ id: inboxEntries.id, at: inboxEntries.at })
      .from(inboxEntries)
      .where(and(eq(inboxEntries.personId, personId), IS_UNREAD, isNull(inboxEntries.mailId), which))
      .orderBy(inboxEntries.id)
      .for('update', { skipLocked: true });
    if (rows.length === 0 || (olderThan && rows.every(({ at }) => at > olderThan))) return;
    const mailId = newId();
    await transaction.insert(inboxMails).values({ id: mailId, personId, kind, createdAt: now() });
    await transaction
      .update(inboxEntries)
      .set({ mailId })
      .where(sql`${inboxEntries.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
    const job: MailJob = { mailId };
    await desk.queue.send(MAIL_QUEUE, job, { tx: transaction });
  });
}

/** The day whose digest is due or was: that of the last morning in a time zone, as `YYYY-MM-DD`. */
export function dayBegun(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = Date.UTC(Number(of.year), Number(of.month) - 1, Number(of.day) - (Number(of.hour) < MORNING ? 1 : 0));
  return new Date(day).toISOString().slice(0, 10);
}
