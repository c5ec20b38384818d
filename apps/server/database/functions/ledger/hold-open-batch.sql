-- Opens holds like ledger.hold_open, in their order, each of another user. What a balance cannot bear is refused by its
-- answer and writes nothing, and so is what would leave less than p_keep in the account it comes from. The others are
-- written all the same.
CREATE OR REPLACE FUNCTION ledger.hold_open_batch(
  p_kind text[], p_hold text[], p_actor text[], p_mdate text[], p_owner text[], p_asset text[], p_amount bigint[],
  p_keep bigint[]
) RETURNS SETOF ledger.held
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  v_bad text;
  v_id bigint[]; v_number smallint[]; v_frozen smallint[]; v_unsettled bigint[]; v_uid uuid[];
  v_salt bytea[]; v_moves int[]; v_words text[];
  v_entry int[]; v_line smallint[]; v_owner text[]; v_asset text[]; v_code smallint[]; v_amount bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (SELECT DISTINCT hashtext(o.owner) AS lock
    FROM unnest(p_owner) AS o (owner) ORDER BY 1) u;

  -- The balances are read under the locks of their users, so that what is decided here stays so; ledger.write_round
  -- looks again.
  WITH asked AS MATERIALIZED (
    SELECT o.n::int AS n, o.kind, o.hold, o.owner, o.asset, o.amount, k.number, k.free, k.frozen, k.moves, k.words,
           CASE WHEN k.free = 120 THEN greatest(0, o.amount - coalesce(f.balance, 0)) ELSE 0 END AS unsettled,
           coalesce(f.balance, 0) + coalesce(u.balance, 0) - o.amount >= greatest(0, o.keep) AS bears
    FROM unnest(p_kind, p_hold, p_owner, p_asset, p_amount, p_keep) WITH ORDINALITY AS o (kind, hold, owner, asset,
      amount, keep, n)
    LEFT JOIN ledger.kind k ON k.kind = o.kind AND k.hold = 'open'
    LEFT JOIN ledger.account f ON f.owner = o.owner AND f.asset = o.asset AND f.code = k.free
    LEFT JOIN ledger.account u ON u.owner = o.owner AND u.asset = o.asset
      AND u.code = CASE WHEN k.free = 120 THEN 122::smallint END
    ORDER BY o.n
  ), line AS (
    SELECT a.n, l.part, a.owner, a.asset, l.code, l.amount, row_number() OVER (PARTITION BY a.n
      ORDER BY l.part)::smallint AS line
    FROM asked a CROSS JOIN LATERAL (VALUES (1, a.free, a.unsettled - a.amount), (2, 122::smallint, -a.unsettled),
      (3, a.frozen, a.amount)) AS l (part, code, amount)
    WHERE a.bears AND l.amount <> 0
  ), head AS (
    SELECT min(a.kind || ' opens no hold of ' || coalesce(a.amount::text, 'nothing')) FILTER (WHERE a.number IS NULL
      OR (a.amount > 0) IS NOT TRUE) AS bad,
           count(DISTINCT a.owner) < count(*) AS crowded, count(*) FILTER (WHERE a.bears) AS borne,
           array_agg(CASE WHEN a.bears THEN ledger.next_entry_id() END ORDER BY a.n) AS id,
           array_agg(a.number ORDER BY a.n) AS number, array_agg(a.frozen ORDER BY a.n) AS frozen,
           array_agg(a.unsettled ORDER BY a.n) AS unsettled,
           array_agg(uuidv7()) AS uid, array_agg(uuid_send(gen_random_uuid())) AS salt
    FROM asked a
  ), body AS (
    SELECT array_agg(l.n ORDER BY l.n, l.part) AS entry, array_agg(l.line ORDER BY l.n, l.part) AS line,
           array_agg(l.owner ORDER BY l.n, l.part) AS owner,
           array_agg(l.asset ORDER BY l.n, l.part) AS asset, array_agg(l.code ORDER BY l.n, l.part) AS code,
           array_agg(l.amount ORDER BY l.n, l.part) AS amount
    FROM line l
  )
  SELECT CASE WHEN h.crowded THEN 'holds of one user in one batch' ELSE h.bad END, h.id, h.number, h.frozen,
         h.unsettled, h.uid, h.salt,
         m.moves, m.words,
         b.entry, b.line, b.owner, b.asset, b.code, b.amount
  INTO v_bad, v_id, v_number, v_frozen, v_unsettled, v_uid, v_salt, v_moves, v_words, v_entry, v_line, v_owner, v_asset,
    v_code, v_amount
  FROM head h CROSS JOIN body b CROSS JOIN (
    SELECT array_agg(m.move) AS moves, array_agg(m.word) AS words
    FROM (SELECT DISTINCT u.move, u.word FROM asked a CROSS JOIN unnest(a.moves, a.words) AS u (move, word)) m
  ) m;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad);
  END IF;

  IF v_entry IS NOT NULL THEN
    LOOP
      EXIT WHEN ledger.write_round(v_id, v_number, v_moves, v_words, p_kind, p_hold, p_actor, p_mdate, v_uid, v_salt,
        v_now, v_entry, v_line, v_owner, v_asset, v_code, v_amount);
      PERFORM ledger.account_of(n.owner, n.asset, n.code)
        FROM unnest(v_owner, v_asset, v_code) AS n (owner, asset, code);
    END LOOP;
    INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled)
    SELECT o.hold, o.owner, o.asset, o.frozen, o.amount, o.unsettled
    FROM unnest(v_id, p_hold, p_owner, p_asset, v_frozen, p_amount, v_unsettled) AS o (id, hold, owner, asset, frozen,
      amount, unsettled)
    WHERE o.id IS NOT NULL;
  END IF;
  RETURN QUERY SELECT o.n::int, e.id, e.uid, e.leaf::bytea, e.at_ms, o.unsettled
    FROM unnest(v_id, v_unsettled) WITH ORDINALITY AS o (id, unsettled, n) LEFT JOIN ledger.entry e ON e.id = o.id
    ORDER BY o.n;
END $$;
