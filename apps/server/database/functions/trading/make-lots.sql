-- Makes and uses the lots of a member's contract notes since the last time, in the order of their numbers: first in
-- first out, but what is locked in is not there to be sold. What was bought and sold within a day is in no lot. The
-- member is locked here: no other transaction changes these lots.
CREATE OR REPLACE FUNCTION trading.make_lots(p_user text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_upto bigint;
  f record;
  l trading.lot;
  v_left bigint; -- of the sale, with its value and charges
  v_value bigint;
  v_charges bigint;
  v_stt bigint;
  v_take bigint;
  v_cost bigint;
  v_buy_charges bigint;
  v_buy_stt bigint;
  v_part bigint;
  v_part_charges bigint;
  v_part_stt bigint;
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
    v_charges := f.delivered_charges_paise;
    IF f.delivered_quantity > 0 THEN
      INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining,
        cost_paise, charges_paise, stt_paise)
      VALUES (f.user_id, f.asset, f.code, 'buy', f.number::text, f.market_date, f.issued_ms, f.delivered_quantity,
        f.delivered_quantity, f.delivered_paise, v_charges, f.delivered_stt_paise);
      CONTINUE;
    END IF;
    v_left := -f.delivered_quantity;
    v_value := f.delivered_paise;
    v_stt := f.delivered_stt_paise;
    FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = f.user_id AND x.asset = f.asset AND x.remaining > 0
      ORDER BY (x.locked_until > f.market_date) IS TRUE, x.id FOR NO KEY UPDATE LOOP
      v_take := least(v_left, l.remaining);
      v_cost := trading.part_of(l.cost_paise, v_take, l.remaining);
      v_buy_charges := trading.part_of(l.charges_paise, v_take, l.remaining);
      v_buy_stt := trading.part_of(l.stt_paise, v_take, l.remaining);
      v_part := trading.part_of(v_value, v_take, v_left);
      v_part_charges := trading.part_of(v_charges, v_take, v_left);
      v_part_stt := trading.part_of(v_stt, v_take, v_left);
      UPDATE trading.lot x SET remaining = x.remaining - v_take, cost_paise = x.cost_paise - v_cost,
        charges_paise = x.charges_paise - v_buy_charges, stt_paise = x.stt_paise - v_buy_stt
      WHERE x.id = l.id;
      INSERT INTO trading.lot_sale (user_id, asset, code, note, lot_id, quantity, acquired_on, sold_on, sold_ms,
        cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.number, l.id, v_take, l.acquired_on, f.market_date, f.issued_ms, v_cost,
        v_buy_charges, v_buy_stt, v_part, v_part_charges, v_part_stt);
      v_left := v_left - v_take;
      v_value := v_value - v_part;
      v_charges := v_charges - v_part_charges;
      v_stt := v_stt - v_part_stt;
      EXIT WHEN v_left = 0;
    END LOOP;
    IF v_left > 0 THEN
      INSERT INTO trading.lot_sale (user_id, asset, code, note, quantity, sold_on, sold_ms, cost_paise,
        buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.number, v_left, f.market_date, f.issued_ms, 0, 0, 0, v_value, v_charges,
        v_stt);
    END IF;
  END LOOP;
  IF v_upto > 0 THEN
    INSERT INTO trading.lots_made (user_id, note) VALUES (p_user, v_upto)
    ON CONFLICT (user_id) DO UPDATE SET note = excluded.note WHERE lots_made.note < excluded.note;
  END IF;
END $$;
