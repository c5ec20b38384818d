import { type DayMinutes, openingInstant } from '@khara/market-day';
import { dayOfMinutes, emptyCandles, type Candles, type History } from '@khara/history';
import type { Day } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import type { MarketView } from '#src/ports/market.ts';
import { adjustCandles, factorAfter } from './adjusted-candles.ts';
import { storedDays, type StoredDay } from './candle-store.ts';
import { sharesChanged } from './corporate-action-store.ts';
import type { CorporateAction } from './corporate-actions.ts';

export type ChartParts = {
  readonly db: Queryable;
  readonly history: History;
  readonly market: Pick<MarketView, 'now' | 'todayMinutes'>;
};

/** The days on which a code traded: generated history, the stored days of this market, the running day. */
export type TradedDays = ReturnType<typeof createTradedDays>;

export function createTradedDays({ db, history, market }: ChartParts) {
  const stored = new Map<string, { through: Day; days: readonly StoredDay[] }>();
  const changes = new Map<string, { readonly today: Day; readonly actions: readonly CorporateAction[] }>();

  /** Splits and bonuses of a code up to today. */
  async function readChanges(code: string): Promise<readonly CorporateAction[]> {
    const today = market.now().marketDate;
    const known = changes.get(code);
    const actions = known?.today === today ? known.actions : await sharesChanged(db, today, code);
    changes.set(code, { today, actions });
    return actions.map(asFoundToday);
  }

  /** A demerger whose ex-date runs, with the price that its special pre-open has found. */
  function asFoundToday(action: CorporateAction): CorporateAction {
    const { code, terms } = action;
    if (terms.kind !== 'demerger' || terms.foundPrice !== undefined) return action;
    const foundPrice = market.todayMinutes(code)[0]?.[1];
    return foundPrice === undefined ? action : { ...action, terms: { ...terms, foundPrice } };
  }

  /** Finished days of this market on which the code traded, oldest first: read once, then only what was added. */
  async function finishedDays(code: string, today: Day): Promise<readonly StoredDay[]> {
    const known = stored.get(code) ?? { through: '0001-01-01', days: [] };
    if (known.through >= today) return known.days;
    const after = known.days.at(-1)?.date ?? '0001-01-01';
    const days = [...known.days, ...(await storedDays(db, code, after, today))];
    stored.set(code, { through: today, days });
    return days;
  }

  function readToday(code: string): DayMinutes | undefined {
    const minutes = market.todayMinutes(code);
    const [begin] = minutes;
    if (!begin) return undefined;
    const candles = emptyCandles(minutes.length);
    for (const [at, [, open, high, low, close, volume]] of minutes.entries()) {
      candles.open[at] = open;
      candles.high[at] = high;
      candles.low[at] = low;
      candles.close[at] = close;
      candles.volume[at] = volume;
    }
    return { first: (begin[0] - openingInstant(market.now().marketDate)) / 60_000, candles };
  }

  /** All daily candles, oldest first, the running day last. */
  async function daily(code: string): Promise<{ readonly days: readonly Day[]; readonly candles: Candles }> {
    const today = market.now().marketDate;
    const [finished, actions] = await Promise.all([finishedDays(code, today), readChanges(code)]);
    const past = history.daily(code) ?? emptyCandles(0);
    const minutes = readToday(code);
    const running = minutes && dayOfMinutes(minutes.candles);
    const candles = emptyCandles(past.length + finished.length + (running ? 1 : 0));
    for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) candles[column].set(past[column]);
    for (const [index, day] of finished.entries()) put(candles, past.length + index, day);
    if (running)
      for (const column of ['open', 'high', 'low', 'close', 'volume'] as const)
        candles[column][candles.length - 1] = running[column][0]!;
    const days = [
      ...history.days.slice(history.days.length - past.length),
      ...finished.map(({ date }) => date),
      ...(running ? [today] : []),
    ];
    for (let at = 0; actions.length > 0 && at < days.length; at += 1) {
      const factor = factorAfter(actions, days[at]!);
      if (factor) adjustCandles(candles, at, at + 1, factor);
    }
    return { days, candles };
  }

  return { changesOf: readChanges, finishedDays, todayOf: readToday, daily };
}

function put(candles: Candles, at: number, day: StoredDay): void {
  candles.open[at] = day.open;
  candles.high[at] = day.high;
  candles.low[at] = day.low;
  candles.close[at] = day.close;
  candles.volume[at] = day.volume;
}
