import type { CallName, Data, ServerMessage } from '@khara/contract';
import { queryClient, quoteStore } from './client.ts';
import { useConfig } from './config.ts';
import { useFeed } from './feed.ts';
import { readRecord, writeRecord } from './last-seen-store.ts';
import { marketNow, useMarketClock } from './market-clock.ts';
import { useSession } from './session.ts';

/**
 * What was last seen, for when there is no line to the server: kept on this device while prices flow, shown
 * with the time at which they stopped. One record for the member who is signed in, gone with their session
 * (session.ts); none of it is ever acted upon: what moves money asks the server.
 */

const PUBLIC = ['configInfo', 'homeBanner', 'marketList', 'marketDetail', 'articles', 'article'] as const;
const OWN = [
  'totalCapital',
  'wallets',
  'rupeeWallet',
  'positions',
  'positionTotals',
  'watchlists',
  'unreadNotices',
  'noticeList',
  'articlesForMe',
] as const;
const NAMES: ReadonlySet<unknown> = new Set<CallName>([...PUBLIC, ...OWN]);
const GUEST_NAMES: ReadonlySet<unknown> = new Set<CallName>(PUBLIC);

/** For prices, which come by the socket. */
const KEEP_EVERY_MS = 10_000;
/** After an answer: a page asks for several at once. */
const KEEP_AFTER_MS = 1000;
/** A list that was scrolled for long is not worth its size. */
const MAX_ANSWERS = 60;

type Tick = Extract<ServerMessage, { type: 'quotes' }>['data'][number];
type Record = {
  /** Market time at which this was kept: fields of India's clock as ms. */
  readonly marketTime: number;
  readonly answers: readonly { readonly key: readonly unknown[]; readonly data: unknown; readonly at: number }[];
  readonly ticks: readonly Tick[];
};

const whoseRecord = (): string => useSession.getState().userInfo?.id ?? 'guest';

function gather(): Record | undefined {
  const { state, online } = useFeed.getState();
  const marketTime = marketNow(useMarketClock.getState(), Date.now());
  if (state !== 'live' || !online || marketTime === undefined) return undefined; // what is old is kept already
  const names = useSession.getState().token === '' ? GUEST_NAMES : NAMES;
  const answers = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state: { data } }) => data !== undefined && names.has(queryKey[0]) })
    .map(({ queryKey, state: { data, dataUpdatedAt } }) => ({ key: queryKey, data, at: dataUpdatedAt }))
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_ANSWERS);
  return {
    marketTime,
    answers,
    ticks: quoteStore
      .ticks()
      .map(({ code, price, changePercent, volume, at }) => [code, price, changePercent, volume, at]),
  };
}

async function keep(): Promise<void> {
  const record = gather();
  if (!record) return;
  const { token } = useSession.getState();
  await writeRecord(whoseRecord(), record, () => useSession.getState().token === token);
}

const safely = (): void => void keep().catch(() => {}); // a private window may allow no database

/** Keeps what is seen from now on, and once more when the page is put away. */
export function keepLastSeen(): void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !NAMES.has(event.query.queryKey[0])) return;
    clearTimeout(soon);
    soon = setTimeout(safely, KEEP_AFTER_MS);
  });
  setInterval(() => document.visibilityState === 'visible' && safely(), KEEP_EVERY_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && safely());
  safely();
}

/** Puts what was last seen where nothing newer is known. */
export async function showLastSeen(): Promise<void> {
  const whose = whoseRecord();
  const record = (await readRecord(whose)) as Record | undefined; // written by us above
  if (!record || whose !== whoseRecord()) return;
  for (const { key, data, at } of record.answers) {
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt: at });
  }
  const info = queryClient.getQueryData<Data<'configInfo'>>(['configInfo']);
  if (info && !useConfig.getState().info) useConfig.setState({ info });
  quoteStore.receive({ type: 'quotes', data: [...record.ticks] });
  if (useFeed.getState().state !== 'live') useFeed.setState({ seenAt: record.marketTime });
}
