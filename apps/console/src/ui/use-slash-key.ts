import { useEffect, useRef } from 'react';

/** The key / goes to a field, unless one is writing somewhere. */
export function useSlashKey<E extends HTMLElement>() {
  const field = useRef<E>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement | null; // of a key event it is an element
      if (event.key !== '/' || event.ctrlKey || event.metaKey || at?.closest('input, textarea, select, [role=dialog]'))
        return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, []);
  return field;
}
