import { afterEach, expect, test } from 'vitest';
import type { MailConfig } from '../config.ts';
import { sendMail } from './send-mail.ts';
import { type SmtpServer, startSmtpServer } from './testing/start-smtp-server.ts';

let server: SmtpServer;
afterEach(() => server?.close());

const configOf = (port: number, more: Partial<MailConfig> = {}): MailConfig => ({
  host: '127.0.0.1',
  port,
  secure: false,
  login: null,
  from: 'Desk <desk@example.org>',
  ...more,
});
const MAIL = { to: 'ben@example.org', subject: 'Grüße, 2 new', text: 'Hello Ben', html: '<p>Hello Ben</p>', id: 'mail-1' };

test('a mail arrives with its texts, who it is from and to, and the same id for every try', async () => {
  server = await startSmtpServer();
  expect(await sendMail(configOf(server.port), MAIL)).toEqual({ outcome: 'sent' });
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'desk@example.org', to: ['ben@example.org'] });
  expect(mail!.data).toContain('Message-ID: <mail-1@example.org>');
  expect(mail!.data).toContain('Hello Ben');
  expect(mail!.data).toContain('<p>Hello Ben</p>');
  expect(mail!.data.toLowerCase()).toContain('auto-submitted: auto-generated');
});

test.each([
  ['busy', 'refused', 0],
  ['rejects', 'rejected', 0],
  ['drops-before', 'refused', 0],
  ['drops-after', 'unclear', 1],
] as const)('a server that %s: the mail is %s', async (mood, outcome, received) => {
  server = await startSmtpServer();
  server.setMood(mood);
  const answer = await sendMail(configOf(server.port), MAIL);
  expect(answer).toMatchObject({ outcome, message: expect.stringMatching(/./) });
  expect(server.received).toHaveLength(received);
});

test('a server that is not there has not got the mail', async () => {
  server = await startSmtpServer();
  const { port } = server;
  await server.close();
  expect(await sendMail(configOf(port), MAIL)).toMatchObject({ outcome: 'refused' });
});

test('a password is not said to a server of the network that offers no encryption', async () => {
  server = await startSmtpServer();
  // the same machine by a name that is not known as its own
  const config = configOf(server.port, { host: '127.0.0.2', login: { user: 'desk', password: 'secret' } });
  expect(await sendMail(config, MAIL)).toMatchObject({ outcome: 'refused' });
  expect(server.received).toEqual([]);
});
