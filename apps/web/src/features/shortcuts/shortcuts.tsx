import { lazy, Suspense, useEffect } from 'react';
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys';
import { navigateTo, switchTab } from '#shell/navigation.ts';
import { showShortcuts, useShortcutList } from './shortcut-list.ts';
import { PLACES } from './places.ts';

const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));

/** Presses what the page itself has named as pressed by this key: Buy and Sell of a share. */
function press(key: string) {
  return (event: KeyboardEvent): void => {
    const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  };
}

/** Keys do nothing while a field has the focus, under a layer on top, or when they are switched off. */
const isIgnored = (event: KeyboardEvent): boolean =>
  defaultKeybindingsHandlerIgnore(event) ||
  event.defaultPrevented ||
  event.repeat ||
  !useShortcutList.getState().singleKeys ||
  (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]') !== null);

/** Keyboard shortcuts of the whole app, and the list of them. */
export default function Shortcuts() {
  const open = useShortcutList((state) => state.open);
  useEffect(
    () =>
      tinykeys(
        window,
        {
          // With or without Shift: where these keys lie differs from keyboard to keyboard.
          '[Shift]+/': (event) => {
            event.preventDefault();
            navigateTo('/pages/index/search/index');
          },
          '[Shift]+?': () => showShortcuts(true),
          b: press('B'),
          s: press('S'),
          ...Object.fromEntries(PLACES.map(({ key, path }) => [`g ${key}`, () => switchTab(path)])),
        },
        { ignore: isIgnored },
      ),
    [],
  );
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutSheet open={open} onClose={() => showShortcuts(false)} />
    </Suspense>
  );
}
