-- A contract note says what the day's fills of its member were charged: the difference that is booked goes by it.
CREATE OR REPLACE FUNCTION trading.refuse_wrong_estimate() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.estimated_paise <> (
    SELECT coalesce(sum(f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise
      + f.dp_paise), 0)
    FROM trading.fill f
    WHERE f.user_id = NEW.user_id AND f.market_day IN (
      SELECT d.market_day FROM market.day d WHERE d.market_date = NEW.market_date)
  ) THEN
    RAISE EXCEPTION 'the fills of % on % were charged otherwise', NEW.user_id, NEW.market_date
      USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
