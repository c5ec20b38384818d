import { create } from 'zustand';
import { readStored, store } from '#lib/storage.ts';

const KEY = 'tourSeen';

/** Whether a reader on this device has taken the tour, or said that they would not. */
export const useTourSeen = create<{ readonly seen: boolean }>()(() => ({ seen: readStored(KEY) !== null }));

export function tourIsSeen(): void {
  store(KEY, '1');
  useTourSeen.setState({ seen: true });
}
