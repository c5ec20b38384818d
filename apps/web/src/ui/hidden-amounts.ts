import { create } from 'zustand';
import { readStored, store } from '#lib/storage.ts';

const KEY = 'hideAmounts';

/** Whether balances are hidden: one switch for the whole app, kept on this device. */
export const useHiddenAmounts = create<{ readonly hidden: boolean }>()(() => ({ hidden: readStored(KEY) === '1' }));

export function toggleHiddenAmounts(): void {
  const hidden = !useHiddenAmounts.getState().hidden;
  store(KEY, hidden ? '1' : null);
  useHiddenAmounts.setState({ hidden });
}
