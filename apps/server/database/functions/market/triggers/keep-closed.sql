-- What a closed market day left behind stays as it is, for the server too: only what it drops by age goes.
CREATE OR REPLACE FUNCTION market.keep_closed() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_newest integer := (SELECT max(d.market_day) FROM market.day d);
  v_stays boolean;
BEGIN
  CASE TG_TABLE_NAME
    -- the order log's beginning goes after 400 days (KEEP_LOGS_DAYS), the shares of a day with the next one
    WHEN 'day' THEN
      v_stays := OLD.closed_ms IS NOT NULL AND (
        (NEW.closed_ms, NEW.participants, NEW.engine) IS DISTINCT FROM (OLD.closed_ms, OLD.participants, OLD.engine)
        OR NEW.universe IS NOT NULL AND NEW.universe IS DISTINCT FROM OLD.universe
        OR NEW.head IS DISTINCT FROM OLD.head AND (NEW.head IS NOT NULL OR OLD.market_day > v_newest - 400));
    WHEN 'candle_day' THEN -- minutes go after 120 market days, which are more than 150 days of the calendar
      v_stays := NEW.minutes IS NOT NULL OR OLD.market_date > (SELECT d.market_date - 150 FROM market.day d
        WHERE d.market_day = v_newest);
    ELSE -- trades go after 20 days (KEEP_TRADES_DAYS); those of a day that begins again, at once
      v_stays := OLD.market_day > v_newest - 20 AND EXISTS (SELECT FROM market.day d WHERE d.market_day = OLD.market_day
        AND d.closed_ms IS NOT NULL);
  END CASE;
  IF v_stays THEN
    RAISE EXCEPTION 'market.% of a closed day stays as it is', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
