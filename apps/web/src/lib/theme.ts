import { readStored, storageLasts, store } from './storage.ts';

type Theme = 'white' | 'darkblue';

export const currentTheme = (): Theme => (readStored('theme') === 'darkblue' ? 'darkblue' : 'white');

/**
 * Saves the theme and reloads the page (docs/sources.md W1); public/first-paint.js applies it before
 * anything is drawn, so nothing flashes. Where nothing is kept a reload would end the session and the theme.
 */
export function setTheme(theme: Theme): void {
  store('theme', theme);
  if (storageLasts()) location.reload();
  else document.documentElement.dataset['theme'] = theme;
}
