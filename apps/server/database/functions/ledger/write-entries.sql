-- Writes entries that the caller has made, with their lines, their places in the accounts' chains and their hashes: one
-- of a user at most, of kinds that use no hold. Users are locked, and their accounts were read under that lock: where
-- one has moved on since, nothing is written. Entry i is described by element i of the arrays up to p_bill_seq, of the
-- 16 bytes of each in p_salt and of the 32 in p_leaf. p_last is the number of its last line, p_last_tracked of its last
-- line on an account. p_account and p_line are the accounts of these and their numbers among all lines; p_prev has 32
-- bytes for each. The instants are those of the clock, or those of older entries of the same accounts. The second count
-- (ledger.recount_entries) looks at what is written here, and the sealer makes each hash again before it has its place
-- (ledger.seal). Arrays are unnested in the list of columns: in FROM each is written down and read again.
CREATE OR REPLACE FUNCTION ledger.write_entries(
  p_uid uuid[], p_kind text[], p_ref text[], p_actor text, p_mdate text, p_at_ms bigint[], p_salt bytea, p_leaf bytea,
  p_person int[], p_last int[], p_last_tracked int[], p_owned bigint[], p_bill_seq bigint[],
  p_asset int[], p_code smallint[], p_amount bigint[], p_after bigint[], p_seq bigint[],
  p_account bigint[], p_line int[], p_prev bytea
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_changed bigint;
  v_agree bigint;
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
  IF NOT p_kind <@ '{buy,sell}' OR (SELECT count(DISTINCT r) FROM unnest(p_ref) AS r) <> cardinality(p_kind) THEN
    PERFORM ledger.refuse('entries are those of one order each');
  ELSIF EXISTS (
    SELECT FROM unnest(p_at_ms) WITH ORDINALITY AS e (at, n) WHERE e.at NOT BETWEEN v_now - 60000 AND v_now + 1000
      AND NOT EXISTS (SELECT FROM ledger.account a
        WHERE a.id = ANY (p_account) AND a.person = p_person[e.n] AND a.last_ms = e.at)) THEN
    -- That of an older entry of its accounts, where the clock was put back.
    PERFORM ledger.refuse('the instant of an entry is not the clock''s');
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7364, ascii('e')); -- see ledger.next_entry_id
  WITH line AS MATERIALIZED (
    SELECT l.*, p_asset[l.n] AS asset, p_code[l.n] AS code, p_amount[l.n] AS amount, p_after[l.n] AS after,
           p_seq[l.n] AS seq, width_bucket(l.n - 1, p_last) + 1 AS entry
    FROM (
      SELECT x.*, row_number() OVER ()::int AS tracked FROM (SELECT unnest(p_account) AS account, unnest(p_line) AS n) x
    ) l
  ), entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after,
      seq, prev, owned, bill_seq) OVERRIDING SYSTEM VALUE
    SELECT nextval('ledger.entry_id_seq'), e.uid, e.kind, e.ref, p_actor, p_mdate, e.at_ms,
           substr(p_salt, 16 * e.n - 15, 16), substr(p_leaf, 32 * e.n - 31, 32), e.person,
           p_asset[e.first : e.last], p_code[e.first : e.last], p_amount[e.first : e.last],
           p_after[e.first : e.last], p_seq[e.first : e.last],
           substr(p_prev, 32 * e.first_tracked - 31, 32 * (e.last_tracked - e.first_tracked + 1)),
           CASE WHEN e.owned IS NOT NULL THEN ARRAY[e.owned] END,
           CASE WHEN e.owned IS NOT NULL THEN ARRAY[e.bill_seq] END
    FROM (
      SELECT x.*, coalesce(lag(x.last) OVER (), 0) + 1 AS first,
             coalesce(lag(x.last_tracked) OVER (), 0) + 1 AS first_tracked, row_number() OVER ()::int AS n
      FROM (
        SELECT unnest(p_uid) AS uid, unnest(p_kind) AS kind, unnest(p_ref) AS ref, unnest(p_at_ms) AS at_ms,
               unnest(p_person) AS person, unnest(p_last) AS last, unnest(p_last_tracked) AS last_tracked,
               unnest(p_owned) AS owned, unnest(p_bill_seq) AS bill_seq
      ) x
    ) e
  ), account AS (
    -- Only from where it was read. The domain refuses a balance below zero.
    UPDATE ledger.account a
    SET balance = a.balance + l.amount, seq = a.seq + 1, last_ms = p_at_ms[l.entry],
        head = sha256('\x02'::bytea || a.head || substr(p_leaf, 32 * l.entry - 31, 32)
          || int4send(l.n - coalesce(p_last[l.entry - 1], 0))),
        owned = CASE WHEN l.code = 101 AND p_owned[l.entry] IS NOT NULL THEN a.owned + l.amount ELSE a.owned END,
        bill_seq = CASE WHEN l.code = 101 AND p_owned[l.entry] IS NOT NULL THEN p_bill_seq[l.entry] ELSE a.bill_seq END
    FROM line l
    WHERE a.id = l.account AND a.person = p_person[l.entry] AND a.asset_id = l.asset AND a.code = l.code
      AND a.balance + l.amount = l.after AND a.seq + 1 = l.seq AND a.head = substr(p_prev, 32 * l.tracked - 31, 32)
      AND a.last_ms <= p_at_ms[l.entry] AND (l.code <> 101 OR p_owned[l.entry] IS NULL
        OR p_bill_seq[l.entry] BETWEEN a.bill_seq + 1 AND a.bill_seq + 2)
    RETURNING a.id
  )
  SELECT count(*) INTO v_changed FROM account;
  IF v_changed <> cardinality(p_account) THEN
    RAISE EXCEPTION 'accounts are not as they were read' USING ERRCODE = '40001';
  END IF;

  -- Value comes in and goes out by the fills of the order that the entry names, and by nothing else. So do charges.
  WITH said AS MATERIALIZED (
    SELECT l.entry, sum(l.amount) FILTER (WHERE l.asset = 1 AND l.code = 210) AS paise,
           sum(l.amount) FILTER (WHERE l.asset > 2 AND l.code = 210) AS shares,
           min(l.asset) FILTER (WHERE l.asset > 2 AND l.code = 210) AS asset,
           coalesce(sum(l.amount) FILTER (WHERE l.code = 201), 0) AS brokerage,
           coalesce(sum(l.amount) FILTER (WHERE l.code = 202), 0) AS others
    FROM (
      SELECT x.*, width_bucket(x.n - 1, p_last) + 1 AS entry
      FROM (
        SELECT unnest(p_asset) AS asset, unnest(p_code) AS code, unnest(p_amount) AS amount,
               generate_subscripts(p_code, 1) AS n
      ) x WHERE x.code BETWEEN 201 AND 210
    ) l GROUP BY l.entry
  )
  SELECT count(*) INTO v_agree
  FROM trading.filled_at_once(p_ref) f
  JOIN said s ON s.entry = f.n
  -- Each by its whole key, however many rows the planner expects.
  CROSS JOIN LATERAL (SELECT FROM ledger.person p
    WHERE p.id = p_person[s.entry] AND p.owner = 'u:' || f.user_id OFFSET 0) p
  CROSS JOIN LATERAL (SELECT FROM ledger.asset a WHERE a.id = s.asset AND a.name = f.asset OFFSET 0) a
  WHERE f.side = p_kind[s.entry] AND s.brokerage = f.brokerage AND s.others = f.other_charges
    AND s.paise = CASE f.side WHEN 'buy' THEN f.paise ELSE -f.paise END
    AND s.shares = CASE f.side WHEN 'buy' THEN -f.shares ELSE f.shares END;
  IF v_agree <> cardinality(p_kind) THEN
    PERFORM ledger.refuse('an entry is not what its order was filled for');
  END IF;
END $$;
