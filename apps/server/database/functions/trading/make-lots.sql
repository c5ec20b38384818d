-- Makes and uses the lots of a member's contract notes since the last time, in the order of their numbers. What was
-- bought and sold within a day is in no lot. `p_lines`: what each note delivers, as the server has found that a server
-- wrote it, and the number of one without. The member is locked here: no other transaction changes these lots.
CREATE OR REPLACE FUNCTION trading.make_lots(p_user text, p_lines jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_upto bigint;
  f record;
BEGIN
  PERFORM trading.lock_user(p_user);
  SELECT m.note INTO v_upto FROM trading.lots_made m WHERE m.user_id = p_user;
  v_upto := coalesce(v_upto, 0);
  FOR f IN
    SELECT x.* FROM jsonb_to_recordset(p_lines) AS x (note bigint, market_date date, issued_ms bigint, asset text,
      code text, quantity bigint, paise bigint, charges bigint, stt bigint)
    WHERE x.note > v_upto ORDER BY x.note, x.asset, x.quantity
  LOOP
    v_upto := f.note;
    CONTINUE WHEN f.quantity IS NULL;
    IF f.quantity > 0 THEN
      INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining,
        cost_paise, charges_paise, stt_paise)
      VALUES (p_user, f.asset, f.code, 'buy', f.note::text, f.market_date, f.issued_ms, f.quantity, f.quantity,
        f.paise, f.charges, f.stt);
      CONTINUE;
    END IF;
    PERFORM trading.sell_lots(p_user, f.asset, f.code, -f.quantity, f.paise, f.charges, f.stt, f.market_date,
      f.issued_ms, f.note, NULL);
  END LOOP;
  IF v_upto > 0 THEN
    INSERT INTO trading.lots_made (user_id, note) VALUES (p_user, v_upto)
    ON CONFLICT (user_id) DO UPDATE SET note = excluded.note WHERE lots_made.note < excluded.note;
  END IF;
END $$;
