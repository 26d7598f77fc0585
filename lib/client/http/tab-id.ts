const KEY = 'countersign.tab';

let id: string | null = null;

function newTabId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Written only while the page goes, so that a duplicated tab, which gets a copy of the session storage, has none. */
function leave(): void {
  if (id !== null) sessionStorage.setItem(KEY, id);
}

/** The id of this tab: survives a reload, is new in every other tab. */
export function tabId(): string {
  if (id !== null) return id;
  id = sessionStorage.getItem(KEY) ?? newTabId();
  sessionStorage.removeItem(KEY);
  window.addEventListener('pagehide', leave);
  // Back from the browser's cache of left pages.
  window.addEventListener('pageshow', () => sessionStorage.removeItem(KEY));
  return id;
}
