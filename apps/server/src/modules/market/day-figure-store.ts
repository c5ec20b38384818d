import { asPrice } from '@khara/money';
import { isCompany, type Issuer } from '@khara/universe';
import type { Queryable } from '#src/ports/database.ts';
import type { Instrument, MarketView } from '#src/ports/market.ts';
import { actionsAhead, corporateActionsOn } from './corporate-action-store.ts';
import { exPrice, type CorporateAction } from './corporate-actions.ts';

/** What one instrument did on a finished day. Prices in paise; open, high and low are undefined when nothing traded. */
export type DayFigures = {
  readonly instrument: Instrument;
  readonly openPrice: number | undefined;
  readonly highPrice: number | undefined;
  readonly lowPrice: number | undefined;
  readonly closePrice: number;
  /** The close of the day before, on this side of an ex-date; undefined for an index on the very first day. */
  readonly previousClose: number | undefined;
  readonly volume: number;
  readonly valuePaise: bigint;
  /** It traded for the first time, and not because the market did. */
  readonly isListed: boolean;
};

export type FinishedMarketDay = {
  readonly marketDate: string;
  readonly closedAt: number;
  readonly figures: readonly DayFigures[];
  /** What took effect with the day, and what was announced on it. */
  readonly exToday: readonly CorporateAction[];
  readonly announced: readonly CorporateAction[];
};

/** Finished days, newest first. */
export async function finishedDays(
  db: Queryable,
  limit: number,
): Promise<readonly { date: string; closedAt: number }[]> {
  const rows = await db.query<{ marketDate: string; closedAt: number }>(
    'market.finished_days',
    'SELECT market_date, closed_ms FROM market.day WHERE closed_ms IS NOT NULL ORDER BY market_day DESC LIMIT $1',
    [limit],
  );
  return rows.map((row) => ({ date: row.marketDate, closedAt: row.closedAt }));
}

/** Whether a company's share traded for the first time. One of a demerger had a price before it was listed. */
const isListedOn = (issuer: Issuer | undefined, date: string, before: number | undefined): boolean =>
  issuer !== undefined && isCompany(issuer) && (issuer.demergedFrom ? issuer.listedOn === date : before === undefined);

/** Everything a finished day left behind, with the closes of the day before it. */
export async function readFigures(
  db: Queryable,
  market: Pick<MarketView, 'instrument'>,
  { date, closedAt }: { readonly date: string; readonly closedAt: number },
): Promise<FinishedMarketDay> {
  const [rows, exToday, ahead] = await Promise.all([
    db.query<{
      readonly code: string;
      readonly openPaise: bigint | undefined;
      readonly highPaise: bigint | undefined;
      readonly lowPaise: bigint | undefined;
      readonly closePaise: bigint;
      readonly previousPaise: bigint | undefined;
      readonly volume: bigint;
      readonly valuePaise: string | bigint;
    }>(
      'market.day_figures',
      `SELECT c.code, c.open_paise, c.high_paise, c.low_paise, c.close_paise, p.close_paise AS previous_paise, c.volume, c.value_paise::text
       FROM market.candle_day c
       LEFT JOIN market.candle_day p ON p.code = c.code
         AND p.market_date = (SELECT max(d.market_date) FROM market.day d WHERE d.market_date < $1)
       WHERE c.market_date = $1 ORDER BY c.code`,
      [date],
    ),
    corporateActionsOn(db, date),
    actionsAhead(db, date),
  ]);
  const isFirstDay = rows.every((row) => row.previousPaise === undefined);
  const exOf = Map.groupBy(exToday, ({ code }) => code);
  const figures = rows.flatMap((row): DayFigures[] => {
    const instrument = market.instrument(row.code);
    if (!instrument) return [];
    const before = row.previousPaise === undefined ? undefined : asPrice(row.previousPaise);
    // Without a day before, a share is measured against the price it came with.
    const base = before ?? instrument.issuer?.referencePricePaise;
    return [
      {
        instrument,
        openPrice: row.openPaise === undefined ? undefined : asPrice(row.openPaise),
        highPrice: row.highPaise === undefined ? undefined : asPrice(row.highPaise),
        lowPrice: row.lowPaise === undefined ? undefined : asPrice(row.lowPaise),
        closePrice: asPrice(row.closePaise),
        previousClose: base === undefined ? undefined : (exOf.get(row.code) ?? []).reduce(exPrice, base),
        volume: Number(row.volume),
        valuePaise: BigInt(row.valuePaise),
        isListed: !isFirstDay && isListedOn(instrument.issuer, date, before),
      },
    ];
  });
  const announced = ahead.filter(({ announcedOn }) => announcedOn === date);
  return { marketDate: date, closedAt, figures, exToday, announced };
}
