/** The set-up token in what a person has: the printed link, what stands behind its `#`, or the token alone. */
export function readSetUpToken(given: string): string {
  const text = given.trim();
  const [, behind] = /#token=(.*)$/.exec(text) ?? [];
  if (behind === undefined) return text;
  try {
    return decodeURIComponent(behind);
  } catch {
    return behind;
  }
}
