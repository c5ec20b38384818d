-- How many orders of a member count for the market date that runs, at most `p_most`: those of that date, and those that
-- wait for its pre-open, since they were placed for it. Where `p_before` is given, those before this one. An order that
-- waits was placed on the market day before, so the newest orders are looked at as far as that day.
CREATE OR REPLACE FUNCTION trading.orders_of_day(p_user text, p_market_date date, p_most integer, p_before bigint)
RETURNS integer
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_day_before date := (SELECT d.market_date FROM market.day d ORDER BY d.market_day DESC OFFSET 1 LIMIT 1);
  v_date date;
  v_waits boolean;
  v_count integer := 0;
BEGIN
  IF coalesce(p_most, 0) = 0 THEN
    RETURN 0;
  END IF;
  FOR v_date, v_waits IN
    SELECT x.market_date, x.after_market AND x.state = 'pending' FROM trading."order" x
    WHERE x.user_id = p_user AND NOT x.by_system AND (p_before IS NULL OR x.id < p_before)
    ORDER BY x.id DESC
  LOOP
    IF v_date = p_market_date OR v_waits THEN
      v_count := v_count + 1;
      EXIT WHEN v_count = p_most;
    ELSIF v_day_before IS NULL OR v_date < v_day_before THEN
      EXIT;
    END IF;
  END LOOP;
  RETURN v_count;
END $$;
