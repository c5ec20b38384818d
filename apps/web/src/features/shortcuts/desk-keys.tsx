import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { moveFocus, moveToEnd, nextPane, nextShare } from '#features/desk/focus.ts';
import { switchTab } from '#shell/navigation.ts';
import { PLACES } from './places.ts';
import { isIgnored, press } from './press.ts';

const INTERVAL_KEYS = ['1', '2', '3', '4', '5', '6', '7'] as const;
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

const doing = (work: () => boolean) => (event: KeyboardEvent) => {
  if (work()) event.preventDefault();
};

/** Keys of the desk beside those of every page. Letters and figures can be switched off, the others are no text. */
export function DeskKeys() {
  useEffect(() => {
    const stopLetters = tinykeys(
      window,
      {
        j: doing(() => nextShare(1)),
        k: doing(() => nextShare(-1)),
        c: press('C'),
        t: press('T'),
        f: press('F'),
        i: press('I'),
        d: press('D'),
        h: press('H'),
        r: press('R'),
        ...Object.fromEntries(INTERVAL_KEYS.map((key) => [key, press(key)])),
      },
      { ignore: isIgnored },
    );
    const stopOthers = tinykeys(
      window,
      {
        ...Object.fromEntries(PLACES.map(({ path }, at) => [`Alt+Digit${at + 1}`, doing(() => goTo(path))])),
        F6: doing(() => nextPane(1)),
        'Shift+F6': doing(() => nextPane(-1)),
      },
      { ignore: (event) => event.defaultPrevented },
    );
    const stopArrows = tinykeys(
      window,
      {
        ...Object.fromEntries(Object.entries(ARROWS).map(([key, to]) => [key, doing(() => moveFocus(to))])),
        Home: doing(() => moveToEnd('first')),
        End: doing(() => moveToEnd('last')),
      },
      { ignore: (event) => event.defaultPrevented },
    );
    window.addEventListener('keydown', leaveField);
    return () => {
      stopLetters();
      stopOthers();
      stopArrows();
      window.removeEventListener('keydown', leaveField);
    };
  }, []);
  return null;
}

function goTo(path: string): boolean {
  switchTab(path);
  return true;
}

/** Escape leaves a field for its pane, where letters are keys again. A layer on top takes the key for itself. */
function leaveField(event: KeyboardEvent): void {
  const { key, target, defaultPrevented } = event;
  if (key !== 'Escape' || defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.closest('[role$=dialog]') || (target.type === 'search' && target.value !== '')) return;
  target.closest('[data-pane]')?.querySelector<HTMLElement>('[data-scroller]')?.focus();
}
