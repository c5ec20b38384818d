-- Checks that orders, fills and positions agree with each other and with the ledger. They share no code with what
-- writes. Each counts what contradicts it and shows one example.
CREATE OR REPLACE FUNCTION trading.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH
  balance AS (
    SELECT substr(a.owner, 3) AS user_id, a.asset, a.code, a.balance FROM ledger.account a WHERE a.owner LIKE 'u:%'
  ),
  open_order AS (
    SELECT * FROM trading."order" o WHERE trading.is_open_state(o.state)
  ),
  -- What orders say is frozen for them is what the ledger has frozen.
  frozen_money AS (
    SELECT coalesce(b.user_id, o.user_id) || ' has ' || coalesce(b.balance, 0) || ' frozen for orders, which need '
      || coalesce(o.paise, 0) AS sample
    FROM (SELECT user_id, balance FROM balance WHERE asset = 'INR' AND code = 102) b
    FULL JOIN (SELECT user_id, sum(frozen_paise) AS paise FROM open_order GROUP BY user_id) o ON o.user_id = b.user_id
    WHERE coalesce(b.balance, 0) <> coalesce(o.paise, 0)
  ),
  frozen_shares AS (
    SELECT coalesce(b.user_id, o.user_id) || ' has ' || coalesce(b.balance, 0) || ' ' || coalesce(b.asset, o.asset)
      || ' frozen, sales need ' || coalesce(o.shares, 0) AS sample
    FROM (SELECT user_id, asset, balance FROM balance WHERE code = 121) b
    FULL JOIN (
      SELECT x.user_id, x.asset, sum(x.shares) AS shares FROM (
        SELECT user_id, asset, frozen_shares AS shares FROM open_order
        UNION ALL SELECT user_id, held_asset, a.shares FROM trading.offer_application a WHERE a.state = 'open'
      ) x GROUP BY x.user_id, x.asset HAVING sum(x.shares) > 0
    ) o
      ON o.user_id = b.user_id AND o.asset = b.asset
    WHERE coalesce(b.balance, 0) <> coalesce(o.shares, 0)
  ),
  -- Shares that are still to settle are in 122, or frozen out of it.
  unsettled AS (
    SELECT user_id || ' has ' || sum(unsettled) || ' unsettled ' || asset || ', due are ' || sum(due) AS sample
    FROM (
      SELECT user_id, asset, balance AS unsettled, 0 AS due FROM balance WHERE code = 122
      UNION ALL SELECT user_id, asset, frozen_unsettled, 0 FROM open_order
      UNION ALL SELECT user_id, asset, 0, bought - sold - settled FROM trading.settlement_due
    ) u GROUP BY user_id, asset HAVING sum(unsettled) <> sum(due)
  ),
  -- A position is the shares that its owner has.
  position_shares AS (
    SELECT user_id || ' has ' || sum(shares) || ' ' || asset || ', the position says ' || sum(quantity) AS sample
    FROM (
      SELECT user_id, asset, balance AS shares, 0 AS quantity FROM balance WHERE code IN (120, 121, 122)
      UNION ALL SELECT user_id, asset, 0, quantity FROM trading.position WHERE product = 'delivery'
    ) p GROUP BY user_id, asset HAVING sum(shares) <> sum(quantity)
  ),
  -- An order is what its fills add up to, charges included.
  order_fills AS (
    SELECT 'order ' || o.id || ' is not what its fills add up to' AS sample
    FROM trading."order" o
    LEFT JOIN (
      SELECT order_id, sum(quantity) AS quantity, sum(value_paise) AS value_paise,
             sum(brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise
               + dp_paise) AS charges_paise
      FROM trading.fill GROUP BY order_id
    ) f ON f.order_id = o.id
    WHERE (o.filled, o.filled_paise) IS DISTINCT FROM (coalesce(f.quantity, 0), coalesce(f.value_paise, 0))
       OR o.brokerage_paise + o.stt_paise + o.exchange_paise + o.sebi_paise + o.stamp_paise + o.gst_paise
         + o.dp_paise <> coalesce(f.charges_paise, 0)
  ),
  -- A position is what its fills add up to; a delivery position has beside them what its owner was allotted, for what
  -- it cost and what was charged for it (the ledger's share credits and payments).
  -- Shares that became the other product count as bought here and not there.
  changed AS (
    SELECT position_id, sum(shares) AS shares, sum(paise) AS paise, sum(charges) AS charges FROM (
      SELECT c.from_position AS position_id, -c.quantity AS shares, -c.value_paise AS paise,
        -c.charges_paise AS charges FROM trading.product_change c
      UNION ALL SELECT c.to_position, c.quantity, c.value_paise, c.charges_paise + c.estimated_paise
      FROM trading.product_change c
      -- what used entitlements had cost goes to the new shares
      UNION ALL SELECT a.position_id, 0, -a.lot_paise, -a.lot_charges_paise FROM trading.offer_application a
      WHERE a.kind = 'rights' AND a.position_id IS NOT NULL
      UNION ALL SELECT a.position_id, 0, 0, a.stt_paise FROM trading.offer_application a
      WHERE a.kind = 'buyback' AND a.position_id IS NOT NULL
      -- and by a demerger a part of what the old ones had cost
      UNION ALL SELECT h.position_id, 0, -h.moved_paise, -h.moved_charges_paise FROM trading.demerged_holding h
    ) x GROUP BY position_id
  ),
  -- Shares that a company bought back, and those that never came, leave their position for money without a fill.
  bought_back AS (
    SELECT x.position_id, sum(x.paise) AS paise FROM (
      SELECT position_id, paid_paise AS paise FROM trading.offer_application
      WHERE kind = 'buyback' AND position_id IS NOT NULL
      UNION ALL SELECT position_id, closed_paise FROM trading.short_delivery WHERE position_id IS NOT NULL
    ) x GROUP BY x.position_id
  ),
  position_fills AS (
    SELECT p.*, p.bought_quantity - coalesce(f.bought, 0) - coalesce(x.shares, 0) AS given,
           p.bought_paise - coalesce(f.bought_paise, 0) - coalesce(x.paise, 0) AS given_paise,
           p.charges_paise - p.noted_paise - coalesce(f.charges_paise, 0) - coalesce(x.charges, 0) AS given_charges,
           (p.sold_quantity, p.sold_paise) = (coalesce(f.sold, 0), coalesce(f.sold_paise, 0) + coalesce(k.paise, 0))
             AS agrees,
           coalesce(j.added, 0) AS corporate, coalesce(j.paise, 0) AS corporate_paise
    FROM trading.position p
    LEFT JOIN (
      SELECT position_id, sum(quantity) FILTER (WHERE side = 'buy') AS bought,
             sum(quantity) FILTER (WHERE side = 'sell') AS sold,
             sum(value_paise) FILTER (WHERE side = 'buy') AS bought_paise,
             sum(value_paise) FILTER (WHERE side = 'sell') AS sold_paise,
             sum(brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise
               + dp_paise) AS charges_paise
      FROM trading.fill GROUP BY position_id
    ) f ON f.position_id = p.id
    LEFT JOIN changed x ON x.position_id = p.id
    LEFT JOIN bought_back k ON k.position_id = p.id
    LEFT JOIN (SELECT position_id, sum(added) AS added, sum(paise) AS paise FROM trading.position_adjustment
      GROUP BY position_id) j ON j.position_id = p.id
  ),
  allotted AS (
    SELECT substr(l.owner, 3) AS user_id, l.asset, sum(l.amount) AS shares, sum(s.other_amount) AS paise,
      coalesce(sum(c.paise), 0) AS charges
    FROM ledger.entry e
    JOIN ledger.posting l ON l.entry_id = e.id AND l.code = 120
    JOIN ledger.source s ON s.type = 'allotment' AND s.id = e.ref
    LEFT JOIN (
      SELECT y.ref, sum(x.amount) AS paise FROM ledger.entry y JOIN ledger.posting x ON x.entry_id = y.id
      WHERE y.kind IN ('sign_pay', 'block_pay') AND x.code = 202 GROUP BY y.ref
    ) c ON c.ref = e.ref
    WHERE e.kind = 'share_credit' GROUP BY l.owner, l.asset
  ),
  -- and of rights issues, with what the entitlements had cost, and of demergers, with what of the old shares they cost
  given_shares AS (
    SELECT g.user_id, g.asset, sum(g.shares) AS shares, sum(g.paise) AS paise, sum(g.charges) AS charges FROM (
      SELECT * FROM allotted
      UNION ALL
      SELECT a.user_id, a.asset, a.got, a.paid_paise + a.lot_paise, a.lot_charges_paise
      FROM trading.offer_application a WHERE a.kind = 'rights' AND a.got > 0
      UNION ALL
      SELECT h.user_id, h.asset, CASE WHEN h.moved_paise > h.part_paise THEN e.added ELSE 0 END,
        h.moved_paise - h.part_paise, h.moved_charges_paise - h.part_charges_paise
      FROM trading.demerged_holding h JOIN trading.entitlement e ON e.action_id = h.action_id AND e.user_id = h.user_id
      WHERE h.moved_paise > h.part_paise OR h.moved_charges_paise > h.part_charges_paise
    ) g GROUP BY g.user_id, g.asset
  ),
  position_sums AS (
    SELECT 'position ' || id || ' is not what its fills add up to' AS sample
    FROM position_fills
    WHERE NOT agrees OR (adjusted_quantity, adjusted_paise) <> (corporate, corporate_paise)
      OR given < 0 OR given_paise < 0 OR (given = 0) <> (given_paise = 0) OR given_charges < 0
      OR ((given <> 0 OR given_charges <> 0) AND product <> 'delivery')
    UNION ALL
    SELECT coalesce(p.user_id, t.user_id) || ' has ' || coalesce(p.shares, 0) || ' ' || coalesce(p.asset, t.asset)
      || ' beside fills with ' || coalesce(p.charges, 0)
      || ' charged, allotted were ' || coalesce(t.shares, 0) || ' with ' || coalesce(t.charges, 0)
    FROM (
      SELECT user_id, asset, sum(given) AS shares, sum(given_paise) AS paise, sum(given_charges) AS charges
      FROM position_fills WHERE product = 'delivery'
      GROUP BY user_id, asset HAVING sum(given) <> 0 OR sum(given_charges) <> 0
    ) p
    FULL JOIN given_shares t ON t.user_id = p.user_id AND t.asset = p.asset
    WHERE (p.shares, p.paise, p.charges) IS DISTINCT FROM (t.shares, t.paise, t.charges)
  ),
  -- Positions have of contract notes what these charged over the estimates.
  note_charges AS (
    SELECT coalesce(p.user_id, n.user_id) || ' has ' || coalesce(p.paise, 0) || ' by contract notes, these say '
      || coalesce(n.paise, 0) AS sample
    FROM (SELECT user_id, sum(noted_paise) AS paise FROM trading.position GROUP BY user_id) p
    FULL JOIN (SELECT user_id, sum(brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise
      + dp_paise - estimated_paise) AS paise FROM trading.contract_note GROUP BY user_id) n ON n.user_id = p.user_id
    WHERE coalesce(p.paise, 0) <> coalesce(n.paise, 0)
  ),
  -- Each fill has its entry in the ledger, and the other way round.
  fill_entries AS (
    SELECT coalesce('fill ' || f.id, 'entry ' || e.id) || ' has no counterpart' AS sample
    FROM (SELECT *, id >> 16 = order_id AS at_once FROM trading.fill) f
    FULL JOIN (
      SELECT e.id, e.ref, p.owner FROM ledger.entry e JOIN ledger.person p ON p.id = e.person
      WHERE e.kind IN ('buy_fill', 'sell_fill', 'margin_settle', 'margin_charge')
    ) e ON e.ref = f.market_day || '-' || f.trade_no
      || CASE WHEN f.product = 'intraday' THEN '-' || f.order_id ELSE '' END AND e.owner = 'u:' || f.user_id
    WHERE (f.id IS NULL OR e.id IS NULL) AND NOT coalesce(f.at_once AND f.product = 'delivery', false)
    UNION ALL
    -- those of a delivery order as it was placed have one together
    SELECT coalesce('order ' || o.id, 'entry ' || e.id) || ' has no counterpart'
    FROM (
      SELECT f.order_id AS id, f.side, f.asset, 'u:' || f.user_id AS owner, sum(f.quantity) AS shares,
             sum(f.value_paise) AS paise, sum(f.brokerage_paise) AS brokerage,
             sum(f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise) AS others
      FROM trading.fill f WHERE f.id >> 16 = f.order_id AND f.product = 'delivery'
      GROUP BY f.order_id, f.side, f.asset, f.user_id
    ) o
    FULL JOIN (
      SELECT e.id, e.kind, e.ref, x.owner, abs(sum(p.amount) FILTER (WHERE p.asset = 'INR' AND p.code = 210)) AS paise,
             abs(sum(p.amount) FILTER (WHERE p.asset <> 'INR' AND p.code = 210)) AS shares,
             max(p.asset) FILTER (WHERE p.asset <> 'INR') AS asset,
             coalesce(sum(p.amount) FILTER (WHERE p.code = 201), 0) AS brokerage,
             coalesce(sum(p.amount) FILTER (WHERE p.code = 202), 0) AS others
      FROM ledger.entry e JOIN ledger.person x ON x.id = e.person JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind IN ('buy', 'sell') AND p.code BETWEEN 201 AND 210 GROUP BY e.id, e.kind, e.ref, x.owner
    ) e ON e.ref = 'order-' || o.id AND (e.kind, e.owner, e.asset, e.shares, e.paise, e.brokerage, e.others)
      = (o.side, o.owner, o.asset, o.shares, o.paise, o.brokerage, o.others)
    WHERE o.id IS NULL OR e.id IS NULL
  ),
  -- The two sides of a trade between members are the same trade.
  trade_sides AS (
    SELECT 'trade ' || market_day || '-' || trade_no || ' has sides that differ' AS sample FROM trading.fill
    GROUP BY market_day, trade_no
    HAVING count(*) > 2 OR count(DISTINCT side) < count(*) OR count(DISTINCT (asset, quantity, price_paise)) > 1
  ),
  -- Every order has its command, and one that is open or has ended was applied.
  order_commands AS (
    SELECT 'order ' || o.id || ' is ' || o.state || ', its command '
      || coalesce(c.seq || CASE WHEN c.applied_step IS NULL THEN ' was not applied' ELSE ' was applied' END,
      'is missing') AS sample
    FROM trading."order" o LEFT JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
    -- it may end before it enters a pre-open
    WHERE CASE WHEN c.seq IS NULL THEN NOT o.after_market OR o.state NOT IN ('pending', 'cancelled', 'rejected')
      ELSE (c.applied_step IS NULL) <> (o.state = 'pending') END
  ),
  -- Margin is what orders keep of their holds, and they keep it for an intraday position or for what can still fill.
  margin_money AS (
    SELECT coalesce(b.user_id, o.user_id) || ' has ' || coalesce(b.balance, 0) || ' frozen as margin, orders keep '
      || coalesce(o.paise, 0) AS sample
    FROM (SELECT user_id, balance FROM balance WHERE asset = 'INR' AND code = 105) b
    FULL JOIN (SELECT user_id, sum(margin_paise) AS paise FROM trading.margin GROUP BY user_id) o
      ON o.user_id = b.user_id
    WHERE coalesce(b.balance, 0) <> coalesce(o.paise, 0)
  ),
  margin_positions AS (
    SELECT coalesce(m.user_id, p.user_id) || ' keeps margin of ' || coalesce(m.paise, 0) || ' for '
      || coalesce(p.quantity, 0) || ' intraday shares of ' || coalesce(m.asset, p.asset) AS sample
    FROM (SELECT user_id, asset, sum(margin_paise) AS paise, bool_or(is_open) AS open
          FROM trading.margin GROUP BY user_id, asset) m
    FULL JOIN (SELECT user_id, asset, quantity FROM trading.position
      WHERE product = 'intraday' AND state = 'in_position') p ON p.user_id = m.user_id AND p.asset = m.asset
    WHERE m.user_id IS NULL OR (p.user_id IS NULL AND NOT m.open)
  ),
  -- What an order says is held for it is what is left of its hold.
  order_holds AS (
    SELECT 'order ' || o.id || ' says ' || o.frozen_paise + o.frozen_shares + o.margin_paise
      || ' are held, its hold has ' || coalesce(h.amount - h.captured - h.released, 0) AS sample
    FROM trading."order" o LEFT JOIN ledger.hold h ON h.id = o.hold
    WHERE o.frozen_paise + o.frozen_shares + o.margin_paise <> coalesce(h.amount - h.captured - h.released, 0)
    UNION ALL
    SELECT 'shares that became intraday by ' || c.id || ' say ' || c.margin_paise || ' are held, the hold has '
      || coalesce(h.amount - h.captured - h.released, 0)
    FROM trading.product_change c LEFT JOIN ledger.hold h ON h.id = 'product-' || c.id
    WHERE c.margin_paise <> coalesce(h.amount - h.captured - h.released, 0)
  ),
  -- Shares that became the other product have an entry, and the other way round.
  product_changes AS (
    SELECT coalesce('product change ' || c.id, 'entry ' || e.id) || ' has no counterpart' AS sample
    FROM trading.product_change c
    FULL JOIN (
      SELECT e.id, e.kind, e.ref, x.owner, abs(sum(p.amount) FILTER (WHERE p.asset = 'INR' AND p.code = 210)) AS paise,
             abs(sum(p.amount) FILTER (WHERE p.asset <> 'INR' AND p.code = 210)) AS shares,
             max(p.asset) FILTER (WHERE p.asset <> 'INR') AS asset,
             coalesce(sum(p.amount) FILTER (WHERE p.code = 202), 0) AS charges
      FROM ledger.entry e JOIN ledger.person x ON x.id = e.person JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind IN ('to_delivery', 'to_intraday') GROUP BY e.id, e.kind, e.ref, x.owner
    ) e ON e.ref = 'product-' || c.id
      AND (e.kind, e.owner, e.asset, e.shares, e.paise, e.charges)
        = ('to_' || c.product, 'u:' || c.user_id, c.asset, c.quantity, c.value_paise, c.estimated_paise)
    WHERE c.id IS NULL OR e.id IS NULL
  ),
  -- What a sale cost that was not delivered has an entry, and the other way round;
  short_sales AS (
    SELECT coalesce('short delivery of ' || s.code || ' on ' || s.settles_on, 'entry ' || e.id) || ' has no counterpart'
      AS sample
    FROM (SELECT * FROM trading.short_delivery WHERE loss_paise > 0) s
    FULL JOIN (
      SELECT e.id, e.ref, sum(p.amount) FILTER (WHERE p.code = 210) AS loss,
             -coalesce(sum(p.amount) FILTER (WHERE p.code = 220), 0) AS absorbed
      FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind = 'short_sale' GROUP BY e.id, e.ref
    ) e ON e.ref = s.settles_on || '/' || s.user_id || '/' || substr(s.asset, 4)
      AND (e.loss, e.absorbed) = (s.loss_paise, s.absorbed_paise)
    WHERE s.code IS NULL OR e.id IS NULL
    UNION ALL
    -- and so has what was kept and never came
    SELECT coalesce('close-out of ' || s.code || ' on ' || s.settles_on, 'entry ' || e.id) || ' has no counterpart'
    FROM (SELECT * FROM trading.short_delivery WHERE closed_out > 0) s
    FULL JOIN (
      SELECT e.id, e.ref, x.owner, max(p.asset) FILTER (WHERE p.code = 122) AS asset,
             -sum(p.amount) FILTER (WHERE p.code = 122) AS shares, sum(p.amount) FILTER (WHERE p.code = 101) AS paise
      FROM ledger.entry e JOIN ledger.person x ON x.id = e.person JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind = 'close_out' GROUP BY e.id, e.ref, x.owner
    ) e ON e.ref = s.settles_on || '/' || s.user_id || '/' || substr(s.asset, 4) || '/kept'
      AND (e.owner, e.asset, e.shares, e.paise) = ('u:' || s.user_id, s.asset, s.closed_out, s.closed_paise)
    WHERE s.code IS NULL OR e.id IS NULL
  ),
  -- What came of an offer has its entries, and the other way round.
  holder_offers AS (
    SELECT coalesce('application ' || a.id, 'entry ' || e.id) || ' has no counterpart' AS sample
    FROM (
      SELECT id, user_id, asset, got, paid_paise, tds_paise + stt_paise AS taxes,
        CASE kind WHEN 'rights' THEN 'rights_pay' ELSE 'buyback' END AS entry
      FROM trading.offer_application WHERE got > 0
    ) a
    FULL JOIN (
      SELECT e.id, e.kind, e.ref, x.owner, max(abs(p.amount)) FILTER (WHERE p.code = 311) AS shares,
             max(p.asset) FILTER (WHERE p.code = 311) AS asset,
             max(abs(p.amount)) FILTER (WHERE p.code IN (210, 211)) AS paise,
             coalesce(sum(p.amount) FILTER (WHERE p.code = 202), 0) AS tds
      FROM ledger.entry e JOIN ledger.person x ON x.id = e.person JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind IN ('rights_pay', 'buyback') GROUP BY e.id, e.kind, e.ref, x.owner
    ) e ON e.ref = 'offer-' || a.id AND (e.kind, e.owner, e.asset, e.shares, e.paise, e.tds)
      = (a.entry, 'u:' || a.user_id, a.asset, a.got, a.paid_paise, a.taxes)
    WHERE a.id IS NULL OR e.id IS NULL
    UNION ALL
    SELECT coalesce('lapsed entitlements of ' || l.user_id || ' by ' || l.action_id, 'entry ' || e.id)
      || ' have no counterpart'
    FROM trading.lapsed_entitlement l
    FULL JOIN (
      SELECT e.id, e.ref, sum(p.amount) FILTER (WHERE p.code = 311) AS shares
      FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id WHERE e.kind = 'entitlement_lapsed'
      GROUP BY e.id, e.ref
    ) e ON e.ref = l.action_id || '/' || l.user_id || '/lapsed' AND e.shares = l.entitlements
    WHERE l.user_id IS NULL OR e.id IS NULL
    UNION ALL
    SELECT 'application ' || a.id || ' blocks ' || (a.shares + a.additional) * a.price_paise || ', its hold has '
      || coalesce(h.amount - h.captured - h.released, 0)
    FROM trading.offer_application a LEFT JOIN ledger.hold h ON h.id = 'offer-' || a.id || '-money'
    WHERE a.kind = 'rights' AND CASE a.state WHEN 'open' THEN (a.shares + a.additional) * a.price_paise ELSE 0 END
      <> coalesce(h.amount - h.captured - h.released, 0)
  )
  SELECT 'frozen_money', count(*), min(x.sample) FROM frozen_money x
  UNION ALL SELECT 'frozen_shares', count(*), min(x.sample) FROM frozen_shares x
  UNION ALL SELECT 'unsettled', count(*), min(x.sample) FROM unsettled x
  UNION ALL SELECT 'position_shares', count(*), min(x.sample) FROM position_shares x
  UNION ALL SELECT 'order_fills', count(*), min(x.sample) FROM order_fills x
  UNION ALL SELECT 'position_fills', count(*), min(x.sample) FROM position_sums x
  UNION ALL SELECT 'note_charges', count(*), min(x.sample) FROM note_charges x
  UNION ALL SELECT 'fill_entries', count(*), min(x.sample) FROM fill_entries x
  UNION ALL SELECT 'trade_sides', count(*), min(x.sample) FROM trade_sides x
  UNION ALL SELECT 'order_commands', count(*), min(x.sample) FROM order_commands x
  UNION ALL SELECT 'margin_money', count(*), min(x.sample) FROM margin_money x
  UNION ALL SELECT 'margin_positions', count(*), min(x.sample) FROM margin_positions x
  UNION ALL SELECT 'order_holds', count(*), min(x.sample) FROM order_holds x
  UNION ALL SELECT 'product_changes', count(*), min(x.sample) FROM product_changes x
  UNION ALL SELECT 'short_sales', count(*), min(x.sample) FROM short_sales x
  UNION ALL SELECT 'holder_offers', count(*), min(x.sample) FROM holder_offers x
$$;
