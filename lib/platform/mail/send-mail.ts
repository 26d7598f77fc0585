import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Left side of the `Message-ID`: the same for every try, so that servers and programs can tell a second copy. */
  id: string;
};

/**
 * What became of a mail. `refused`: the server does not have it, it may be sent again. `rejected`: not this address or mail, ever.
 * `unclear`: the server may have it, because the connection broke after it was handed over.
 */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'rejected' | 'unclear'; message: string };

const CONNECT_MS = 15_000;
const ANSWER_MS = 60_000;

/** Sends one mail by a connection of its own. Never throws for what the server or the network does. */
export async function sendMail(config: MailConfig, mail: Mail): Promise<MailOutcome> {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(config.host);
  let isHandedOver = false;
  const transport = createTransport({
    // an error does not say how far it came; the journal does: this is written when the last byte of the message went out
    logger: { info: ({ tnx }: { tnx?: string }) => (isHandedOver ||= tnx === 'message') },
    host: config.host,
    port: config.port,
    secure: config.secure,
    // a password goes through no wire in the clear
    requireTLS: !config.secure && config.login !== null && !isLocal,
    ...(config.login ? { auth: { user: config.login.user, pass: config.login.password } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const domain = config.from.match(/@([^\s<>@]+?)>?$/)?.[1] ?? 'countersign';
    await transport.sendMail({
      from: config.from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${domain}>`,
      // programs that answer by themselves (out of office) keep quiet
      headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
    });
    return { outcome: 'sent' };
  } catch (error) {
    return judge(error, isHandedOver);
  } finally {
    transport.close();
  }
}

function judge(error: unknown, isHandedOver: boolean): MailOutcome {
  const { code, responseCode, message = '' } = error as { code?: string; responseCode?: number; message?: string };
  const words = message.replaceAll(/\s+/g, ' ').slice(0, 300) || 'The mail server could not be reached.';
  if (responseCode !== undefined && responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code ?? '')) {
    return { outcome: 'rejected', message: words };
  }
  return { outcome: isHandedOver && responseCode === undefined ? 'unclear' : 'refused', message: words };
}
