/** A file made to harm its reader, and how reading it may end: `read`, or the codes of a refusal. */
export type HostileFile = { name: string; bytes: Uint8Array; ends: readonly string[] };

export const REFUSED = ['damaged_file', 'too_large_to_read', 'unsupported_media_type', 'empty_file'];
export const ANY = ['read', ...REFUSED, 'password_required'];
const MEGA = 1024 * 1024;

/** They pack to a thousandth. */
export function zeros(megabytes: number): Uint8Array {
  return new Uint8Array(megabytes * MEGA);
}
