-- Takes what a sale delivers from a member's lots (trading.take_lots), and notes what it took. The sale is that of a
-- contract note, or of a corporate action without one. The member is locked.
CREATE OR REPLACE FUNCTION trading.sell_lots(p_user text, p_asset text, p_code text, p_shares bigint, p_paise bigint,
  p_charges bigint, p_stt bigint, p_on date, p_ms bigint, p_note bigint, p_action text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t record;
  v_left bigint := p_shares; -- of the sale, with its value and charges
  v_value bigint := p_paise;
  v_charges bigint := p_charges;
  v_stt bigint := p_stt;
  v_part bigint;
  v_part_charges bigint;
  v_part_stt bigint;
BEGIN
  FOR t IN SELECT * FROM trading.take_lots(p_user, p_asset, p_shares, p_on) LOOP
    v_part := trading.part_of(v_value, t.quantity, v_left);
    v_part_charges := trading.part_of(v_charges, t.quantity, v_left);
    v_part_stt := trading.part_of(v_stt, t.quantity, v_left);
    INSERT INTO trading.lot_sale (user_id, asset, code, note, action_id, lot_id, quantity, acquired_on, sold_on,
      sold_ms, cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
    VALUES (p_user, p_asset, p_code, p_note, p_action, t.lot_id, t.quantity, t.acquired_on, p_on, p_ms, t.cost,
      t.charges, t.stt, v_part, v_part_charges, v_part_stt);
    v_left := v_left - t.quantity;
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
