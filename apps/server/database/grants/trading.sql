-- Fills, events of orders and sales of lots are written once.
REVOKE ALL ON SCHEMA trading FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL TABLES IN SCHEMA trading FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA trading
  FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA trading
  FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff, khara_ledger;

-- The server.
GRANT USAGE ON SCHEMA trading TO khara_app;
GRANT SELECT, INSERT ON
  trading.entitlement, trading.fill, trading.lot_sale, trading.order_event, trading.square_off TO khara_app;
GRANT SELECT, INSERT, UPDATE ON
  trading.dp_charged, trading.lot, trading."order", trading.position, trading.request, trading.settlement_due
  TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON trading.command TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA trading TO khara_app;
GRANT EXECUTE ON FUNCTION
  trading.cancel_order, trading.check_all, trading.check_lots, trading.end_waiting_order, trading.hold_anew,
  trading.keep_users, trading.leave_sale_money, trading.lock_user, trading.locked_shares, trading.market_date,
  trading.opening_quantity, trading.part_of, trading.place_orders, trading.release_users, trading.sale_money_kept,
  trading.take_lots, trading.try_lock_user TO khara_app;

-- The owner of the ledger: its functions call these.
GRANT USAGE ON SCHEMA trading TO khara_ledger;
GRANT EXECUTE ON FUNCTION trading.replaces_waiting_hold TO khara_ledger;
