import { useState } from 'react';
import { useConfig } from '#api/config.ts';
import { readStored, store } from '#lib/storage.ts';

/** What a hand feels, in ms: on and off in turn. */
const PATTERNS = {
  /** A swipe has come so far that letting go confirms. */
  near: 10,
  filled: 20,
  refused: [10, 40, 10],
} as const satisfies Record<string, number | readonly number[]>;

/** Whether this device has a motor that a page may use, as far as it says. */
export const canVibrate = (): boolean => 'vibrate' in navigator;

const KEPT = 'vibration';

/** What the reader chose for this device; in a school it is off until then. */
const isOn = (): boolean => {
  const kept = readStored(KEPT);
  return kept === null ? useConfig.getState().info?.profile !== 'school' : kept === '1';
};

export function vibrate(what: keyof typeof PATTERNS): void {
  if (!canVibrate() || !isOn()) return;
  const pattern = PATTERNS[what];
  navigator.vibrate(typeof pattern === 'number' ? pattern : [...pattern]);
}

/** The reader's choice, and how it is made. */
export function useVibration(): readonly [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(isOn);
  return [
    on,
    (next) => {
      store(KEPT, next ? '1' : '0');
      setOn(next);
      vibrate('filled');
    },
  ];
}
