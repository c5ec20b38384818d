-- Makes durable that the market day is settled up to p_step, and its members' events up to p_last. Answers
-- the number of the last event that was settled before. Another server that has taken the market over since ends the
-- transaction (KH005). So does an event from p_first on that was settled before (KH004), unless p_first is null.
CREATE OR REPLACE FUNCTION market.move_frontier(p_day int, p_epoch int, p_step int, p_first int, p_last int)
RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before int;
BEGIN
  UPDATE market.frontier f SET step = greatest(f.step, p_step), settled_event = greatest(f.settled_event, p_last)
  WHERE f.market_day = p_day AND f.epoch = p_epoch RETURNING old.settled_event INTO v_before;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another server runs the market' USING ERRCODE = 'KH005';
  ELSIF p_first <= v_before THEN
    RAISE EXCEPTION 'event % was settled before', p_first USING ERRCODE = 'KH004';
  END IF;
  RETURN v_before;
END $$;
