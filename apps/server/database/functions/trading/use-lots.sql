-- Takes entitlements that are used out of a member's lots, first in first out. Answers what they had cost, the charges
-- of buying them and the STT among these, one row: it goes to the lot of the shares that they became. The member is
-- locked.
CREATE OR REPLACE FUNCTION trading.use_lots(p_user text, p_asset text, p_shares bigint)
RETURNS TABLE (cost bigint, charges bigint, stt bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  l trading.lot;
  v_left bigint := p_shares;
  v_take bigint;
  v_cost bigint;
  v_charges bigint;
  v_stt bigint;
BEGIN
  cost := 0;
  charges := 0;
  stt := 0;
  FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = p_user AND x.asset = p_asset AND x.remaining > 0
    ORDER BY x.id FOR NO KEY UPDATE LOOP
    EXIT WHEN v_left = 0;
    v_take := least(v_left, l.remaining);
    v_cost := trading.part_of(l.cost_paise, v_take, l.remaining);
    v_charges := trading.part_of(l.charges_paise, v_take, l.remaining);
    v_stt := trading.part_of(l.stt_paise, v_take, l.remaining);
    UPDATE trading.lot x SET remaining = x.remaining - v_take, cost_paise = x.cost_paise - v_cost,
      charges_paise = x.charges_paise - v_charges, stt_paise = x.stt_paise - v_stt
    WHERE x.id = l.id;
    cost := cost + v_cost;
    charges := charges + v_charges;
    stt := stt + v_stt;
    v_left := v_left - v_take;
  END LOOP;
  RETURN NEXT;
END $$;
