import { useSyncExternalStore } from 'react';

const broad = matchMedia('(min-width: 90rem)');

/** Whether a third thing stands beside others on the desk: of 1440 px on, with letters of the usual size. */
export const useBroad = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      broad.addEventListener('change', listener);
      return () => broad.removeEventListener('change', listener);
    },
    () => broad.matches,
  );
