import { rupees } from '@khara/money';
import { csvOf } from './csv.ts';
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
export const tradebookCsv = (trades: readonly TradeLine[]): string =>
  csvOf([
    COLUMNS,
    ...trades.map((trade) => [
      trade.code,
      trade.asset.slice('EQ:'.length),
      trade.market_date,
      'KHR',
      'EQ',
      'EQ',
      trade.side,
      'false',
      String(trade.quantity),
      rupees(trade.price_paise),
      String(trade.trade_no),
      String(trade.order_id),
      trade.market_time.slice(0, 19),
      trade.by ?? '',
      trade.reason ?? '',
      trade.stop_paise === null ? '' : rupees(trade.stop_paise),
      trade.target_paise === null ? '' : rupees(trade.target_paise),
      trade.tags.join('; '),
      trade.note ?? '',
    ]),
  ]);
