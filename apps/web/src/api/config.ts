import { create } from 'zustand';
import type { Data } from '@khara/contract';
import { call, queryClient } from './client.ts';
import { setMarket } from './market-clock.ts';
import { queryKey } from './query-keys.ts';
import { readStored, readStoredJson, store } from '#lib/storage.ts';

export type ConfigInfo = Data<'configInfo'>;

/**
 * The config cache (docs/sources.md W1): what the server last said, with its `qianduanVer`, under the
 * time at which it was cached. A second visit is rendered from it while the server is asked again. Only the code
 * that wrote it reads it: another build may expect another shape.
 */
const CACHE_TIME = 'configCacheTime';
const keyAt = (time: string | null): string => `config:${time}`;
type CachedConfig = { readonly by: string; readonly info: ConfigInfo };

function cached(): ConfigInfo | undefined {
  const kept = readStoredJson(keyAt(readStored(CACHE_TIME))) as CachedConfig | undefined; // written by us below
  return kept?.by === import.meta.url ? kept.info : undefined;
}

function cache(info: ConfigInfo): void {
  const time = String(Date.now());
  store(keyAt(readStored(CACHE_TIME)), null);
  store(keyAt(time), JSON.stringify({ by: import.meta.url, info } satisfies CachedConfig));
  store(CACHE_TIME, time);
}

/**
 * What the server said, at this launch or at the last one; undefined until it has. market-clock.ts gives the
 * clock in it. `lot` is the number of shares in a lot.
 */
export const useConfig = create<{ readonly info: ConfigInfo | undefined; readonly lot: number }>()(() => ({
  info: cached(),
  lot: Number(readStored('hand') ?? 1) || 1,
}));

/** Whether the app is for a school: its menus are shorter (PROFILE of docs/configuration.md). */
export const useIsSchool = (): boolean => useConfig(({ info }) => info?.profile === 'school');

/**
 * The shortest password and the largest picture, in bytes, as the server says. Until it has, nothing is too
 * short or too large here: the server checks by itself.
 */
export function typedLimits(): { readonly passwordMin: number; readonly imageBytes: number } {
  return useConfig.getState().info?.limits ?? { passwordMin: 0, imageBytes: Infinity };
}

/** Whether the server refuses the chosen picture for its size. */
export const isTooLarge = (picture: File): boolean => picture.size > typedLimits().imageBytes;

/**
 * Asked once at launch, and again until it answers: everything works without it, less well. The lot is asked for
 * after it, since a first page needs none and would wait for both.
 */
export async function loadConfig(): Promise<void> {
  const info = await call('configInfo');
  if (!info.ok) {
    setTimeout(() => void loadConfig(), 5000);
    return;
  }
  useConfig.setState({ info: info.data });
  cache(info.data);
  setMarket(info.data.market);
  queryClient.setQueryData(queryKey('configInfo'), info.data);
  keepPageWidth(info.data.maxPageWidth);
  store('desk', info.data.desk ? null : '0'); // for the first paint of the next visit
  const lot = await call('configValue', { id: 'buy.hands' });
  if (lot.ok && typeof lot.data === 'number') {
    store('hand', String(lot.data));
    useConfig.setState({ lot: lot.data });
  }
}

/**
 * Designed for 375 px, used on devices of up to 960 (docs/sources.md W1). Narrower than 320 px nothing is
 * promised to fit.
 */
const NARROWEST_PX = 320;
const WIDEST_PX = 960;

/** The column's width for what the configuration asks for. public/first-paint.js keeps to the same bounds. */
export const allowedPageWidth = (asked: number): number => Math.min(WIDEST_PX, Math.max(NARROWEST_PX, asked));

/** The column's width, for now and for the first paint of the next visit. */
function keepPageWidth(width: number) {
  const allowed = allowedPageWidth(width);
  store('maxPageWidth', String(allowed));
  document.documentElement.style.setProperty('--w-page', `${allowed}px`);
}
