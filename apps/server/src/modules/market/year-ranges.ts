import { candlesSince } from './candle-store.ts';
import { setImmediate } from 'node:timers/promises';
import { paperDate, toPaper, issuerSeries, type Paper } from '@khara/market-day';
import { asPrice, priceText } from '@khara/money';
import { emptyCandles, type History } from '@khara/history';
import { addDays, adjustPrice, type Day } from '@khara/rules';
import type { Issuer } from '@khara/universe';
import type { Queryable } from '#src/ports/database.ts';
import { factorAfter } from './adjusted-candles.ts';
import { sharesChanged } from './corporate-action-store.ts';

/** A year and the day itself, as the page of a share counts it. */
const DAYS_BACK = 365;

const COLUMNS = [
  'SYMBOL',
  'SERIES',
  'Adjusted_52_Week_High',
  '52_Week_High_Date',
  'Adjusted_52_Week_Low',
  '52_Week_Low_DT',
];

type Extreme = {
  readonly price: number;
  readonly day: Day;
};

/**
 * Highest and lowest price of each share in the year up to a closed day and with it, and the newest date of each.
 * Adjusted for splits and bonuses up to that day: the shares are those of the day.
 */
export async function yearRanges(
  db: Queryable,
  history: History,
  marketDate: Day,
  issuerOf: (code: string) => Issuer | undefined,
): Promise<Paper> {
  const since = addDays(marketDate, -DAYS_BACK);
  const [rows, actions] = await Promise.all([candlesSince(db, since, marketDate), sharesChanged(db, marketDate)]);
  const actionsOf = Map.groupBy(actions, ({ code }) => code);
  const lines: (readonly string[])[] = [];
  for (const [code, days] of Map.groupBy(rows, (row) => row.code)) {
    const issuer = issuerOf(code);
    if (!issuer) continue; // an index
    const changes = actionsOf.get(code) ?? [];
    let high: Extreme | undefined;
    let low: Extreme | undefined;
    const widen = (day: Day, rawHigh: number, rawLow: number) => {
      const factor = factorAfter(changes, day);
      const [top, bottom] = factor ? [adjustPrice(rawHigh, factor), adjustPrice(rawLow, factor)] : [rawHigh, rawLow];
      if (!high || top >= high.price) high = { price: top, day };
      if (!low || bottom <= low.price) low = { price: bottom, day };
    };
    const past = history.daily(code) ?? emptyCandles(0);
    for (let at = 0; at < past.length; at += 1) {
      const day = history.days[history.days.length - past.length + at]!;
      if (day >= since) widen(day, past.high[at]!, past.low[at]!);
    }
    for (const { marketDate: day, highPaise: high_paise, lowPaise: low_paise } of days)
      if (high_paise !== undefined && low_paise !== undefined) widen(day, asPrice(high_paise), asPrice(low_paise));
    if (high && low)
      lines.push([
        code,
        issuerSeries(issuer, marketDate),
        priceText(high.price),
        paperDate(high.day),
        priceText(low.price),
        paperDate(low.day),
      ]);
    await setImmediate(); // the history of a share may have to be made
  }
  return toPaper(COLUMNS, lines);
}
