import type { Data } from '@khara/contract';
import { MAX_SCREENS } from '@khara/rules';
import { create } from 'zustand';
import { call, refresh } from '#api/client.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { readStoredJson, store } from '#lib/storage.ts';

export type SavedScreen = Data<'screens'>['list'][number];

/** A guest's, on this device; their names are their ids. */
const KEY = 'screens';
const NONE: readonly SavedScreen[] = [];

const isKept = (one: unknown): one is SavedScreen =>
  typeof (one as SavedScreen | null)?.name === 'string' && typeof (one as SavedScreen).conditions === 'string';

const useKept = create<{ readonly list: readonly SavedScreen[] }>()(() => {
  const kept = readStoredJson(KEY);
  return { list: (Array.isArray(kept) ? kept : []).filter(isKept).slice(0, MAX_SCREENS) };
});

function keep(list: readonly SavedScreen[]): void {
  useKept.setState({ list });
  store(KEY, list.length === 0 ? null : JSON.stringify(list));
}

/** Screens of the account, or of this device without one. */
export function useSavedScreens(): readonly SavedScreen[] {
  const isMember = useSignedIn();
  const { data } = useCall('screens', {}, { enabled: isMember });
  const kept = useKept(({ list }) => list);
  return isMember ? (data?.list ?? NONE) : kept;
}

/** Keeps conditions under a name; answers why not. `full` where a guest has as many as there may be. */
export async function saveScreen(
  screen: Pick<SavedScreen, 'name' | 'conditions'>,
  isMember: boolean,
): Promise<{ readonly message: string } | 'full' | undefined> {
  if (!isMember) {
    const others = useKept.getState().list.filter(({ name }) => name !== screen.name);
    if (others.length >= MAX_SCREENS) return 'full';
    keep([...others, { ...screen, id: screen.name }]);
    return undefined;
  }
  const result = await call('saveScreen', screen);
  refresh(['screens']);
  return result.ok ? undefined : { message: result.message };
}

export async function removeScreen(id: string, isMember: boolean): Promise<void> {
  if (!isMember) return keep(useKept.getState().list.filter((one) => one.id !== id));
  await call('removeScreen', { id });
  return refresh(['screens']);
}
