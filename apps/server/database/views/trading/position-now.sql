-- Positions with what the shares held cost, and the charges of buying them: of delivery shares by their lots. What the
-- day traded is in no lot before its contract note. Until then it counts as that note will have it: bought and sold
-- within the day is no delivery, unless the share trades trade-for-trade.
CREATE VIEW trading.position_now AS
SELECT p.id, p.user_id, p.asset, p.code, p.product, p.state, p.quantity,
  coalesce(c.cost_paise, p.cost_paise) AS cost_paise,
  coalesce(c.buy_charges_paise, p.buy_charges_paise) AS buy_charges_paise,
  p.bought_quantity, p.bought_paise, p.sold_quantity, p.sold_paise, p.charges_paise, p.first_buy_ms,
  market.time_at(p.first_buy_ms) AS first_buy_time, p.last_sell_ms,
  p.market_date, p.day_bought_quantity, p.day_bought_paise, p.day_sold_quantity, p.day_sold_paise,
  p.day_sold_unsettled, p.day_charges_paise, p.day_buy_charges_paise, p.short_first,
  p.adjusted_quantity, p.adjusted_paise, p.mac
FROM trading.position p
LEFT JOIN LATERAL (
  SELECT l.cost + trading.part_of(p.day_bought_paise, d.comes, p.day_bought_quantity) AS cost_paise,
    l.charges + trading.part_of(p.day_buy_charges_paise, d.comes, p.day_bought_quantity) AS buy_charges_paise
  FROM (
    SELECT greatest(0, p.day_bought_quantity - x.paired) AS comes, greatest(0, p.day_sold_quantity - x.paired) AS goes
    FROM (
      SELECT CASE
        WHEN EXISTS (SELECT FROM trading.contract_note n WHERE n.user_id = p.user_id AND n.market_date = p.market_date)
          THEN greatest(p.day_bought_quantity, p.day_sold_quantity)
        WHEN EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = p.market_date AND t.code = p.code)
          THEN 0
        ELSE least(p.day_bought_quantity, p.day_sold_quantity)
      END AS paired
    ) x
  ) d
  CROSS JOIN LATERAL trading.cost_after_sale(p.user_id, p.asset, d.goes, p.market_date) l
) c ON p.product = 'delivery' AND p.quantity > 0;
