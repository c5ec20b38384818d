-- Money in 105 behind intraday positions, by what holds it: orders, and shares that became intraday.
CREATE VIEW trading.margin AS
SELECT o.user_id, o.asset, o.margin_paise, trading.is_open_state(o.state) AS is_open FROM trading."order" o
WHERE o.margin_paise > 0
UNION ALL SELECT c.user_id, c.asset, c.margin_paise, false FROM trading.product_change c WHERE c.margin_paise > 0;
