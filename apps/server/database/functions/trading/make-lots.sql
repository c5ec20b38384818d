-- Makes and uses the lots of a member's contract notes since the last time, in the order of their numbers. What was
-- bought and sold within a day is in no lot. The member is locked here: no other transaction changes these lots.
CREATE OR REPLACE FUNCTION trading.make_lots(p_user text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_upto bigint;
  f record;
BEGIN
  PERFORM trading.lock_user(p_user);
  SELECT m.note INTO v_upto FROM trading.lots_made m WHERE m.user_id = p_user;
  v_upto := coalesce(v_upto, 0);
  FOR f IN
    SELECT n.number, n.market_date, n.issued_ms, n.user_id, x.* FROM trading.contract_note n
    LEFT JOIN trading.contract_note_line x ON x.note = n.number AND x.delivered_quantity <> 0
    WHERE n.user_id = p_user AND n.number > v_upto ORDER BY n.number, x.asset, x.delivered_quantity
  LOOP
    v_upto := f.number;
    CONTINUE WHEN f.delivered_quantity IS NULL;
    IF f.delivered_quantity > 0 THEN
      INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining,
        cost_paise, charges_paise, stt_paise)
      VALUES (f.user_id, f.asset, f.code, 'buy', f.number::text, f.market_date, f.issued_ms, f.delivered_quantity,
        f.delivered_quantity, f.delivered_paise, f.delivered_charges_paise, f.delivered_stt_paise);
      CONTINUE;
    END IF;
    PERFORM trading.sell_lots(f.user_id, f.asset, f.code, -f.delivered_quantity, f.delivered_paise,
      f.delivered_charges_paise, f.delivered_stt_paise, f.market_date, f.issued_ms, f.number, NULL);
  END LOOP;
  IF v_upto > 0 THEN
    INSERT INTO trading.lots_made (user_id, note) VALUES (p_user, v_upto)
    ON CONFLICT (user_id) DO UPDATE SET note = excluded.note WHERE lots_made.note < excluded.note;
  END IF;
END $$;
