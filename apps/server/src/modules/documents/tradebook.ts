import { issuerSeries } from '@khara/market-day';
import { rupees } from '@khara/money';
import { tradeForTradeSeries } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import { toCsv } from './csv.ts';
import type { TradeLine } from './store.ts';

/** The columns of the tradebooks of Indian brokers, by their names: what reads those reads this one. */
const COLUMNS = [
  'symbol',
  'isin',
  'trade_date',
  'exchange',
  'segment',
  'series',
  'trade_type',
  'auction',
  'quantity',
  'price',
  'trade_id',
  'order_id',
  'order_execution_time',
  // Not of theirs: empty where the member placed it.
  'placed_by',
  // What the member wrote about the order.
  'reason',
  'planned_stop',
  'planned_target',
  'tags',
  'note',
] as const;

/** Trades as a tradebook: one line a trade, prices in rupees, market time without its zone. */
export const tradebookCsv = (deps: Pick<Deps, 'market'>, trades: readonly TradeLine[]): string =>
  toCsv([
    COLUMNS,
    ...trades.map((trade) => [
      trade.code,
      trade.asset.slice('EQ:'.length),
      trade.marketDate,
      'KHR',
      'EQ',
      seriesOfTrade(deps, trade),
      trade.side,
      'false',
      String(trade.quantity),
      rupees(trade.pricePaise),
      String(trade.tradeNo),
      String(trade.orderId),
      trade.marketTime.slice(0, 19),
      trade.by ?? '',
      trade.reason ?? '',
      trade.stopPaise === undefined ? '' : rupees(trade.stopPaise),
      trade.targetPaise === undefined ? '' : rupees(trade.targetPaise),
      trade.tags.join('; '),
      trade.note ?? '',
    ]),
  ]);

/**
 * The series in which a share traded on the date of a trade. A stage of surveillance and the first days of a share
 * pass, so a closed day has it from the rows of its contract notes. What is listed no more was an entitlement, or EQ.
 */
function seriesOfTrade(
  { market }: Pick<Deps, 'market'>,
  { code, marketDate: date, tradeForTrade: trade_for_trade }: TradeLine,
) {
  const issuer = market.instrument(code)?.issuer;
  if (issuer && date === market.now().marketDate) return issuerSeries(issuer, date);
  const usual = issuer?.series ?? 'EQ';
  return trade_for_trade ? tradeForTradeSeries(usual) : usual;
}
