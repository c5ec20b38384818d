-- Takes what a sale delivers from a member's lots, first in first out, but what is locked in is not there to be sold;
-- and notes what it took. The sale is that of a contract note, or of a corporate action without one. The member is
-- locked.
CREATE OR REPLACE FUNCTION trading.sell_lots(p_user text, p_asset text, p_code text, p_shares bigint, p_paise bigint,
  p_charges bigint, p_stt bigint, p_on date, p_ms bigint, p_note bigint, p_action text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  l trading.lot;
  v_left bigint := p_shares; -- of the sale, with its value and charges
  v_value bigint := p_paise;
  v_charges bigint := p_charges;
  v_stt bigint := p_stt;
  v_take bigint;
  v_cost bigint;
  v_buy_charges bigint;
  v_buy_stt bigint;
  v_part bigint;
  v_part_charges bigint;
  v_part_stt bigint;
BEGIN
  FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = p_user AND x.asset = p_asset AND x.remaining > 0
    ORDER BY (x.locked_until > p_on) IS TRUE, x.id FOR NO KEY UPDATE LOOP
    EXIT WHEN v_left = 0;
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
    INSERT INTO trading.lot_sale (user_id, asset, code, note, action_id, lot_id, quantity, acquired_on, sold_on,
      sold_ms, cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
    VALUES (p_user, p_asset, p_code, p_note, p_action, l.id, v_take, l.acquired_on, p_on, p_ms, v_cost, v_buy_charges,
      v_buy_stt, v_part, v_part_charges, v_part_stt);
    v_left := v_left - v_take;
    v_value := v_value - v_part;
    v_charges := v_charges - v_part_charges;
    v_stt := v_stt - v_part_stt;
  END LOOP;
  IF v_left > 0 THEN
    INSERT INTO trading.lot_sale (user_id, asset, code, note, action_id, quantity, sold_on, sold_ms, cost_paise,
      buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
    VALUES (p_user, p_asset, p_code, p_note, p_action, v_left, p_on, p_ms, 0, 0, 0, v_value, v_charges, v_stt);
  END IF;
END $$;
