import { NEWEST, ONE, type Tampering } from './tampering.ts';

export const TRADING: readonly Tampering[] = [
  {
    name: 'a fill is of more shares',
    sql: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`,
    found: ['order_fills'],
  },
  {
    name: 'what an intraday position bought cost more',
    sql: `UPDATE trading.position SET bought_paise = bought_paise + 100 WHERE product = 'intraday'`,
    found: ['position_fills'],
  },
  {
    name: 'a position was charged less',
    sql: `UPDATE trading.position SET charges_paise = charges_paise - 100 WHERE sold_quantity > 0`,
    found: ['position_fills'],
  },
  {
    name: 'a contract note gave a position more back',
    sql: `UPDATE trading.position SET charges_paise = charges_paise - 100, noted_paise = noted_paise - 100 WHERE sold_quantity > 0`,
    found: ['note_charges'],
  },
  {
    name: 'a fill at once is at another price',
    sql: `UPDATE trading."order" SET fill_price_paise[1] = fill_price_paise[1] + 5 WHERE fill_trade IS NOT NULL`,
    found: ['order_fills', 'fill_entries', 'order_books'],
  },
  {
    name: 'a fill at once is of fewer shares, and its order too',
    sql: `UPDATE trading."order" SET fill_quantity[1] = fill_quantity[1] - 1, filled = filled - 1, quantity = quantity - 1,
            filled_paise = filled_paise - fill_price_paise[1] WHERE fill_trade IS NOT NULL AND product = 'delivery' AND fill_quantity[1] > 1`,
    found: ['fill_entries', 'requests_kept'],
  },
  {
    name: 'a fill at once is of another trade',
    sql: `UPDATE trading."order" SET fill_trade[1] = fill_trade[1] + 1000000 WHERE fill_trade IS NOT NULL`,
    found: ['day_fills'],
  },
  {
    name: 'the charges of a fill at once are others',
    sql: `UPDATE trading."order" SET fill_charges = CASE WHEN fill_charges IS NULL THEN ARRAY[brokerage_paise, stt_paise + 100, exchange_paise, sebi_paise,
            stamp_paise, gst_paise, dp_paise] ELSE fill_charges END WHERE fill_trade IS NOT NULL AND cardinality(fill_trade) = 1`,
    found: ['order_fills'],
  },
  {
    name: 'the charges of an order and of its fill at once are others',
    sql: `UPDATE trading."order" SET stt_paise = stt_paise - 100 WHERE fill_trade IS NOT NULL AND fill_charges IS NULL AND stt_paise >= 100`,
    found: ['position_fills'],
  },
  {
    name: 'a fill at once was of another position',
    sql: `UPDATE trading."order" SET position_id = position_id + 1 WHERE position_id IS NOT NULL`,
    found: ['position_fills'],
  },
  {
    name: 'a fill of an order that rested is gone',
    sql: `DELETE FROM trading.resting_fill`,
    found: ['order_fills', 'fill_entries'],
  },
  {
    name: 'an order of the system stands open that came to no market',
    sql: `INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise, by_system,
            market_date, market_time, accepted_ms, updated_ms, frozen_paise, state)
          SELECT user_id, account_key, 'square-off', code, asset, 'sell', 'limit', product, 'day', 1, price_paise, true, market_date, market_time, 1, 1, 0, 'open'
          FROM trading."order" WHERE product = 'intraday' ${ONE}`,
    found: ['commands_signed'],
  },
  {
    name: 'an order came to the exchange at another step',
    sql: `UPDATE trading."order" SET applied_step = applied_step + 100000 WHERE id = (SELECT min(id) FROM trading."order" WHERE applied_step IS NOT NULL)`,
    found: ['day_orders'],
  },
  {
    name: 'an order came to the exchange at another time',
    sql: `UPDATE trading."order" SET matched_time = left(matched_time, 11) || '15:29:59+05:30'
          WHERE id = (SELECT min(id) FROM trading."order" WHERE applied_step IS NOT NULL)`,
    found: ['order_places'],
  },
  {
    name: 'an order came to the exchange on another market day',
    sql: `UPDATE trading."order" SET market_day = market_day + 1 WHERE market_day < ${NEWEST}`,
    found: ['order_places'],
  },
  {
    name: 'two orders came to the exchange at one place',
    sql: `UPDATE trading."order" o SET applied_step = p.applied_step, applied_index = p.applied_index FROM trading."order" p
          WHERE p.id = (SELECT min(id) FROM trading."order" WHERE applied_step IS NOT NULL) AND o.market_day = p.market_day AND o.id <> p.id`,
    found: ['order_places'],
  },
  {
    name: 'an order found another book',
    sql: `UPDATE trading."order" SET book[4] = book[4] + 5 WHERE fill_trade IS NOT NULL AND side = 'buy'`,
    found: ['order_books'],
  },
  {
    name: 'orders may be sent again under old requests',
    sql: `UPDATE trading."order" SET request_id = request_id || '-old' WHERE NOT by_system`,
    found: ['requests_kept'],
  },
  {
    name: 'the requests of two orders are exchanged',
    sql: `UPDATE trading."order" o SET req = p.req FROM trading."order" p
          WHERE o.id = (SELECT min(id) FROM trading."order" WHERE NOT by_system) AND p.id = (SELECT max(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['requests_kept'],
  },
  {
    name: 'a member’s order is said to be a program’s',
    sql: `UPDATE trading."order" SET program_key = '0123456789abcdef' WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['requests_kept'],
  },
  {
    name: 'the request of an order was also refused',
    sql: `INSERT INTO trading.answered_request (user_id, call, request_id, req, refusal, at_ms)
          SELECT user_id, call, request_id, req, 'insufficient_funds', at_ms FROM trading.request WHERE seq IS NULL AND refusal IS NULL ${ONE}`,
    found: ['requests_kept'],
  },
  {
    name: 'changes of orders may be sent again under old requests',
    sql: `DELETE FROM trading.answered_request`,
    found: ['requests_kept'],
  },
  {
    name: 'the first answer to an order is gone',
    sql: `UPDATE trading."order" SET first_answer = NULL WHERE first_answer IS NOT NULL`,
    found: ['first_answers'],
  },
  {
    name: 'the first answer to an order told of a fill',
    sql: `UPDATE trading."order" SET first_answer = first_answer || '{"filled": 1}' WHERE first_answer ->> 'filled' = '0'`,
    found: ['first_answers'],
  },
  {
    name: 'shares became delivery for less',
    sql: `UPDATE trading.product_change SET value_paise = value_paise - 100`,
    found: ['product_changes', 'position_fills'],
  },
  {
    name: 'more shares became delivery than did',
    sql: `UPDATE trading.product_change SET quantity = quantity + 1`,
    found: ['product_changes', 'position_fills', 'contract_notes'],
  },
  {
    name: 'shares became delivery without their charges',
    sql: `UPDATE trading.product_change SET estimated_paise = 0`,
    found: ['product_changes', 'contract_notes'],
  },
  {
    name: 'lots are said to be made of fewer contract notes',
    sql: `UPDATE trading.lots_made SET note = note - 1`,
    found: ['lots', 'lots_of_fills'],
  },
  {
    name: 'lots are said to be made of contract notes to come',
    sql: `UPDATE trading.lots_made SET note = note + 1000000`,
    found: ['lots_of_fills'],
  },
  {
    name: 'a contract note asks for more tax',
    sql: `UPDATE trading.contract_note SET stt_paise = stt_paise + 100`,
    found: ['contract_notes'],
  },
  {
    name: 'a contract note says that less was charged before',
    sql: `UPDATE trading.contract_note SET estimated_paise = estimated_paise - 100`,
    found: ['contract_notes'],
  },
  {
    name: 'a contract note settles a day later',
    sql: `UPDATE trading.contract_note SET settles_on = settles_on + 1`,
    found: ['contract_notes'],
  },
  {
    name: 'a line of a contract note has other charges',
    sql: `UPDATE trading.contract_note_line SET delivered_charges_paise = delivered_charges_paise + 1 WHERE delivered_quantity <> 0`,
    found: ['contract_notes', 'lots_of_fills'],
  },
  {
    name: 'a contract note that booked a difference is gone',
    sql: `DELETE FROM trading.contract_note n WHERE EXISTS (SELECT FROM ledger.entry e WHERE e.kind = 'contract_note' AND e.ref = 'note-' || n.number)`,
    found: ['contract_notes'],
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
    name: 'shares of a demerger cost more, and the old ones less',
    sql: `UPDATE trading.lot SET cost_paise = cost_paise + 100 WHERE origin = 'demerger';
          UPDATE trading.lot SET cost_paise = cost_paise - 100 WHERE code = 'AMBEMOHAR'`,
    found: ['lots_of_fills'],
  },
  {
    name: 'a part of a share of a demerger was paid for twice',
    sql: `UPDATE trading.demerged_holding SET cash_paise = 2 * cash_paise WHERE cash_paise > 0`,
    found: ['demergers'],
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
    sql: `UPDATE trading.order_step SET at_ms = at_ms + 1000, market_time = left(market_time, 10) || 'T15:29:59+05:30' WHERE step = 'filled'`,
    found: ['order_history'],
  },
  {
    name: 'a fill is of another date',
    sql: `UPDATE trading.resting_fill SET market_date = market_date - 1`,
    found: ['fill_dates'],
  },
  {
    name: 'what was bought settles a day earlier',
    sql: `UPDATE trading.settlement_due SET settles_on = settles_on - 1`,
    found: ['settlement_dates'],
  },
  {
    name: 'shares that a contract note nets still wait',
    sql: `UPDATE trading.settlement_due SET noted = bought + 1`,
    found: ['settlement_dates'],
  },
  {
    name: 'shares have settled before their day',
    sql: `UPDATE ledger.entry SET mdate = '2020-01-01' WHERE kind = 'settle'`,
    found: ['settlement_dates'],
  },
  {
    name: 'an order of a member is called one of the system',
    sql: `UPDATE trading."order" SET by_system = true, req = NULL WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
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
  {
    name: 'a trigger that waits asks for another price',
    sql: `UPDATE trading.price_trigger SET below_paise = below_paise - 100 WHERE state = 'waiting' AND below_paise > 100`,
    found: ['trigger_terms'],
  },
  {
    name: 'a trigger is for more shares',
    sql: `UPDATE trading.price_trigger SET quantity = quantity + 1`,
    found: ['trigger_terms'],
  },
  {
    name: 'a trigger that has fired waits again',
    sql: `UPDATE trading.price_trigger SET state = 'waiting', fired_side = NULL, fired_ms = NULL, fired_time = NULL, order_id = NULL,
            ended_ms = NULL WHERE state = 'fired'`,
    found: ['triggers_fired'],
  },
  {
    name: 'a trigger never fired, by the journal',
    sql: `DELETE FROM trading.journal_command WHERE kind = 'fire'`,
    found: ['triggers_fired', 'day_orders'],
  },
  {
    name: 'a trigger fired at another price, by the journal and by itself',
    sql: `UPDATE trading.journal_command SET trigger_paise = 1 WHERE kind = 'fire' AND about = 'below';
          UPDATE trading.price_trigger SET below_paise = 1 WHERE fired_side = 'below'`,
    found: ['trigger_terms', 'day_triggers', 'day_orders'],
  },
  {
    name: 'the order of a trigger is another',
    sql: `UPDATE trading.price_trigger SET order_id = (SELECT min(id) FROM trading."order") WHERE state = 'fired'`,
    found: ['triggers_fired'],
  },
  {
    name: 'an order is said to be of a trigger',
    sql: `UPDATE trading."order" SET request_id = 'gtt:1' WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['triggers_fired', 'requests_kept'],
  },
  {
    name: 'a run asked for more shares',
    sql: `UPDATE trading.order_run_line SET quantity = quantity - 1 WHERE order_id IS NOT NULL AND quantity > 1`,
    found: ['order_runs'],
  },
  {
    name: 'the order of a run is another',
    sql: `UPDATE trading.order_run_line SET order_id = (SELECT min(id) FROM trading."order") WHERE (run_id, no) =
            (SELECT run_id, no FROM trading.order_run_line WHERE order_id IS NOT NULL ORDER BY run_id, no LIMIT 1)`,
    found: ['order_runs'],
  },
  {
    name: 'a regular purchase was made once more than it says',
    sql: `UPDATE trading.regular_purchase SET made = made - 1 WHERE made > 0`,
    found: ['order_runs'],
  },
  {
    name: 'an order is said to be of a regular purchase',
    sql: `UPDATE trading."order" SET request_id = 'sip:1:1' WHERE id = (SELECT min(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['order_runs', 'requests_kept'],
  },
  {
    name: 'a day of a position bought more',
    sql: `UPDATE trading.position SET day_bought_quantity = day_bought_quantity + 1 WHERE day_bought_quantity > 0`,
    found: ['position_days'],
  },
  {
    name: 'a day of a position sold for more',
    sql: `UPDATE trading.position SET day_sold_paise = day_sold_paise + 100 WHERE day_sold_quantity > 0`,
    found: ['position_days'],
  },
  {
    name: 'a day of a position was charged less',
    sql: `UPDATE trading.position SET day_charges_paise = day_charges_paise - 100 WHERE day_charges_paise >= 100`,
    found: ['day_charges'],
  },
  {
    name: 'buying on a day of a position was charged less',
    sql: `UPDATE trading.position SET day_buy_charges_paise = day_buy_charges_paise - 1 WHERE day_buy_charges_paise > 0`,
    found: ['day_charges'],
  },
  {
    name: 'a position is of another date',
    sql: `UPDATE trading.position SET market_date = market_date - 1 WHERE day_bought_quantity + day_sold_quantity > 0`,
    found: ['position_days'],
  },
  {
    name: 'an order is said to have waited for a pre-open',
    sql: `UPDATE trading."order" SET after_market = true WHERE NOT after_market`,
    found: ['order_places'],
  },
  {
    name: 'a step of an order was of more shares',
    sql: `UPDATE trading.order_step SET quantity = quantity + 1 WHERE step = 'modified'`,
    found: ['order_history'],
  },
  {
    name: 'an order ended with fewer shares',
    sql: `UPDATE trading.order_step SET quantity = quantity - 1 WHERE step IN ('cancelled', 'expired')`,
    found: ['order_history'],
  },
  {
    name: 'a step of an order was at a price',
    sql: `UPDATE trading.order_step SET price_paise = 100 WHERE step IN ('cancelled', 'expired', 'cancel_refused', 'modify_refused')`,
    found: ['order_history'],
  },
  {
    name: 'an order that was changed is of more shares',
    sql: `UPDATE trading."order" o SET quantity = quantity + 1 WHERE state <> 'complete' AND EXISTS (SELECT FROM trading.order_step s WHERE s.order_id = o.id AND s.step = 'modified')`,
    found: ['order_terms'],
  },
  {
    name: 'a step of an order left it in another state',
    sql: `UPDATE trading.order_step SET state = 'rejected' WHERE state = 'open'`,
    found: ['order_history'],
  },
  {
    name: 'orders became limit orders',
    sql: `UPDATE trading."order" SET became_limit = true WHERE type = 'market'`,
    found: ['order_terms'],
  },
  {
    name: 'an order holds what is another one’s',
    sql: `UPDATE trading."order" o SET hold = (SELECT max(h.id) FROM ledger.hold h WHERE h.id <> o.hold) WHERE o.hold IS NOT NULL`,
    found: ['order_terms'],
  },
  {
    name: 'a change of an order was asked for by another member',
    sql: `UPDATE trading.answered_request SET user_id = 'another' WHERE seq IS NOT NULL`,
    found: ['requests_kept'],
  },
  {
    name: 'value came in for another member',
    sql: `UPDATE ledger.source SET owner = 'u:another' WHERE owner LIKE 'u:%'`,
    found: ['sources_used'],
  },
  {
    name: 'a hold took other unsettled shares',
    sql: `UPDATE ledger.hold SET unsettled = CASE unsettled WHEN 0 THEN 1 ELSE 0 END`,
    found: ['sources_used'],
  },
  {
    name: 'shares were given on another day',
    sql: `UPDATE trading.entitlement SET on_date = on_date - 1 WHERE kind <> 'dividend'`,
    found: ['entitlements'],
  },
];
