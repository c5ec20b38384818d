-- Market days follow one another: one can begin when the day before it is closed, on a later date. Limits of a day and
-- a pause of one end with the day (trading.market_date). 10 days hold the longest run of days without trading; by the
-- real clock the market may have been away for longer. What a day is known by never changes.
CREATE OR REPLACE FUNCTION market.follow_days() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_last market.day;
  v_from date;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.market_day, NEW.market_date, NEW.profile, NEW.began_ms)
      IS DISTINCT FROM (OLD.market_day, OLD.market_date, OLD.profile, OLD.began_ms) THEN
      RAISE EXCEPTION 'a market day keeps its number, its date and its beginning' USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END IF;
  SELECT * INTO v_last FROM market.day d ORDER BY d.market_day DESC LIMIT 1;
  IF NOT FOUND OR EXISTS (SELECT FROM market.day d WHERE d.market_day = NEW.market_day) THEN
    RETURN NEW; -- the first of all, or one that is there: its key decides
  END IF;
  v_from := v_last.market_date;
  IF NEW.profile = 'nse' THEN
    v_from := greatest(v_from, (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date);
  END IF;
  IF v_last.closed_ms IS NULL OR NEW.market_day <> v_last.market_day + 1
    OR NEW.market_date <= v_last.market_date OR NEW.market_date > v_from + 10 THEN
    RAISE EXCEPTION 'market day % does not follow the one before it', NEW.market_day USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
