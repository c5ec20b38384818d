-- What a member's lots of a share cost, with the charges of buying them, once this number of their shares is sold as
-- trading.take_lots takes them: one row. A query about many positions takes it in as its own, see
-- trading.unusable_shares.
CREATE OR REPLACE FUNCTION trading.cost_after_sale(p_user text, p_asset text, p_sold bigint, p_on date)
RETURNS TABLE (cost bigint, charges bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(x.cost_paise - trading.part_of(x.cost_paise, x.taken, x.remaining)), 0)::bigint,
    coalesce(sum(x.charges_paise - trading.part_of(x.charges_paise, x.taken, x.remaining)), 0)::bigint
  FROM (
    SELECT l.cost_paise, l.charges_paise, l.remaining, greatest(0, least(l.remaining, p_sold - coalesce(
      sum(l.remaining) OVER (ORDER BY (l.locked_until > p_on) IS TRUE, l.id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::bigint AS taken
    FROM trading.lot l WHERE l.user_id = p_user AND l.asset = p_asset AND l.remaining > 0
  ) x
$$;
