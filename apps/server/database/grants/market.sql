-- What a closed day left behind stays: of a day and its candles only some columns change.
REVOKE ALL ON SCHEMA market FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL TABLES IN SCHEMA market FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA market FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA market FROM PUBLIC, khara_app, khara_job, khara_console, khara_staff;

-- The server.
GRANT USAGE ON SCHEMA market TO khara_app;
GRANT SELECT, INSERT ON
  market.candle_day, market.day, market.day_paper, market.ex_date, market.margin, market.offer_outcome, market.pace
  TO khara_app;
GRANT SELECT, INSERT, UPDATE ON market.corporate_action, market.frontier, market.tenure TO khara_app;
GRANT SELECT, INSERT, DELETE ON market.trades TO khara_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  market.alert, market.screen, market.snapshot, market.watch, market.watch_answer, market.watchlist TO khara_app;
GRANT SELECT, INSERT, UPDATE ON market.drawings TO khara_app;
GRANT UPDATE (minutes) ON market.candle_day TO khara_app;
GRANT UPDATE (closed_ms, participants, engine, head, universe) ON market.day TO khara_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA market TO khara_app;
GRANT EXECUTE ON FUNCTION market.drop_unclosed, market.move_frontier, market.time_at, market.try_lead TO khara_app;
