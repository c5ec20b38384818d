-- Money of a user's sales of the day that buys nothing before the next trading day, one row (docs/sources.md M1). It is
-- the value of shares that had not settled, and what trades within the day gained together. What settled shares brought
-- buys at once, and so does what was paid for shares that were sold on the day. A query that asks for many users takes
-- this in as its own: it has no setting, and is a set.
CREATE OR REPLACE FUNCTION trading.unusable_sale_money(p_user text, p_market_date date) RETURNS TABLE (paise bigint)
LANGUAGE sql STABLE AS $$
  SELECT (coalesce(sum(x.waiting), 0) + greatest(0, coalesce(sum(x.gained), 0)))::bigint
  FROM (
    SELECT CASE d.product WHEN 'delivery' THEN
        trading.part_of(d.day_sold_paise, greatest(0, d.day_sold_unsettled - d.paired), d.day_sold_quantity)
        ELSE 0 END AS waiting,
      CASE d.product
        WHEN 'delivery' THEN trading.part_of(d.day_sold_paise, d.paired, d.day_sold_quantity)
          - trading.part_of(d.day_bought_paise, d.paired, d.day_bought_quantity)
        ELSE d.sold_paise - d.bought_paise + d.adjusted_paise
          + CASE WHEN d.quantity < 0 THEN -d.cost_paise ELSE d.cost_paise END
      END AS gained
    FROM (
      SELECT p.*, CASE
          WHEN EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = p.market_date AND t.code = p.code)
            THEN 0
          ELSE least(p.day_bought_quantity, p.day_sold_quantity)
        END AS paired
      FROM (
        SELECT h.* FROM trading.position h
        WHERE h.user_id = p_user AND h.state = 'in_position' AND h.market_date = p_market_date
        UNION ALL
        SELECT c.* FROM trading.position c
        WHERE c.user_id = p_user AND c.state <> 'in_position' AND c.market_date = p_market_date
      ) p
    ) d
  ) x
$$;
