import { NEWEST, ONE, type Tampering } from './tampering.ts';

/** The market day that runs. */
const RUNS = `(SELECT max(market_day) FROM market.day)`;
/** A member's order that is in the books. */
const RESTS = `trading."order" WHERE state = 'open' AND market_day = ${RUNS} ORDER BY id ${ONE}`;
const COMMAND = 'INSERT INTO trading.journal_command (accepted_ms, mac, kind';
const MEMBER = `(SELECT user_id FROM trading.regular_purchase ORDER BY id ${ONE})`;

/** Rows by which a server acts later, or says why it did. */
export const DECIDES: readonly Tampering[] = [
  {
    name: 'a basket has fifty times as many shares',
    sql: `UPDATE trading.basket_order SET quantity = quantity * 50`,
    found: ['baskets_recorded'],
  },
  {
    name: 'a basket has an order more',
    sql: `INSERT INTO trading.basket_order (basket_id, no, code, side, type, product, validity, quantity)
      SELECT id, 9, 'AAMRAI', 'buy', 'market', 'delivery', 'day', 1 FROM trading.basket ORDER BY id ${ONE}`,
    found: ['baskets_recorded'],
  },
  {
    name: 'a basket is another member’s',
    sql: `UPDATE trading.basket SET user_id = ${MEMBER}, request_id = 'moved'`,
    found: ['baskets_recorded'],
  },
  {
    name: 'a regular purchase may cost a hundred times as much',
    sql: `UPDATE trading.regular_purchase SET amount_paise = amount_paise * 100`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a regular purchase buys another share',
    sql: `UPDATE trading.regular_purchase SET code = 'ALANKAR'`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a regular purchase comes a day earlier',
    sql: `UPDATE trading.regular_purchase SET next_on = next_on - 1`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a regular purchase that goes on rests',
    sql: `UPDATE trading.regular_purchase SET state = 'paused'`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a regular purchase is planted for a member who never asked',
    sql: `INSERT INTO trading.regular_purchase (user_id, account_key, request_id, req, code, amount_paise, unit, every, first_on, times, made, next_on, state, created_ms, changed_ms, authority)
      SELECT user_id, account_key, 'planted', req, code, amount_paise, unit, every, first_on, times, 0, next_on, 'active', created_ms, changed_ms, authority
      FROM trading.regular_purchase ORDER BY id ${ONE}`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a regular purchase is taken away',
    sql: `DELETE FROM trading.regular_purchase`,
    found: ['regular_purchases_recorded'],
  },
  {
    name: 'a run is planted while it places',
    sql: `INSERT INTO trading.order_run (user_id, account_key, basket_id, request_id, req, name, state, at_ms, market_date, market_time, authority)
      SELECT user_id, 1, id, 'planted', req, name, 'placing', created_ms, market_date, '10:00:00', authority FROM trading.basket ORDER BY id ${ONE}`,
    found: ['order_runs_recorded'],
  },
  {
    name: 'a run has a line more',
    sql: `INSERT INTO trading.order_run_line (run_id, no, code, side, type, product, validity, quantity, reason)
      SELECT id, 9, 'AAMRAI', 'buy', 'market', 'delivery', 'day', 1, 'insufficient_funds' FROM trading.order_run ORDER BY id ${ONE}`,
    found: ['order_runs_recorded'],
  },
  {
    name: 'a run was given another authority',
    sql: `UPDATE trading.order_run SET authority = 'typed mallory'`,
    found: ['order_runs_recorded'],
  },
  {
    name: 'a stop that waits is taken away',
    sql: `DELETE FROM trading.price_trigger WHERE state = 'waiting'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'a stop that waits counts as removed by its member',
    sql: `UPDATE trading.price_trigger SET state = 'removed', ended_ms = changed_ms WHERE state = 'waiting'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'a stop counts as ended with its position',
    sql: `UPDATE trading.price_trigger SET state = 'ended', ended_ms = changed_ms WHERE state = 'waiting'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'a stop waits no longer than yesterday',
    sql: `UPDATE trading.price_trigger SET expires_on = market_date - 1 WHERE state = 'waiting'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'a stop gets a target beside it, with the hash of both',
    sql: `UPDATE trading.price_trigger SET above_paise = below_paise + 100, above_limit_paise = below_limit_paise + 100 WHERE state = 'waiting'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'the order of a trigger was refused, and never was',
    sql: `UPDATE trading.price_trigger SET state = 'failed', reason = 'insufficient_funds', order_id = NULL WHERE state = 'fired'`,
    found: ['triggers_recorded'],
  },
  {
    name: 'a block opens to all members without its key',
    sql: `INSERT INTO offerings.access (offering_id, user_id, valid_until_ms)
      SELECT o.id, m.id, 9999999999999 FROM accounts.member m CROSS JOIN (SELECT id FROM offerings.offering WHERE key_hash IS NOT NULL ${ONE}) o
      WHERE m.erased_at IS NULL ON CONFLICT (offering_id, user_id) DO UPDATE SET valid_until_ms = 9999999999999`,
    found: ['offering_access_recorded'],
  },
  {
    name: 'a plan was written a week earlier',
    sql: `UPDATE trading.order_note SET planned_ms = planned_ms - 604800000`,
    found: ['order_notes_recorded'],
  },
  {
    name: 'another plan stands beside an order',
    sql: `UPDATE trading.order_note SET stop_paise = stop_paise + 100, text = 'As I had planned it.'`,
    found: ['order_notes_recorded'],
  },
  {
    name: 'a plan is taken away',
    sql: `DELETE FROM trading.order_note`,
    found: ['order_notes_recorded'],
  },
  {
    name: 'a plan is written for another',
    sql: `INSERT INTO trading.order_note (order_id, user_id, reason, tags, changed_ms)
      SELECT id, user_id, 'tip', '{}', accepted_ms FROM trading."order" o WHERE NOT EXISTS (SELECT FROM trading.order_note n WHERE n.order_id = o.id) ORDER BY id ${ONE}`,
    found: ['order_notes_recorded'],
  },
  {
    name: 'an order of a program was never refused',
    sql: `DELETE FROM trading.refused_order`,
    found: ['refused_orders_recorded'],
  },
  {
    name: 'an order of a program was refused for another reason',
    sql: `UPDATE trading.refused_order SET reason = 'market_closed'`,
    found: ['refused_orders_recorded'],
  },
  {
    name: 'an assistant was never refused',
    sql: `DELETE FROM trading.assistant_act WHERE act = 'refused'`,
    found: ['assistant_acts_recorded'],
  },
  {
    name: 'an assistant placed an order that its member placed',
    sql: `UPDATE trading.assistant_act SET order_id = (SELECT max(id) FROM trading."order") WHERE act = 'placed'`,
    found: ['assistant_acts_recorded'],
  },
  {
    name: 'an assistant asked for another order',
    sql: `UPDATE trading.assistant_act SET asked = replace(asked, '20', '2')`,
    found: ['assistant_acts_recorded'],
  },
  {
    name: 'pictures of two identity checks are swapped',
    sql: `UPDATE pictures.picture p SET body = o.body, wrapped_key = o.wrapped_key, look = o.look
      FROM (SELECT id, body, wrapped_key, look, lead(id, 1, first) OVER (ORDER BY id) AS to_id
        FROM (SELECT *, min(id) OVER () AS first FROM pictures.picture WHERE body IS NOT NULL) x) o WHERE p.id = o.to_id`,
    found: ['pictures_recorded'],
  },
  {
    name: 'a picture of an identity check is destroyed before its time',
    sql: `UPDATE pictures.picture SET body = NULL, wrapped_key = NULL, look = NULL WHERE id = (SELECT id FROM pictures.picture WHERE body IS NOT NULL ORDER BY id ${ONE})`,
    found: ['pictures_recorded'],
  },
  {
    name: 'a picture of an identity check is kept for a year',
    sql: `UPDATE pictures.picture SET delete_at = delete_at + 31536000000`,
    found: ['pictures_recorded'],
  },
  {
    name: 'members have other numbers at the exchange',
    sql: `ALTER TABLE accounts.member ALTER number SET GENERATED BY DEFAULT;
      UPDATE accounts.member SET number = number + 1000;
      ALTER TABLE accounts.member ALTER number SET GENERATED ALWAYS`,
    found: ['accounts_recorded'],
  },
  {
    name: 'a source lets value in once more',
    sql: `INSERT INTO ledger.source SELECT type, id || 'x', purpose, owner, asset, amount, other_asset, other_amount, mdate, at_ms FROM ledger.source ORDER BY type, id ${ONE}`,
    found: ['sources_used'],
  },
  {
    name: 'a trade may be settled once more',
    sql: `INSERT INTO ledger.source SELECT type, id || 'x', purpose, owner, asset, amount, other_asset, other_amount, mdate, at_ms FROM ledger.source WHERE type = 'trade' ORDER BY id ${ONE}`,
    found: ['sources_used'],
  },
  {
    name: 'numbers of intents begin again',
    sql: `SELECT setval('trading.number', 5);
      UPDATE trading.basket SET changed_ms = changed_ms`,
    found: ['numbers_go_on'],
  },
  {
    name: 'numbers of recharges begin again',
    sql: `SELECT setval('wallet.recharge_id_seq', 1);
      UPDATE wallet.recharge SET updated_at = updated_at`,
    found: ['numbers_go_on'],
  },
  {
    name: 'an order ended for another reason',
    sql: `UPDATE trading."order" SET reason = 'exchange_closed' WHERE state IN ('cancelled', 'expired', 'rejected')`,
    found: ['order_reasons'],
  },
  {
    name: 'nothing was charged for the sales of a day',
    sql: `DELETE FROM trading.dp_charged`,
    found: ['dp_charges'],
  },
  {
    name: 'sales of a day were smaller',
    sql: `UPDATE trading.dp_charged SET sold_paise = sold_paise - 1`,
    found: ['dp_charges'],
  },
  {
    name: 'a share traded trade-for-trade, and did not',
    sql: `INSERT INTO trading.trade_for_trade (market_date, code) SELECT market_date, 'AAMRAI' FROM market.day WHERE market_day = ${NEWEST} ON CONFLICT DO NOTHING`,
    found: ['trade_for_trade_days'],
  },
  {
    name: 'margins of the running day are lower',
    sql: `UPDATE market.margin SET var_bps = 1, elm_bps = 1, least_bps = 1, rate_bps = 2 WHERE market_date = (SELECT market_date FROM market.day WHERE market_day = ${RUNS})`,
    found: ['day_inputs'],
  },
  {
    name: 'a share is suspended in the running day',
    sql: `UPDATE market.day SET suspended = array_append(suspended, 'AAMRAI') WHERE market_day = ${RUNS}`,
    found: ['day_inputs'],
  },
  {
    name: 'a share was suspended in a closed day',
    sql: `UPDATE market.day SET suspended = array_append(suspended, 'AAMRAI') WHERE market_day = ${NEWEST}`,
    found: ['day_inputs'],
  },
  {
    name: 'the running day has another seed',
    sql: `UPDATE market.day SET seed_hash = sha256(seed_hash) WHERE market_day = ${RUNS}`,
    found: ['day_inputs'],
  },
  {
    name: 'the running day has other shares',
    sql: `UPDATE market.day SET universe = substring(universe FROM 1 FOR 100) WHERE market_day = ${RUNS}`,
    found: ['day_inputs'],
  },
  {
    name: 'a command of the running day is taken away',
    sql: `DELETE FROM trading.journal_command WHERE seq = (SELECT max(seq) FROM trading.journal_command WHERE market_day = ${RUNS} AND applied_step IS NOT NULL)`,
    found: ['journal_whole'],
  },
  {
    name: 'an order that waits for the next open is planted',
    sql: `INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
        market_date, market_time, accepted_ms, updated_ms, frozen_paise, after_market, req, mac)
      SELECT user_id, account_key, 'planted', code, asset, 'buy', 'market', 'delivery', 'day', 9, price_paise,
        market_date, market_date - 1 || 'T20:00:00', 1, 1, 0, true, req, mac FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'the cancel of an order that rests is planted',
    sql: `${COMMAND}, order_id) SELECT 1, mac, 'cancel', id FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'an order that rests is to buy a hundred times as many',
    sql: `${COMMAND}, order_id, quantity, price_paise) SELECT 1, mac, 'modify', id, 100 * quantity, 2 * price_paise FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'an order of the system sells what a member holds',
    sql: `INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
        by_system, market_date, market_time, accepted_ms, updated_ms, frozen_paise)
      SELECT user_id, account_key, 'square_off', code, asset, 'sell', 'limit', 'intraday', 'day', 1, 5, true, market_date, market_time, 1, 1, 0 FROM ${RESTS};
      ${COMMAND}, order_id, price_paise, quantity, type, validity)
      SELECT 1, substring(sha256('x') FOR 16), 'place', id, 5, 1, 'limit', 'day' FROM trading."order" ORDER BY id DESC ${ONE}`,
    found: ['commands_signed'],
  },
  {
    name: 'the suspension of a share is planted',
    sql: `${COMMAND}, code, request_id) SELECT 1, mac, 'suspend', code, 999999 FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'the market hears news that nobody wrote',
    sql: `${COMMAND}, code, article_id, about, bps) SELECT 1, mac, 'news', code, 'planted', 'order_won', 900 FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'an offer draws a share down, and there is none',
    sql: `${COMMAND}, code, offering_id, about, bps, on_date) SELECT 1, mac, 'offer', code, 'planted', 'opens', -900, market_date FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'an order is planted in its place of the running day',
    sql: `INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
        market_date, market_time, accepted_ms, updated_ms, frozen_paise, state, req, matched_ms, matched_time, market_day, applied_step, applied_index, mac)
      SELECT user_id, account_key, 'planted in place', code, asset, side, type, product, validity, 7, price_paise,
        market_date, market_time, 1, 1, 0, 'open', req, 1, matched_time, ${RUNS}, (SELECT step FROM market.frontier), 999, mac FROM ${RESTS}`,
    found: ['commands_signed'],
  },
  {
    name: 'orders of the running day have other codes',
    sql: `UPDATE trading."order" SET mac = substring(sha256(mac) FOR 16) WHERE market_day = ${RUNS}`,
    found: ['commands_signed'],
  },
  {
    name: 'a receipt that was answered is taken away',
    sql: `DELETE FROM ledger.signed_receipt WHERE uid = (SELECT s.uid FROM ledger.signed_receipt s JOIN ledger.entry e ON e.uid = s.uid WHERE e.kind IN ('buy', 'sell') ORDER BY e.id ${ONE})`,
    found: ['receipts_kept'],
  },
  {
    name: 'the receipt of an order that rested is gone',
    sql: `DELETE FROM ledger.signed_receipt WHERE uid IN (SELECT e.uid FROM ledger.entry e WHERE e.kind IN ('order_hold', 'margin_hold'))`,
    found: ['receipts_kept'],
  },
  {
    name: 'customer service wrote where to pay',
    sql: `INSERT INTO support.message (member_id, sender, staff, text, at) SELECT id, 'service', 'S1', 'Pay to mallory@upi.', created_at FROM accounts.member WHERE erased_at IS NULL ORDER BY number ${ONE}`,
    found: ['messages_recorded'],
  },
  {
    name: 'customer service wrote something else',
    sql: `UPDATE support.message SET text = 'Pay to mallory@upi.'`,
    found: ['messages_recorded'],
  },
  {
    name: 'a notice tells a member where to pay',
    sql: `UPDATE notices.notice SET params = params || '{"code": "Pay mallory@upi"}' WHERE id = (SELECT id FROM notices.notice WHERE params ? 'code' ORDER BY id ${ONE})`,
    found: ['notices_plain'],
  },
  {
    name: 'a snapshot of the running day is another',
    sql: `UPDATE market.snapshot SET tape = exchange`,
    found: ['snapshots_signed'],
  },
  {
    name: 'a sign of a stranger is planted',
    sql: `INSERT INTO credit.signal (member_id, signal, at) SELECT id, 'new_device', created_at FROM accounts.member WHERE erased_at IS NULL ORDER BY number ${ONE}`,
    found: ['score_signals_recorded'],
  },
  ...(
    [
      ['a position', 'position', '"id": 900001'],
      ['a position of another share', 'position', '"id": 900002, "asset": "EQ:INE000000009", "code": "AAMRAI"'],
      ['shares that are due', 'settlement_due', '"settles_on": "2099-01-04"'],
      [
        'more shares that are due of another member',
        'settlement_due',
        '"user_id": "planted", "bought": 90000, "outstanding": true',
      ],
      ['a DP charge', 'dp_charged', '"market_date": "2099-01-04"'],
      ['a contract note', 'contract_note', '"number": 900003, "market_date": "2099-01-04"'],
      ['a line of a contract note', 'contract_note_line', '"asset": "EQ:INE000000009"'],
    ] as const
  ).map(([what, table, other]) => ({
    name: `${what} is planted`,
    sql: `INSERT INTO trading.${table} SELECT (jsonb_populate_record(t, '{${other}}')).* FROM trading.${table} t ${ONE}`,
    found: ['commands_signed'],
  })),
  ...(
    [
      ['an intraday position gained more', 'position', `sold_paise = sold_paise + 100 WHERE product = 'intraday'`],
      [
        'a position sold more on its day',
        'position',
        'day_sold_paise = day_sold_paise + 1, day_sold_quantity = day_sold_quantity + 1',
      ],
      [
        'a line of a contract note was sold for more',
        'contract_note_line',
        'delivered_charges_paise = delivered_charges_paise + 1',
      ],
    ] as const
  ).map(([name, table, change]) => ({
    name,
    sql: `UPDATE trading.${table} SET ${change}`,
    found: ['commands_signed'],
  })),
  {
    name: 'a contract note charged less',
    sql: 'UPDATE trading.contract_note SET stt_paise = stt_paise - 1 WHERE stt_paise > 0',
    found: ['contract_notes'],
  },
  {
    name: 'a fill is planted',
    sql: `INSERT INTO trading.resting_fill SELECT (jsonb_populate_record(NULL::trading.resting_fill, to_jsonb(f) || '{"id": 900006, "trade_no": 900006}')).*
      FROM trading.fill f ${ONE}`,
    found: ['commands_signed'],
  },
  {
    name: 'a short delivery is planted',
    sql: `INSERT INTO trading.short_delivery (user_id, asset, code, settles_on, arrives_on, waits, sold, liquidity_group, found, auction_bps, noted_ms, mac)
      SELECT user_id, asset, code, market_date + 30, market_date + 90, 0, 9, 1, true, 900, 1, mac FROM trading.position ${ONE}`,
    found: ['commands_signed'],
  },
  {
    name: 'a change of product is planted',
    sql: `INSERT INTO trading.product_change (id, user_id, request_id, req, code, asset, product, quantity, value_paise, charges_paise, estimated_paise,
        from_position, to_position, margin_paise, market_day, market_date, market_time, at_ms, mac)
      SELECT 900004, user_id, 'planted', sha256(mac), code, asset, 'intraday', 1, 100, 0, 0, id, id, 100000, 0, market_date, '10:00:00', 1, mac FROM trading.position ${ONE}`,
    found: ['commands_signed'],
  },
  {
    name: 'an order is planted under the request of a regular purchase',
    sql: `UPDATE trading."order" SET request_id = 'sip:900005:1:0123456789abcdef' WHERE id = (SELECT max(id) FROM trading."order" WHERE NOT by_system)`,
    found: ['commands_signed', 'order_runs'],
  },
];
