import { useEffect } from 'react';

const COUNTED = /^\(\d+\+?\) /;
const MOST = 99;

/** Puts a number before the title of the browser's tab, also after the page has changed it: `(3) Documents · Countersign`. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      const bare = document.title.replace(COUNTED, '');
      const title = count > 0 && bare ? `(${count > MOST ? `${MOST}+` : count}) ${bare}` : bare;
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(COUNTED, '');
    };
  }, [count]);
}
