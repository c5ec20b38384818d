import type { Tampering } from './tampering.ts';

export const TRADING: readonly Tampering[] = [
  {
    name: 'a fill is of more shares',
    sql: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`,
    found: ['order_fills'],
  },
  {
    name: 'a position cost less',
    sql: `UPDATE trading.position SET cost_paise = cost_paise - 100 WHERE quantity > 0`,
    found: ['position_cost'],
  },
  {
    name: 'a position cost less, and gained less',
    sql: `UPDATE trading.position SET cost_paise = cost_paise - 100, realised_paise = realised_paise - 100 WHERE quantity > 0`,
    found: ['position_cost'],
  },
  {
    name: 'orders may be sent again under old requests',
    sql: `DELETE FROM trading.request`,
    found: ['requests_kept'],
  },
  {
    name: 'shares were acquired a year earlier',
    sql: `UPDATE trading.lot SET acquired_on = acquired_on - 400 WHERE origin = 'buy'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares cost more, in the report of taxes',
    sql: `UPDATE trading.lot SET cost_paise = cost_paise + 100 WHERE remaining > 0`,
    found: ['lots_of_fills'],
  },
  {
    name: 'what was sold had cost more, in the report of taxes',
    sql: `UPDATE trading.lot_sale SET cost_paise = cost_paise + 100`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares that were allotted are locked in for longer',
    sql: `UPDATE trading.lot SET locked_until = acquired_on + 900 WHERE origin = 'allotment'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'shares of a bonus came earlier',
    sql: `UPDATE trading.lot SET acquired_on = acquired_on - 400 WHERE origin = 'bonus'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'the limit of an order that filled is another',
    sql: `UPDATE trading."order" SET price_paise = price_paise + 5 WHERE filled > 0`,
    found: ['order_terms'],
  },
  {
    name: 'an order that filled was accepted at another time',
    sql: `UPDATE trading."order" SET accepted_ms = accepted_ms - 1000 WHERE filled > 0`,
    found: ['order_terms'],
  },
  {
    name: 'an order was accepted after it filled',
    sql: `UPDATE trading."order" SET market_time = market_date || 'T15:29:59+05:30' WHERE filled > 0 AND product = 'delivery'`,
    found: ['order_history'],
  },
  {
    name: 'steps of orders happened at another time',
    sql: `UPDATE trading.order_event SET at_ms = at_ms + 1000, market_time = left(market_time, 10) || 'T15:29:59+05:30' WHERE step = 'filled'`,
    found: ['order_history'],
  },
  {
    name: 'a fill is of another date',
    sql: `UPDATE trading.fill SET market_date = market_date - 1`,
    found: ['fill_dates'],
  },
  {
    name: 'what was bought settles a day earlier',
    sql: `UPDATE trading.settlement_due SET settles_on = settles_on - 1`,
    found: ['settlement_dates'],
  },
  {
    name: 'an order of a member is called one of the system',
    sql: `DELETE FROM trading.request WHERE order_id = (SELECT min(id) FROM trading."order" WHERE NOT by_system);
          UPDATE trading."order" SET by_system = true WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['requests_kept'],
  },
  {
    name: 'withdrawals may be sent again under old requests',
    sql: `DELETE FROM wallet.request`,
    found: ['requests_kept'],
  },
  {
    name: 'applications may be sent again under old requests',
    sql: `DELETE FROM offerings.request`,
    found: ['requests_kept'],
  },
];
