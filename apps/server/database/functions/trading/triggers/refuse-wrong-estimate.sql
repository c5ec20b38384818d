-- A contract note says no more than what the day's fills of its member were charged, and shares that became delivery:
-- the difference that is booked goes by it. A row that no server wrote may have more, and stops no note. All notes of a
-- statement are looked at together, since a day's orders are found by their day.
CREATE OR REPLACE FUNCTION trading.refuse_wrong_estimate() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_wrong text;
BEGIN
  SELECT min(n.user_id || ' on ' || n.market_date) INTO v_wrong
  FROM new_note n
  LEFT JOIN (
    SELECT f.user_id, d.market_date, sum(f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise
      + f.stamp_paise + f.gst_paise + f.dp_paise) AS charged
    FROM trading.fill f JOIN market.day d ON d.market_day = f.market_day
    WHERE f.user_id IN (SELECT user_id FROM new_note)
      AND f.market_day IN (SELECT x.market_day FROM market.day x
        WHERE x.market_date IN (SELECT market_date FROM new_note))
    GROUP BY f.user_id, d.market_date
  ) c ON c.user_id = n.user_id AND c.market_date = n.market_date
  LEFT JOIN LATERAL (SELECT sum(p.estimated_paise) AS charged FROM trading.product_change p
    WHERE p.user_id = n.user_id AND p.market_date = n.market_date) p ON true
  WHERE n.estimated_paise > coalesce(c.charged, 0) + coalesce(p.charged, 0);
  IF v_wrong IS NOT NULL THEN
    RAISE EXCEPTION 'the fills of % were charged otherwise', v_wrong USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
