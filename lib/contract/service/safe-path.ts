const HOME = '/overview';
const OWN = 'http://own.invalid';

/**
 * A page of ours to go on to, from what an address says (`?next=`): path, query and fragment as a browser would read them.
 * Anything that could lead elsewhere, to data or back to the sign-in becomes the overview. Used by browser and server alike.
 */
export function safePath(next: string | null): string {
  // browsers drop tabs and line ends from addresses and take \ for /, so only plain characters may stand here
  if (next === null || next.length >= 1000 || !/^\/[\x21-\x7e]*$/.test(next) || next.includes('\\')) return HOME;
  if (!URL.canParse(next, OWN)) return HOME;
  const { origin, pathname, search, hash } = new URL(next, OWN);
  // "/.//host" becomes "//host"
  if (origin !== OWN || pathname.startsWith('//') || /^\/(api|sign-in)(\/|$)/.test(pathname)) return HOME;
  return pathname + search + hash;
}
