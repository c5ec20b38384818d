import { useEffect, useRef, useState } from 'react';

/** Single keys: only in presenter mode, which can be left, and never while a switch or another app's key has them. */
const isFree = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !(target instanceof Element && target.closest('input, [role$=dialog]'));

/** Presenter mode for a hall: its keys. The wide page and the large letters are lesson.module.css's. */
export function useHall(keys: Readonly<Record<string, () => void>>) {
  const [on, setOn] = useState(false);
  const bound = useRef(keys);
  useEffect(() => {
    bound.current = keys;
  });
  useEffect(() => {
    if (!on) return undefined;
    // Before the app's own shortcuts, which would take S.
    const onKey = (event: KeyboardEvent): void => {
      const press = bound.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!press || !isFree(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) press();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [on]);
  return { on, toggle: () => setOn((before) => !before) };
}
