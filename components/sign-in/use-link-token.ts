import { useEffect, useState } from 'react';
import { readSetUpToken } from './read-set-up-token.ts';

/**
 * The set-up token of the printed link, which stands behind `#` and is taken out of the address; '' without one, null until
 * that is known. The link may be opened in a tab that shows the page already.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const { hash, pathname } = window.location;
      if (!hash.startsWith('#token=')) {
        setToken((known) => known ?? '');
        return;
      }
      setToken(readSetUpToken(hash));
      window.history.replaceState(null, '', pathname);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
