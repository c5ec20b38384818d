import { create } from 'zustand';
import { readStored, storageLasts, store } from './storage.ts';

type Theme = 'white' | 'darkblue';
/** A theme, or whichever the device has at the time. */
export type ThemeChoice = Theme | 'device';

/** Kept where the device chooses; `theme` names the one that is shown all the same (docs/sources.md W1). */
const FOLLOWS = 'themeFollows';
const dark = () => matchMedia('(prefers-color-scheme: dark)');
export const isDeviceDark = (): boolean => dark().matches;
const deviceTheme = (): Theme => (isDeviceDark() ? 'darkblue' : 'white');

export const currentTheme = (): Theme => (readStored('theme') === 'darkblue' ? 'darkblue' : 'white');
/** Light where nothing was chosen, whatever the device has: the dark theme is off by default. */
export const chosenTheme = (): ThemeChoice => (readStored(FOLLOWS) === null ? currentTheme() : 'device');

/** What is drawn in colours of its own is drawn again when this changes. */
export const useShownTheme = create<{ readonly theme: Theme }>()(() => ({ theme: currentTheme() }));

/** The page in a theme; the colour around it too. public/first-paint.js does the same before the first paint. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const around = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  const { white, darkblue } = around?.dataset ?? {};
  if (around && white !== undefined && darkblue !== undefined) around.content = theme === 'white' ? white : darkblue;
  useShownTheme.setState({ theme });
}

/**
 * Saves the theme and reloads the page (docs/sources.md W1); public/first-paint.js applies it before
 * anything is drawn, so nothing flashes. Where nothing is kept a reload would end the session and the theme.
 */
export function setTheme(choice: ThemeChoice): void {
  const theme = choice === 'device' ? deviceTheme() : choice;
  store(FOLLOWS, choice === 'device' ? '1' : null);
  store('theme', theme);
  if (storageLasts()) location.reload();
  else showTheme(theme);
}

function follow(): void {
  if (chosenTheme() !== 'device' || currentTheme() === deviceTheme()) return;
  store('theme', deviceTheme());
  showTheme(deviceTheme());
}

/** Goes with the device while the app is open. Returns how to stop. */
export function followDevice(): () => void {
  const device = dark();
  follow(); // it may have changed since the first paint
  device.addEventListener('change', follow);
  return () => device.removeEventListener('change', follow);
}
