import { create } from 'zustand';
import type { Data } from '@khara/contract';
import { call, queryClient } from './client.ts';
import { tellMarket } from './market-clock.ts';
import { allowedPageWidth } from './page-width.ts';
import { queryKey } from './query-keys.ts';
import { readStored, store } from './storage.ts';

export type ConfigInfo = Data<'configInfo'>;

/** What the server said at launch; undefined until it has. `hand` is the number of shares in a hand. */
export const useConfig = create<{ readonly info: ConfigInfo | undefined; readonly hand: number }>()(() => ({
  info: undefined,
  hand: Number(readStored('hand') ?? 1) || 1,
}));

/** Asked once at launch, and again until it answers: everything works without it, less well. */
export async function loadConfig(): Promise<void> {
  const [info, hand] = await Promise.all([call('configInfo'), call('configValue', { id: 'buy.hands' })]);
  if (hand.ok && typeof hand.data === 'number') {
    store('hand', String(hand.data));
    useConfig.setState({ hand: hand.data });
  }
  if (!info.ok) {
    setTimeout(() => void loadConfig(), 5000);
    return;
  }
  useConfig.setState({ info: info.data });
  tellMarket(info.data.market);
  queryClient.setQueryData(queryKey('configInfo'), info.data);
  keepPageWidth(info.data.maxPageWidth);
}

/** The column's width, for now and for the first paint of the next visit. */
function keepPageWidth(width: number) {
  const allowed = allowedPageWidth(width);
  store('maxPageWidth', String(allowed));
  document.documentElement.style.setProperty('--w-page', `${allowed}px`);
}
