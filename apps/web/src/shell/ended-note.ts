import { create } from 'zustand';
import { readStored, store } from '#lib/storage.ts';

const KEY = 'endedNote';

/** Why the account that was here is gone: kept until its reader has closed it, who may not be looking now. */
export const useEndedNote = create<{ readonly text: string | null }>()(() => ({ text: readStored(KEY) }));

/** `null` closes it. */
export function noteEnded(text: string | null): void {
  store(KEY, text);
  useEndedNote.setState({ text });
}
