import { create } from 'zustand';
import { readStoredJson, store } from '#lib/storage.ts';

const KEY = 'articlesRead';
/** More than come with the product: of many, the oldest are forgotten. */
const MAX_READ = 100;

const kept = (): readonly string[] => {
  const known = readStoredJson(KEY);
  return Array.isArray(known) ? known.filter((id): id is string => typeof id === 'string') : [];
};

/** Ids of the articles that were opened on this device, the newest last. */
export const useReadArticles = create<{ readonly ids: readonly string[] }>()(() => ({ ids: kept() }));

export function noteRead(id: string): void {
  const { ids } = useReadArticles.getState();
  if (ids.includes(id)) return;
  const now = [...ids, id].slice(-MAX_READ);
  store(KEY, JSON.stringify(now));
  useReadArticles.setState({ ids: now });
}
