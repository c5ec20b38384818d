-- Fills, events of orders, sales of lots and members' own limits are written once. Own limits are changed by
-- trading.set_own_limit alone.
REVOKE ALL ON SCHEMA trading FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL TABLES IN SCHEMA trading FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA trading
  FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA trading
  FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;

-- The server.
GRANT USAGE ON SCHEMA trading TO khara_app;
GRANT SELECT ON
  trading.arrival_fill, trading.command, trading.fill, trading.margin, trading.order_event, trading.own_limit,
  trading.position_now, trading.request
  TO khara_app;
GRANT SELECT, INSERT ON
  trading.answered_request, trading.contract_note, trading.contract_note_line, trading.lapsed_entitlement,
  trading.lot_sale, trading.order_step, trading.position_adjustment, trading.resting_fill, trading.square_off,
  trading.trade_for_trade TO khara_app;
GRANT SELECT, INSERT, UPDATE (margin_paise) ON trading.product_change TO khara_app;
-- What a holder is entitled to is written once, and when a dividend was paid.
GRANT SELECT, INSERT, UPDATE (paid_ms) ON trading.entitlement TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  trading.dp_charged, trading.lot, trading.lots_made, trading.position, trading.settlement_due
  TO khara_app;
-- What was asked for, the first answer, the command and the fills at once of an order are written once.
GRANT SELECT, INSERT ON trading."order" TO khara_app;
GRANT UPDATE (
  quantity, price_paise, market_date, state, reason, filled, filled_paise, brokerage_paise, stt_paise, exchange_paise,
  sebi_paise, stamp_paise, gst_paise, dp_paise, frozen_paise, frozen_shares, frozen_unsettled, updated_ms,
  timeline_length, trigger_paise, disclosed_quantity, modifications, hold, margin_paise, became_limit, type, validity,
  valid_minutes, protection_bps, mac
) ON trading."order" TO khara_app;
-- What was not delivered is written once, and what became of it when the day is over.
GRANT SELECT, INSERT, UPDATE (
  undelivered, sale_paise, price_paise, loss_paise, absorbed_paise, ended_ms, closed_out, closed_paise, position_id,
  lot_paise, lot_charges_paise, lot_stt_paise
) ON trading.short_delivery TO khara_app;
-- What a demerger did to a holding is written once, and what was paid for a part of a share.
GRANT SELECT, INSERT, UPDATE (cash_paise, paid_ms) ON trading.demerged_holding TO khara_app;
-- What a position stood at when it was called or closed is written once.
GRANT SELECT, INSERT, UPDATE (order_id, mac) ON trading.margin_call TO khara_app;
-- What was asked for in an offer is written once, and what came of it when the offer is settled.
GRANT SELECT, INSERT, UPDATE (
  state, ended_ms, got, paid_paise, tds_paise, stt_paise, position_id, lot_paise, lot_charges_paise, lot_stt_paise
) ON trading.offer_application TO khara_app;
-- What a trigger was asked for is written once; a change gives it other terms.
GRANT SELECT, INSERT ON trading.price_trigger TO khara_app;
GRANT UPDATE (
  terms, quantity, below_paise, below_limit_paise, above_paise, above_limit_paise, changed_ms, version, armed_day,
  armed_step, adjusted, state, reason, fired_side, fired_ms, fired_time, order_id, ended_ms, authority
) ON trading.price_trigger TO khara_app;
-- What was sent together, and what a regular purchase buys, is written once.
GRANT SELECT, INSERT, UPDATE (name, version, market_date, changed_ms, removed_ms, authority) ON trading.basket
  TO khara_app;
GRANT SELECT, INSERT, DELETE ON trading.basket_order TO khara_app;
GRANT SELECT, INSERT, UPDATE (made, next_on, state, changed_ms, basket_version, authority)
  ON trading.regular_purchase TO khara_app;
GRANT SELECT, INSERT, UPDATE (state) ON trading.order_run TO khara_app;
GRANT SELECT, INSERT, UPDATE (order_id, reason) ON trading.order_run_line TO khara_app;
GRANT SELECT, INSERT, UPDATE (order_id) ON trading.notices_made TO khara_app;
GRANT SELECT, INSERT, DELETE ON trading.refused_order TO khara_app;
GRANT SELECT, INSERT, DELETE, UPDATE (answered_ms, refusal) ON trading.assistant_question TO khara_app;
GRANT SELECT, INSERT, DELETE ON trading.assistant_act TO khara_app;
GRANT SELECT, INSERT, DELETE, UPDATE (times) ON trading.assistant_read TO khara_app;
GRANT SELECT, INSERT, DELETE, UPDATE (reason, stop_paise, target_paise, planned_ms, text, tags, changed_ms)
  ON trading.order_note TO khara_app;
-- A command is written once, and gets its place.
GRANT SELECT, INSERT, DELETE, UPDATE (market_day, applied_step, applied_index, mac)
  ON trading.journal_command TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA trading TO khara_app;
GRANT EXECUTE ON FUNCTION
  trading.begin_orders, trading.grant_day,
  trading.cancel_order, trading.check_all, trading.check_lots, trading.check_orders,
  trading.cost_after_sale,
  trading.end_waiting_order,
  trading.hold_anew, trading.is_open_state, trading.keep_users, trading.lock_user,
  trading.locked_shares, trading.make_lots, trading.market_date, trading.next_journal_number,
  trading.next_journal_numbers, trading.next_later_number, trading.next_number,
  trading.own_limit_in_force, trading.own_limits_now, trading.part_of, trading.refuse_limited_orders,
  trading.refuse_over_grants,
  trading.release_users, trading.sell_lots, trading.set_own_limit, trading.shares_on,
  trading.take_lots, trading.try_lock_user,
  trading.unusable_shares, trading.waiting_for_users TO khara_app;

-- The owner of the ledger: its functions call these.
GRANT USAGE ON SCHEMA trading TO khara_ledger;
GRANT EXECUTE ON FUNCTION trading.filled_at_once, trading.note_differences, trading.replaces_waiting_hold
  TO khara_ledger;
