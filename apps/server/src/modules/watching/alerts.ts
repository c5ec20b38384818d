import type { Data, Language } from '@khara/contract';
import { priceText } from '@khara/money';
import { instrumentName } from '#modules/market/index.ts';
import { toChanges, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MarketFeed } from '#src/ports/market.ts';
import * as store from './alert-store.ts';
import type { Alert } from './alert-store.ts';

/** Whether a price is what an alert waits for. */
export const isMet = ({ condition, price }: Pick<Alert, 'condition' | 'price'>, lastPrice: number): boolean =>
  condition === 'above' ? lastPrice >= price : lastPrice <= price;

/** Numbers are given before the commit: an alert may come after others with higher ones. */
const LATE_COMMITS = 100n;

/** Alerts that wait, by code, in memory: a step of the market costs a look at the codes that moved. */
export type AlertWatch = {
  add(alert: Alert): void;
  remove(id: bigint): void;
  /** Adds those that were made at other servers. */
  readNew(): Promise<void>;
  /** Resolves when everything that was met so far has its notice. */
  settled(): Promise<void>;
  stop(): void;
};

/**
 * Watches the live prices for the alerts of all members and tells each once: the first to note that it was
 * met writes the notice in the same transaction, so neither a crash nor a second look tells it twice, and one
 * that could not be noted is met again by the next price. With a new market day they are read anew, since a
 * split or a bonus changes what they wait for.
 */
export async function watchAlerts(
  deps: Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>,
  feed: MarketFeed,
): Promise<AlertWatch> {
  const waiting = new Map<string, Map<bigint, Alert>>();
  const telling = new Set<Promise<void>>();
  let marketDate = deps.market.now().marketDate;

  let newest = 0n;
  const add = (alert: Alert): void => {
    if (alert.id > newest) newest = alert.id;
    const same = waiting.get(alert.code) ?? new Map<bigint, Alert>();
    waiting.set(alert.code, same.set(alert.id, alert));
  };
  const look = (code: string): void => {
    const same = waiting.get(code);
    if (!same) return;
    const quote = deps.market.quote(code);
    // The last trade of the day; before the first one yesterday's close says nothing new.
    if (quote?.lastTradeAt === undefined) return;
    for (const alert of same.values()) {
      if (!isMet(alert, quote.lastPrice)) continue;
      same.delete(alert.id);
      const sending = tell(alert, quote.lastPrice)
        .catch((error: unknown) => {
          deps.log.warn({ err: error }, 'an alert could not be noted');
          add(alert);
        })
        .finally(() => telling.delete(sending));
      telling.add(sending);
    }
    if (same.size === 0) waiting.delete(code);
  };
  const tell = async (alert: Alert, lastPrice: number): Promise<void> => {
    const at = deps.clock.now();
    const done = await deps.db.transaction(async (tx) => {
      const met = await store.meetAlert(tx, alert.id, at, lastPrice);
      if (!met) return undefined;
      const notice = await notify(tx, {
        userId: met.userId,
        category: 'transaction',
        key: met.condition === 'above' ? 'alertAbove' : 'alertBelow',
        params: { code: met.code, price: priceText(lastPrice), target: priceText(met.price) },
        link: `/pages/market/details?code=${met.code}`,
        about: `alert:${met.id}`,
        at,
      });
      return { met, notice };
    });
    if (!done) return;
    const { met, notice } = done;
    deps.pushes.changed([...toChanges([notice]), { userId: met.userId, kind: 'alert', id: String(met.id) }]);
  };
  const readAll = async (): Promise<void> => {
    const alerts = await store.waitingAlerts(deps.db);
    // Those that were made while these were read stay.
    const read = alerts.at(-1)?.id ?? 0n;
    const since = [...waiting.values()].flatMap((same) => [...same.values()]).filter(({ id }) => id > read);
    waiting.clear();
    for (const alert of [...alerts, ...since]) add(alert);
    for (const code of waiting.keys()) look(code);
  };

  await readAll();
  const stops = [
    feed.onQuotes((codes) => codes.forEach(look)),
    feed.onSession((now) => {
      if (now.marketDate === marketDate) return;
      marketDate = now.marketDate;
      readAll().catch((error: unknown) => deps.log.warn({ err: error }, 'alerts could not be read anew'));
    }),
  ];
  return {
    add(alert) {
      add(alert);
      look(alert.code);
    },
    remove(id) {
      for (const same of waiting.values()) same.delete(id);
    },
    readNew: async () => {
      for (const alert of await store.waitingAlerts(deps.db, newest - LATE_COMMITS)) {
        add(alert);
        look(alert.code);
      }
    },
    settled: async () => {
      while (telling.size > 0) await Promise.all(telling);
    },
    stop: () => stops.forEach((end) => end()),
  };
}

export function presentAlert(deps: Pick<Deps, 'market'>, alert: Alert, language: Language): Data<'saveAlert'> {
  const instrument = deps.market.instrument(alert.code);
  return {
    id: String(alert.id),
    code: alert.code,
    name: instrument ? instrumentName(instrument, language) : alert.code,
    condition: alert.condition,
    price: priceText(alert.price),
    label: alert.label ?? null,
    paused: alert.isPaused,
    at: alert.createdAt,
    updatedAt: alert.changedAt,
    metAt: alert.metAt ?? null,
    metMarketTime: alert.metTime ?? null,
    metPrice: alert.metPrice === undefined ? null : priceText(alert.metPrice),
  };
}
