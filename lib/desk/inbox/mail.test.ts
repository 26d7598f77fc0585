import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboxMail } from '#lib/contract/desk/inbox.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { type SmtpServer, startSmtpServer } from '#lib/platform/mail/testing/start-smtp-server.ts';
import { auditEntries } from '../audit/tables.ts';
import { MAIL_QUEUE, type MailJob } from '../context/desk.ts';
import { assignDocument } from '../queues/operations/assign-document.ts';
import { addComment } from '../review/operations/comments.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk } from '../testing/start-test-desk.ts';
import { ago, BOB, CAROL, startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { getInboxSettings, saveInboxSettings } from './operations/inbox-settings.ts';
import { readInbox } from './operations/list-inbox.ts';
import { dayBegun, planMails } from './plan-mails.ts';
import { giveUpMail, sendInboxMail } from './send-inbox-mail.ts';
import { inboxEntries, inboxMails, inboxSettings } from './tables.ts';

const READER = { id: BOB.id, isAdmin: false };
let t: TestQueues;
let server: SmtpServer;
let jobs: MailJob[];
let role: Role;
let active: boolean;

beforeAll(async () => {
  t = await startTestQueues();
  t.desk.listAccounts = async () => [{ ...BOB, email: 'bob@example.org', role, active }];
  t.desk.queue = {
    send: async (name, data) => {
      if (name === MAIL_QUEUE) jobs.push(data as MailJob);
      return 'job';
    },
  };
});
afterAll(() => t?.close());
beforeEach(async () => {
  [jobs, role, active] = [[], 'reviewer', true];
  await t.clear();
  for (const table of [inboxEntries, inboxMails, inboxSettings]) await t.desk.database.delete(table);
  server = await startSmtpServer();
  t.desk.config.mail = { host: '127.0.0.1', port: server.port, secure: false, login: null, from: 'desk@example.org' };
  t.desk.config.web.publicUrl = 'https://desk.example.org';
});
afterEach(() => server.close());

const choose = (mail: InboxMail) => saveInboxSettings(t.desk, BOB, { mail, time_zone: 'Europe/Berlin' }, { isAdmin: false });
const plan = () => planMails(t.desk, { waitMs: -1000 });
/** Works all jobs off that there are, as the worker does. */
const work = async () => {
  for (const job of jobs) await sendInboxMail(t.desk, job);
};
const give = async () => {
  const id = await t.insertWaiting({ name: 'Rent & heating.pdf' });
  await assignDocument(t.desk, ACTOR, id, BOB);
  return id;
};
const mailRow = async () => (await t.desk.database.select().from(inboxMails))[0];

test('at once: a mail tells who gave which document, with a link, once', async () => {
  await choose('at_once');
  const id = await give();
  await plan();
  await plan();
  expect(jobs).toHaveLength(1);
  await work();
  await work();
  expect(server.received).toHaveLength(1);
  const { to, data } = server.received[0]!;
  expect(to).toEqual(['bob@example.org']);
  const text = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(text).toContain('Subject: Countersign: Tess Tester assigned to you: Rent & heating.pdf');
  expect(text).toContain(`https://desk.example.org/documents/${id}`);
  expect(text).toContain('Rent &amp; heating.pdf</a>');
  expect(await mailRow()).toMatchObject({ sentAt: expect.any(Date), failure: null });
});

test('an entry waits a minute for others, and what comes together is one mail', async () => {
  await choose('at_once');
  await give();
  await planMails(t.desk);
  expect(jobs).toEqual([]);
  await give();
  await addComment(t.desk, CAROL, await give(), {
    id: crypto.randomUUID(),
    pointer: null,
    text: '@Bob the payee is Quayside',
    mentions: [BOB],
  });
  await plan();
  await work();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]!.data).toContain('Subject: Countersign: 2 new entries in your inbox');
  // neither values nor what was written leave the desk
  expect(server.received[0]!.data).not.toContain('Quayside');
});

test('nothing is sent to who chose nothing, may only look, was switched off or read it before', async () => {
  await give();
  await plan();
  await choose('at_once');
  await plan();
  expect(jobs, 'what was there before the choice').toEqual([]);
  await give();
  await readInbox(t.desk, READER, { all: true });
  await plan();
  expect(jobs, 'read before').toEqual([]);
  await give();
  await plan();
  expect(jobs).toHaveLength(1);
  await readInbox(t.desk, READER, { all: true });
  await work();
  expect(server.connections(), 'read between planning and sending').toBe(0);
  role = 'viewer';
  await give();
  await plan();
  [role, active] = ['reviewer', false];
  await plan();
  expect(jobs).toHaveLength(1);
});

