import { useSyncExternalStore } from 'react';

/** A phone that lies on its side, as page.module.css has it: its dock stands beside what is read. */
const sideways = matchMedia('(max-height: 480px) and (min-width: 560px)');

const onTurn = (changed: () => void): (() => void) => {
  sideways.addEventListener('change', changed);
  return () => sideways.removeEventListener('change', changed);
};

/** Whether the dock has the height of the page, and so room for more than what is pressed. */
export const useSideways = (): boolean => useSyncExternalStore(onTurn, () => sideways.matches);
