import { create } from 'zustand';
import { readStored, store } from '#lib/storage.ts';

const KEY = 'singleKeys';

/**
 * Whether the list of shortcuts is open, and whether single keys are shortcuts: one switch for the whole app,
 * kept on this device.
 */
export const useShortcutList = create<{ readonly open: boolean; readonly singleKeys: boolean }>()(() => ({
  open: false,
  singleKeys: readStored(KEY) !== '0',
}));

export const showShortcuts = (open: boolean): void => useShortcutList.setState({ open });

export function allowSingleKeys(singleKeys: boolean): void {
  store(KEY, singleKeys ? null : '0');
  useShortcutList.setState({ singleKeys });
}
