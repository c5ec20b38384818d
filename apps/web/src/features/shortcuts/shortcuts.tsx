import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { focusFilter } from '#features/desk/focus.ts';
import { navigateTo, switchTab } from '#shell/navigation.ts';
import { PLACES } from './places.ts';
import { isIgnored, press } from './press.ts';
import { showShortcuts, useShortcutList } from './shortcut-list.ts';
import { lazySheet } from '#ui/lazy-part.tsx';

const ShortcutSheet = lazySheet(() => import('./shortcut-sheet.tsx'));

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
            if (!focusFilter()) navigateTo('/pages/index/search/index');
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
  return <ShortcutSheet open={open} onClose={() => showShortcuts(false)} />;
}
