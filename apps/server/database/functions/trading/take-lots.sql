-- Takes shares out of a member's lots, first in first out, but what is locked in on a day comes last: it is not there
-- to be sold. Lots of the contract notes p_notes come before all others: shares that never came are not older ones.
-- Answers what it took of each, with its part of the cost, of the charges of buying it, and of the STT
-- among these; fewer shares where the lots have no more. The member is locked.
CREATE OR REPLACE FUNCTION trading.take_lots(p_user text, p_asset text, p_shares bigint, p_on date,
  p_notes text[] DEFAULT '{}')
RETURNS TABLE (lot_id bigint, acquired_on date, quantity bigint, cost bigint, charges bigint, stt bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  l trading.lot;
  v_left bigint := p_shares;
BEGIN
  FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = p_user AND x.asset = p_asset AND x.remaining > 0
    ORDER BY x.origin = 'buy' AND x.source = ANY (p_notes) DESC, (x.locked_until > p_on) IS TRUE, x.id
    FOR NO KEY UPDATE LOOP
    EXIT WHEN v_left = 0;
    lot_id := l.id;
    acquired_on := l.acquired_on;
    quantity := least(v_left, l.remaining);
    cost := trading.part_of(l.cost_paise, quantity, l.remaining);
    charges := trading.part_of(l.charges_paise, quantity, l.remaining);
    stt := trading.part_of(l.stt_paise, quantity, l.remaining);
    UPDATE trading.lot x SET remaining = x.remaining - take_lots.quantity, cost_paise = x.cost_paise - cost,
      charges_paise = x.charges_paise - charges, stt_paise = x.stt_paise - stt
    WHERE x.id = l.id;
    v_left := v_left - quantity;
    RETURN NEXT;
  END LOOP;
END $$;
