import { NEWEST, type Tampering } from './tampering.ts';

/** The second of the days that have closed. */
const DAY = `(SELECT min(market_day) + 1 FROM market.day)`;
const DATE = `(SELECT market_date FROM market.day WHERE market_day = ${DAY})`;

export const MARKET: readonly Tampering[] = (
  [
    [
      'a close is moved',
      `UPDATE market.candle_day SET close_paise = close_paise + tick_paise WHERE market_date = ${DATE}`,
      'day_candles',
      'day_carried',
      'day_closes',
    ],
    [
      'the newest close is moved, within what its trades allow',
      `UPDATE market.candle_day SET close_paise = close_paise + tick_paise
         WHERE close_from = 'average' AND close_paise < high_paise AND market_date = (SELECT market_date FROM market.day WHERE market_day = ${NEWEST})`,
      'day_candles',
      'day_carried',
    ],
    [
      'a high is raised',
      `UPDATE market.candle_day SET high_paise = high_paise + tick_paise WHERE volume > 0 AND market_date = ${DATE}`,
      'day_candles',
    ],
    [
      'minutes of a day are gone',
      `UPDATE market.candle_day SET minutes = NULL WHERE market_date = ${DATE}`,
      'day_minutes',
    ],
    [
      'minutes are swapped between shares',
      `UPDATE market.candle_day c SET minutes = o.minutes FROM market.candle_day o
         WHERE o.market_date = c.market_date AND o.code <> c.code AND c.minutes IS NOT NULL AND o.minutes IS NOT NULL AND c.market_date = ${DATE}`,
      'day_minutes',
    ],
    [
      'a past is doubled after its trades were taken away',
      `DELETE FROM market.trades WHERE market_day < ${NEWEST};
         UPDATE market.day SET head = NULL WHERE market_day < ${NEWEST};
         UPDATE market.candle_day SET open_paise = 2 * open_paise, high_paise = 2 * high_paise, low_paise = 2 * low_paise, last_paise = 2 * last_paise,
           close_paise = 2 * close_paise`,
      'day_trades',
      'day_head',
      'day_candles',
    ],
    [
      'trades of one half minute are gone',
      `DELETE FROM market.trades WHERE from_no = 1 AND market_day = ${DAY}`,
      'day_trades',
    ],
    [
      'trades of the running day are gone',
      `DELETE FROM market.trades WHERE from_no = 1 AND market_day = (SELECT max(market_day) FROM market.day)`,
      'day_trades',
    ],
    [
      'a trade of the running day was of other shares',
      `UPDATE market.trades SET packed = set_byte(packed, octet_length(packed) - 1, get_byte(packed, octet_length(packed) - 1) # 1)
         WHERE from_no = 1 AND market_day = (SELECT max(market_day) FROM market.day)`,
      'day_trades',
    ],
    ['no order log can be handed out', `UPDATE market.day SET head = NULL WHERE market_day = ${DAY}`, 'day_head'],
    [
      'what tomorrow begins with is changed',
      `UPDATE market.day SET participants = jsonb_set(participants, '{stocks,AAMRAI,value}', to_jsonb(((participants #>> '{stocks,AAMRAI,value}')::numeric * 1.05)::bigint))
         WHERE market_day = ${NEWEST}`,
      'day_carried',
    ],
    [
      'what an earlier day began with is changed',
      `UPDATE market.day SET participants = jsonb_set(participants, '{stocks,AAMRAI,value}', '1000') WHERE market_day = ${DAY}`,
      'day_carried',
      'day_closes',
    ],
    [
      'a dividend to come is made a hundred times as large',
      `UPDATE market.corporate_action SET per_share_paise = 100 * per_share_paise`,
      'day_carried',
    ],
    [
      'a bonus is planted',
      `INSERT INTO market.ex_date SELECT market_date + 300, 0 FROM market.day WHERE market_day = ${DAY};
         INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, first, second)
         SELECT 'AAMRAI-planted', 'AAMRAI', 'bonus', market_date + 300, market_date, 0, 9, 1 FROM market.day WHERE market_day = ${DAY}`,
      'day_carried',
    ],
    [
      'orders of a closed day are in another place of it',
      `UPDATE trading."order" SET applied_index = applied_index + 100 WHERE market_day < ${NEWEST}`,
      'day_orders',
    ],
    ['a closed day is forgotten', `DELETE FROM market.day WHERE market_day = ${NEWEST}`, 'day_trades'],
  ] as const
).map(([name, sql, ...found]): Tampering => ({ name, sql, found }));
