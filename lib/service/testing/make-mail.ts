export type MailPart = { name: string; type: string; content: string | Uint8Array; inline?: boolean };

/** A mail in Internet message format with a text body and these parts; a mail as part goes in as it is. */
export function makeMail(subject: string, body: string, parts: MailPart[]): string {
  const border = `border-${Math.random().toString(36).slice(2)}`;
  const head = [
    'From: Ada Quill <ada@harbour.example>',
    'To: Ben Loft <ben@mill.example>',
    `Subject: ${subject}`,
    'Date: Tue, 3 Feb 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${border}"`,
    '',
  ];
  const shown = parts.map(({ name, type, content, inline }) => {
    const isMail = type === 'message/rfc822';
    return [
      `--${border}`,
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: ${inline ? 'inline' : 'attachment'}; filename="${name}"`,
      ...(inline ? [`Content-ID: <${name}>`] : []),
      ...(isMail ? [] : ['Content-Transfer-Encoding: base64']),
      '',
      isMail ? String(content) : Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n');
  });
  return [...head, `--${border}`, 'Content-Type: text/plain; charset=utf-8', '', body, ...shown, `--${border}--`, ''].join('\r\n');
}
