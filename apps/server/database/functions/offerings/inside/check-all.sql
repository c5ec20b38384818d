-- Applications and their obligations agree with the ledger.
CREATE OR REPLACE FUNCTION offerings.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH
  -- What an application says is blocked is open in its hold, and nothing else is blocked for subscriptions.
  blocked AS (
    SELECT coalesce(a.id, h.id) || ' blocks ' || coalesce(a.held_paise::text, 'nothing') || ', its hold has '
      || coalesce(h.rest::text, 'nothing') AS sample
    FROM (SELECT id, hold_id, user_id, held_paise FROM offerings.application) a
    FULL JOIN (
      SELECT id, owner, amount - captured - released AS rest FROM ledger.hold WHERE code = 103 AND id NOT LIKE 'offer-%'
    ) h ON h.id = a.hold_id
    WHERE coalesce(a.held_paise, 0) <> coalesce(h.rest, 0)
      OR (a.id IS NOT NULL AND h.owner IS DISTINCT FROM 'u:' || a.user_id)
  ),
  -- Signed is paid for, to the paisa, and nothing else is; credited shares are those that were allotted.
  paid AS (
    SELECT a.id || ' is ' || a.state || ', paid ' || a.paid_paise || ' with charges of ' || a.charges_paise
      || ', the ledger has ' || coalesce(c.paid, 0)
           || ' and ' || coalesce(c.charges, 0) AS sample
    FROM offerings.application a
    LEFT JOIN (
      SELECT e.ref, sum(p.amount) FILTER (WHERE p.code = 211) AS paid,
        sum(p.amount) FILTER (WHERE p.code = 202) AS charges
      FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind IN ('allot_pay', 'sign_pay', 'block_pay') AND p.code IN (202, 211) GROUP BY e.ref
    ) c ON c.ref = a.id
    WHERE a.paid_paise <> coalesce(c.paid, 0) OR (a.state = 'signed') <> (c.paid IS NOT NULL)
       OR coalesce(c.charges, 0) <> CASE WHEN a.state = 'signed' THEN a.charges_paise ELSE 0 END
       OR (a.charges_paise <> 0 AND a.kind IN ('ipo', 'private_placement'))
  ),
  credited AS (
    SELECT a.id || ' has ' || coalesce(c.shares, 0) || ' shares of ' || coalesce(a.allotted_shares, 0) AS sample
    FROM offerings.application a
    LEFT JOIN (
      SELECT e.ref, sum(p.amount) AS shares
      FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
      WHERE e.kind = 'share_credit' AND p.code = 120 GROUP BY e.ref
    ) c ON c.ref = a.id
    WHERE coalesce(c.shares, 0) <> CASE WHEN a.credited_ms IS NULL THEN 0 ELSE coalesce(a.allotted_shares, 0) END
  ),
  -- What is still to be paid is owed by those whom something was allotted, and by no others.
  owed AS (
    SELECT a.id || ' (' || a.state || ') owes ' || o.amount_paise || ', ' || o.state AS sample
    FROM offerings.offering_obligation o JOIN offerings.application a ON a.id = o.application_id
    WHERE (o.state = 'open') <> (a.state = 'winning_lots') OR (o.state = 'paid') <> (a.state = 'signed')
       OR (o.state = 'open' AND o.amount_paise <> a.cost_paise + a.charges_paise - a.held_paise)
  )
  SELECT 'application_blocks_its_hold', count(*), min(b.sample) FROM blocked b
  UNION ALL SELECT 'application_paid_in_ledger', count(*), min(p.sample) FROM paid p
  UNION ALL SELECT 'application_has_its_shares', count(*), min(c.sample) FROM credited c
  UNION ALL SELECT 'obligation_matches_application', count(*), min(o.sample) FROM owed o
$$;
