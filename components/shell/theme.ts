export type Theme = 'system' | 'light' | 'dark';

/** The cookie the server reads, so that the first paint has the right colours. */
export const THEME_COOKIE = 'countersign-theme';

/** `value` as a theme; anything unknown is the system's. */
export function themeOf(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** The theme in force in this browser. */
export function presentTheme(): Theme {
  return themeOf(document.documentElement.dataset.theme);
}

/** Changes the colours at once and remembers the choice in this browser for a year. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === 'system' ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
