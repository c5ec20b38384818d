-- What recharges, withdrawals and conversions say of themselves is what the ledger has of them. Entries are found by
-- (kind, ref), holds by their id.
CREATE OR REPLACE FUNCTION wallet.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH
  -- What an entry brought its owner (101), per entry of the kinds below.
  brought AS (
    SELECT e.kind, e.ref, p.asset, sum(p.amount) AS amount
    FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
    WHERE e.kind IN ('recharge', 'recharge_return', 'withdraw_return', 'convert') AND p.code = 101
    GROUP BY e.kind, e.ref, p.asset
  ),
  -- Credited is what has passed, and what was taken back after it had.
  recharge AS (
    SELECT coalesce(r.order_number, i.ref) || ' is ' || coalesce(r.status, 'unknown')
      || coalesce(' (' || r.reason || ')', '') || ' for '
           || coalesce(r.amount::text, 'nothing') || ', credited with ' || coalesce(i.amount::text, 'nothing') AS sample
    FROM wallet.recharge r
    FULL JOIN (SELECT * FROM brought WHERE kind = 'recharge') i ON i.ref = r.order_number AND i.asset = r.currency
    LEFT JOIN ledger.entry t ON t.kind = 'recharge_return' AND t.ref = r.order_number || ':return'
    WHERE CASE
      WHEN r.status = 'passed' THEN i.amount IS DISTINCT FROM r.amount OR t.id IS NOT NULL
      WHEN r.reason = 'reversed' THEN (i.amount IS NULL) <> (t.id IS NULL) OR coalesce(i.amount, r.amount) <> r.amount
      ELSE i.amount IS NOT NULL OR t.id IS NOT NULL
    END
  ),
  -- Frozen until it is paid or ended; then the hold has been used up or given back, and what came back is there.
  withdrawal AS (
    SELECT coalesce(w.order_number, h.id) || ' is ' || coalesce(w.status, 'unknown')
      || coalesce(' (' || w.reason || ')', '') || ' for '
           || coalesce(w.amount::text, 'nothing') || ', held ' || coalesce(h.amount::text, 'nothing') || ', paid '
             || coalesce(h.captured::text, 'nothing')
           || ', given back ' || coalesce(h.released::text, 'nothing') AS sample
    FROM wallet.withdrawal w
    FULL JOIN (SELECT * FROM ledger.hold WHERE code = 104) h ON h.id = w.order_number
    LEFT JOIN ledger.entry p ON p.kind = 'withdraw_paid' AND p.ref = w.order_number
    LEFT JOIN (SELECT * FROM brought WHERE kind = 'withdraw_return') b ON b.ref = w.order_number || ':return'
      AND b.asset = w.currency
    WHERE h.owner IS DISTINCT FROM 'u:' || w.member_id OR h.asset IS DISTINCT FROM w.currency
      OR h.amount IS DISTINCT FROM w.amount
       OR (p.id IS NULL) <> (h.captured = 0) OR coalesce(b.amount, w.amount) <> w.amount
       OR (h.captured, h.released, b.amount IS NOT NULL) IS DISTINCT FROM CASE
         WHEN w.status IN ('in_transfer', 'passed') THEN (0::bigint, 0::bigint, false)
         WHEN w.status = 'paid' THEN (w.amount, 0::bigint, false)
         WHEN w.paid_at IS NOT NULL THEN (w.amount, 0::bigint, true)
         ELSE (0::bigint, w.amount, false)
       END
  ),
  conversion AS (
    SELECT coalesce(c.order_number, b.ref) || ' changed ' || coalesce(c.amount::text, 'nothing') || ' into '
      || coalesce(c.received::text, 'nothing') AS sample
    FROM wallet.conversion c
    FULL JOIN (
      SELECT ref, jsonb_object_agg(asset, amount) AS sides FROM brought WHERE kind = 'convert' GROUP BY ref
    ) b ON b.ref = c.order_number
    WHERE b.sides IS DISTINCT FROM jsonb_build_object(c.from_currency, -c.amount, c.to_currency, c.received)
  ),
  -- Money that no recharge waits for is in suspense, report by report.
  suspense AS (
    SELECT coalesce(s.currency, l.asset) || ' in suspense ' || coalesce(l.amount, 0) || ', reports say '
      || coalesce(s.amount, 0) AS sample
    FROM (
      SELECT currency, sum(CASE effect WHEN 'suspended' THEN amount ELSE -amount END) AS amount
      FROM wallet.rail_report WHERE effect IN ('suspended', 'sent_back') GROUP BY currency
    ) s
    FULL JOIN (
      SELECT p.asset, sum(p.amount) AS amount FROM ledger.posting p WHERE p.code = 303 GROUP BY p.asset
    ) l ON l.asset = s.currency
    WHERE coalesce(l.amount, 0) <> coalesce(s.amount, 0)
  )
  SELECT 'recharge_matches_ledger', count(*), min(r.sample) FROM recharge r
  UNION ALL SELECT 'withdrawal_matches_ledger', count(*), min(w.sample) FROM withdrawal w
  UNION ALL SELECT 'conversion_matches_ledger', count(*), min(c.sample) FROM conversion c
  UNION ALL SELECT 'suspense_matches_reports', count(*), min(s.sample) FROM suspense s
$$;
