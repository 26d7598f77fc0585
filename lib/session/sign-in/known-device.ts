import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A browser in which an account was signed in before. Its attempts are counted apart from those of strangers, so that
 * nobody can keep a colleague out by guessing (the idea of OWASP's "device cookies"). The cookie opens nothing by itself.
 */
export type KnownDevice = {
  id: string;
  /** True when this browser has signed in to the account of that address before. */
  knows: (email: string) => boolean;
  /** The `Set-Cookie` header that makes this browser known to the account. */
  cookieFor: (email: string) => string;
};

const COOKIE = 'countersign.device';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const MOST_ACCOUNTS = 8;

/** Reads the cookie of a request; a browser without one gets a new id. */
export function readDevice(request: Request, options: { secret: string; secure: boolean }): KnownDevice {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE.replace('.', '\\.')}=([A-Za-z0-9_.-]{1,600})`).exec(
    request.headers.get('cookie') ?? '',
  )?.[1];
  const [given, ...signatures] = value?.split('.') ?? [];
  const id = given && given.length === 22 ? given : randomBytes(16).toString('base64url');
  const signatureFor = (email: string) =>
    createHmac('sha256', options.secret).update(`device:${id}:${email.toLowerCase()}`).digest('base64url').slice(0, 22);
  return {
    id,
    knows: (email) => signatures.some((signature) => isSame(signature, signatureFor(email))),
    cookieFor(email) {
      const own = signatureFor(email);
      const kept = [own, ...signatures.filter((signature) => signature !== own)].slice(0, MOST_ACCOUNTS);
      const parts = [`${COOKIE}=${[id, ...kept].join('.')}`, `Max-Age=${YEAR_SECONDS}`, 'Path=/api/', 'HttpOnly', 'SameSite=Lax'];
      return [...parts, ...(options.secure ? ['Secure'] : [])].join('; ');
    },
  };
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
