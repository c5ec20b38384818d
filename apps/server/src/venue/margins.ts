import { marginOfDay, RECENT_DAYS } from '@khara/broker';
import { hashValue, type PreviousClose } from '@khara/market-day';
import type { Issuer } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { previousCloses } from './previous-closes.ts';

/** Margins of a market day, in the order of its shares: those that it has, and those that are to be written. */
export async function marginsOfDay(
  db: Queryable,
  day: Pick<store.BegunDay, 'marketDay' | 'marketDate'>,
  issuers: readonly Issuer[],
): Promise<readonly store.ShareMargin[]> {
  const kept = new Map((await store.marginsOn(db, day.marketDate)).map((margin) => [margin.code, margin]));
  if (issuers.every(({ code }) => kept.has(code))) return issuers.map(({ code }) => kept.get(code)!);
  return (await marginsFor(db, day, issuers)).map((margin) => kept.get(margin.code) ?? margin);
}

/** Margins that a market day begins with: each follows from what the days before left behind. */
export async function marginsFor(
  db: Queryable,
  { marketDay, marketDate }: Pick<store.BegunDay, 'marketDay' | 'marketDate'>,
  issuers: readonly Issuer[],
): Promise<readonly store.ShareMargin[]> {
  const before = marketDay === 0 ? undefined : await store.dayBefore(db, marketDay);
  const [earlier, bases, closes, trading] = before
    ? await Promise.all([
        store.marginsOn(db, before.marketDate),
        previousCloses(db, before),
        store.readCloses(db, before.marketDate),
        store.tradingBefore(db, marketDate, RECENT_DAYS),
      ])
    : [[], new Map<string, PreviousClose>(), [], []];
  const variances = new Map(earlier.map(({ code, dailyVariance }) => [code, dailyVariance]));
  const closed = new Map(closes.map(({ code, closePrice }) => [code, closePrice]));
  // What a demerger took is no move of the share: its ex-date is measured from the price that the market found.
  const found = new Map(
    (before ? await store.corporateActionsOn(db, before.marketDate) : []).flatMap(({ code, terms }) =>
      terms.kind === 'demerger' && terms.foundPrice !== undefined ? [[code, terms.foundPrice] as const] : [],
    ),
  );
  const recent = new Map(trading.map((one) => [one.code, one]));
  return issuers.map((issuer) => {
    const { code } = issuer;
    const [variance, close] = [variances.get(code), closed.get(code)];
    const base = found.get(code) ?? bases.get(code)?.closePaise ?? issuer.referencePricePaise;
    const earlier = variance === undefined || close === undefined ? undefined : { variance, base, close };
    return { code, ...marginOfDay(issuer, { earlier, recent: recent.get(code) }, marketDate) };
  });
}

/** As the record of a day's opening has them. */
export const marginsHash = (margins: readonly store.ShareMargin[]): string =>
  hashValue(
    margins
      .map((of) => [
        of.code,
        [of.dailyVariance, of.days, of.tradedDays, of.meanTurnoverPaise, of.surveillanceBps ?? 0].map(String),
        [of.group, of.varBps, of.elmBps, of.leastBps, of.rateBps],
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

/** Margins of the day that runs. */
export class DayMargins {
  readonly #byCode: ReadonlyMap<string, store.ShareMargin>;

  constructor(margins: readonly store.ShareMargin[]) {
    this.#byCode = new Map(margins.map((margin) => [margin.code, margin]));
  }

  of(code: string): store.ShareMargin | undefined {
    return this.#byCode.get(code);
  }

  /** Of a share that the day does not have, the whole value. */
  readonly rateBps = (code: string): number => this.#byCode.get(code)?.rateBps ?? 10_000;
}
