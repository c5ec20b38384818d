-- Takes away what stands of a market date, and of dates after it, that has not closed: p_what 'candle_day' or 'margin'.
-- The server calls it before it writes its own, so that a row which was put there first is not kept in place
-- of it. Of a date that has closed it takes nothing. It runs with its owner's rights: the server deletes no such row.
CREATE OR REPLACE FUNCTION market.drop_unclosed(p_what text, p_date date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM market.day d WHERE d.market_date >= p_date AND d.closed_ms IS NOT NULL) THEN
    RETURN; -- it repeats what it has written
  END IF;
  CASE p_what
    WHEN 'candle_day' THEN DELETE FROM market.candle_day c WHERE c.market_date >= p_date;
    WHEN 'margin' THEN DELETE FROM market.margin m WHERE m.market_date >= p_date;
  END CASE;
END $$;