test('without a mail server nothing is planned, nothing connected, and the settings say so', async () => {
  t.desk.config.mail = null;
  expect(await choose('at_once')).toEqual({ mail: 'at_once', mail_is_set_up: false, trouble: null });
  await give();
  await plan();
  expect(jobs).toEqual([]);
  expect(server.connections()).toBe(0);
});

test('an outage of the mail server puts the mail off, and admins are told; when it is back it is sent once', async () => {
  await choose('at_once');
  await give();
  await plan();
  server.setMood('busy');
  await expect(work()).rejects.toThrow('did not take the mail');
  expect((await getInboxSettings(t.desk, BOB.id, { isAdmin: true })).trouble).toContain('try later');
  expect((await getInboxSettings(t.desk, BOB.id, { isAdmin: false })).trouble).toBeNull();
  server.setMood('takes');
  await work();
  await work();
  expect(server.received).toHaveLength(1);
  expect((await getInboxSettings(t.desk, BOB.id, { isAdmin: true })).trouble).toBeNull();
});

test('a mail that the server may have is not sent again, nor one that it will never take, nor one that was given up', async () => {
  await choose('at_once');
  await give();
  await plan();
  server.setMood('drops-after');
  await work();
  server.setMood('takes');
  await work();
  expect(server.received).toHaveLength(1);
  await give();
  await plan();
  server.setMood('rejects');
  await work();
  server.setMood('takes');
  await work();
  await give();
  await plan();
  for (const job of jobs) await giveUpMail(t.desk, job);
  await work();
  expect(server.received).toHaveLength(1);
});

test('a mail that a worker had in hand when it died is not sent again', async () => {
  await choose('at_once');
  await give();
  await plan();
  await t.desk.database.update(inboxMails).set({ handedOverAt: new Date() });
  await work();
  expect(server.connections()).toBe(0);
  expect(await mailRow()).toMatchObject({ endedAt: expect.any(Date), sentAt: null });
});

test('a digest comes once each morning with what is unread, not on the day it was chosen', async () => {
  await choose('digest');
  await give();
  await plan();
  expect(jobs).toEqual([]);
  await t.desk.database.update(inboxSettings).set({ digestDay: dayBegun(ago(24), 'Europe/Berlin') });
  await give();
  await plan();
  await plan();
  expect(jobs).toHaveLength(1);
  await work();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]!.data).toContain('Subject: Countersign: 1 new entry in your inbox');
  await give();
  await plan();
  expect(jobs, 'the next one is of tomorrow').toHaveLength(1);
});

test('the morning is that of the person’s time zone', () => {
  expect(dayBegun(new Date('2026-03-10T06:30:00Z'), 'Europe/Berlin')).toBe('2026-03-10');
  expect(dayBegun(new Date('2026-03-10T05:30:00Z'), 'Europe/Berlin')).toBe('2026-03-09');
  expect(dayBegun(new Date('2026-03-01T03:00:00Z'), 'America/New_York')).toBe('2026-02-28');
});

test('choosing is recorded, and the same again changes nothing', async () => {
  const recorded = await t.desk.database.$count(auditEntries, eq(auditEntries.event, 'account.mail_changed'));
  const before = new Date();
  await choose('at_once');
  await choose('at_once');
  const [row] = await t.desk.database.select().from(inboxSettings).where(eq(inboxSettings.personId, BOB.id));
  expect(row!.since.getTime()).toBeGreaterThanOrEqual(before.getTime());
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.event, 'account.mail_changed'));
  expect(entries.at(-1)).toMatchObject({ actorId: BOB.id, detail: { from: 'off', to: 'at_once' } });
  expect(entries.length).toBe(recorded + 1);
});

test('the desk’s worker sends what was planned', async () => {
  const real = await startTestDesk({ work: true });
  try {
    real.desk.listAccounts = t.desk.listAccounts;
    real.desk.config.mail = t.desk.config.mail;
    real.desk.config.web.publicUrl = 'https://desk.example.org';
    await saveInboxSettings(real.desk, BOB, { mail: 'at_once', time_zone: 'UTC' }, { isAdmin: false });
    const { id } = await insertReviewable(real.desk);
    await assignDocument(real.desk, ACTOR, id, BOB);
    await planMails(real.desk, { waitMs: -1000 });
    await expect.poll(() => server.received.length).toBe(1);
    expect(server.received[0]!.data).toContain(`/documents/${id}`);
  } finally {
    await real.close();
  }
});
