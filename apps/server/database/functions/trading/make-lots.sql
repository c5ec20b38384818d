-- Makes and uses the lots of a member's fills since the last time, in the order of their numbers: first in first out,
-- but what is locked in is not there to be sold. The member is locked here: no other transaction changes these lots.
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
  SELECT m.fill_id INTO v_upto FROM trading.lots_made m WHERE m.user_id = p_user;
  v_upto := coalesce(v_upto, 0);
  FOR f IN
    -- Each kind of fill by its own key, and not through all that the member has ever traded.
    SELECT x.* FROM (
      SELECT o.id FROM trading."order" o
      WHERE o.user_id = p_user AND o.id >= v_upto >> 16 AND o.fill_trade IS NOT NULL
      UNION SELECT r.order_id FROM trading.resting_fill r WHERE r.user_id = p_user AND r.id > v_upto
    ) n
    CROSS JOIN LATERAL (SELECT y.* FROM trading.fill y WHERE y.order_id = n.id AND y.id > v_upto OFFSET 0) x
    ORDER BY x.id
  LOOP
    v_upto := f.id;
    CONTINUE WHEN f.product <> 'delivery';
    v_charges := f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise
      + f.dp_paise;
    IF f.side = 'buy' THEN
      INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining,
        cost_paise, charges_paise, stt_paise)
      VALUES (f.user_id, f.asset, f.code, 'buy', f.id::text, f.market_date, f.at_ms, f.quantity, f.quantity,
        f.value_paise, v_charges, f.stt_paise);
      CONTINUE;
    END IF;
    v_left := f.quantity;
    v_value := f.value_paise;
    v_stt := f.stt_paise;
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
      INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, lot_id, quantity, acquired_on, sold_on, sold_ms,
        cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.id, l.id, v_take, l.acquired_on, f.market_date, f.at_ms, v_cost,
        v_buy_charges, v_buy_stt, v_part, v_part_charges, v_part_stt);
      v_left := v_left - v_take;
      v_value := v_value - v_part;
      v_charges := v_charges - v_part_charges;
      v_stt := v_stt - v_part_stt;
      EXIT WHEN v_left = 0;
    END LOOP;
    IF v_left > 0 THEN
      INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, quantity, sold_on, sold_ms, cost_paise,
        buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.id, v_left, f.market_date, f.at_ms, 0, 0, 0, v_value, v_charges, v_stt);
    END IF;
  END LOOP;
  IF v_upto > 0 THEN
    INSERT INTO trading.lots_made (user_id, fill_id) VALUES (p_user, v_upto)
    ON CONFLICT (user_id) DO UPDATE SET fill_id = excluded.fill_id WHERE lots_made.fill_id < excluded.fill_id;
  END IF;
END $$;
