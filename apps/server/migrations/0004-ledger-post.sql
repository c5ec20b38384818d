-- runs as khara_ledger
-- Writing entries: the insides first, what callers use below.

CREATE TYPE ledger.receipt AS (entry_id bigint, uid uuid, replay boolean, leaf bytea, at_ms bigint);

-- A text as it is hashed: its length in four bytes, then its UTF-8.
CREATE FUNCTION ledger.lp(t text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT int4send(octet_length(t)) || convert_to(t, 'UTF8')
$$;

-- The account of an owner, an asset and a code, made when it is missing. Safe to call at once from many sides.
CREATE FUNCTION ledger.account_of(p_owner text, p_asset text, p_code smallint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  SELECT a.id INTO v_id FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code;
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  INSERT INTO ledger.account (owner, asset, code, tracked, floor, label)
  SELECT p_owner, p_asset, c.code, c.tracked, CASE WHEN c.owner = 'u' THEN 0 END,
         ledger.lp(p_owner) || ledger.lp(p_asset) || int4send(c.code)
  FROM ledger.chart c
  WHERE c.code = p_code AND c.owner = left(p_owner, 1)
    AND (c.holds = 'any' OR (c.holds = 'shares') = (p_asset LIKE 'EQ:%'))
    AND p_owner ~ '^(p|x|u:[A-Za-z0-9_-]{1,40})$' AND p_asset ~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$'
  ON CONFLICT DO NOTHING; -- waits for another who is making it
  SELECT a.id INTO v_id FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = p_code;
  IF v_id IS NULL THEN
    RAISE EXCEPTION 'the chart of accounts has no % for % of %', p_code, p_asset, p_owner USING ERRCODE = 'KH002';
  END IF;
  RETURN v_id;
END $$;

-- Registers a request. Null when it is new; the entry that answered it otherwise. KH001: it came before with another content.
-- A copy that arrives while the first is under way waits here for its end.
CREATE FUNCTION ledger.earlier(p_idem text, p_req bytea, p_entry bigint) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_idem ledger.idem;
  v_found ledger.receipt;
BEGIN
  INSERT INTO ledger.idem (key, req, entry_id) VALUES (p_idem, p_req, p_entry) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_idem FROM ledger.idem WHERE key = p_idem;
  IF v_idem.req IS DISTINCT FROM p_req THEN
    RAISE EXCEPTION 'request % was used for something else', p_idem USING ERRCODE = 'KH001';
  END IF;
  SELECT e.id, e.uid, true, e.leaf, e.at_ms INTO v_found FROM ledger.entry e WHERE e.id = v_idem.entry_id;
  RETURN v_found;
END $$;

-- Only one transaction at a time works on what belongs to a user: accounts, holds and the bill. An advisory lock costs a
-- fraction of locking the rows, and there is but one to take for an entry, which touches one user only. Should anything
-- write beside it, UNIQUE (account_id, seq) of ledger.posting refuses the second of two entries.
CREATE FUNCTION ledger.lock_user(p_owner text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(7365, hashtext(p_owner)) IS NOT NULL
$$;

-- Ends an entry that a balance cannot bear. The domain of balances would refuse it too, but not say which asset.
CREATE FUNCTION ledger.too_little(p_asset text, p_code smallint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % has too little %', p_code, p_asset USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = p_asset;
END $$;

CREATE FUNCTION ledger.refuse(p_why text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', p_why USING ERRCODE = 'KH002';
END $$;

-- Writes one entry over accounts of user p_owner, who is locked, of the platform and of the outside. Everything happens in one
-- statement: what it costs to begin a statement is most of what an entry costs. ledger.write_round does the same for many.
CREATE FUNCTION ledger.write_one(
  p_id bigint, p_number smallint, p_moves int[], p_kind text, p_ref text, p_actor text, p_mdate text,
  p_user text, p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[],
  p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v record;
BEGIN
  LOOP
    WITH line AS MATERIALIZED (
      SELECT n.line::smallint AS line, n.amount, a.id, a.asset, a.tracked, a.last_ms,
             CASE WHEN a.tracked THEN CASE WHEN a.balance + n.amount >= a.floor THEN a.balance + n.amount ELSE ledger.too_little(a.asset, a.code) END END AS after,
             CASE WHEN a.tracked THEN a.seq + 1 END AS seq,
             CASE WHEN a.tracked THEN a.head END AS prev,
             a.label || int8send(n.amount)
               || CASE WHEN a.tracked THEN int8send(a.balance + n.amount) || int8send(a.seq + 1) ELSE '\x00000000000000000000000000000000'::bytea END
               || a.head AS bytes,
             ledger.move_number(p_number, n.code, n.amount) = ANY (p_moves) AND (NOT a.tracked OR a.owner = p_user) AS allowed
      FROM unnest(p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (owner, asset, code, amount, line)
      LEFT JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
      ORDER BY n.line
    ), leaf AS MATERIALIZED (
      SELECT x.*, sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
               || uuid_send(p_uid) || int4send(octet_length(p_kind)) || convert_to(p_kind, 'UTF8')
               || int4send(octet_length(p_ref)) || convert_to(p_ref, 'UTF8') || int4send(octet_length(p_actor)) || convert_to(p_actor, 'UTF8')
               || int4send(octet_length(p_mdate)) || convert_to(p_mdate, 'UTF8') || int8send(x.at_ms) || p_salt || int4send(x.lines) || x.bytes) AS leaf
      FROM (
        SELECT greatest(p_now, max(l.last_ms)) AS at_ms, count(*)::int AS lines, string_agg(l.bytes, ''::bytea) AS bytes,
               bool_and(l.allowed IS TRUE) AS allowed,
               sum(l.amount) FILTER (WHERE l.asset = p_asset[1]) AS total, bool_and(l.asset = p_asset[1]) AS one_asset
        FROM line l
        HAVING count(l.id) = count(*) -- with an account missing nothing is written
      ) x
    ), entry AS (
      INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
      SELECT p_id, p_uid, p_kind, p_ref, p_actor, p_mdate, x.at_ms, p_salt, x.lines, x.leaf FROM leaf x
    ), posting AS (
      INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
      SELECT p_id, l.line, l.id, l.asset, l.amount, l.after, l.seq, l.prev FROM leaf x, line l
    ), account AS (
      UPDATE ledger.account a
      SET balance = l.after, seq = l.seq, head = sha256('\x02'::bytea || l.prev || x.leaf || int4send(l.line)), last_ms = x.at_ms
      FROM leaf x, line l WHERE a.id = l.id AND l.tracked
    ), unsealed AS (
      INSERT INTO ledger.unsealed (source, id) SELECT 'e', p_id FROM leaf x
    )
    SELECT x.leaf, x.at_ms, x.allowed, x.total, x.one_asset INTO v FROM leaf x;
    EXIT WHEN v.leaf IS NOT NULL;
    PERFORM ledger.account_of(n.owner, n.asset, n.code) FROM unnest(p_owner, p_asset, p_code) AS n (owner, asset, code) ORDER BY n.owner, n.asset, n.code;
  END LOOP;

  IF NOT v.allowed THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' may not move ' || p_amount::text || ' of accounts ' || p_code::text || ' of ' || p_owner::text);
  END IF;
  IF v.total <> 0 THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' does not balance');
  END IF;
  IF NOT v.one_asset THEN
    PERFORM ledger.refuse(p_kind || ' ' || p_ref || ' does not balance') FROM unnest(p_asset, p_amount) AS n (asset, amount) GROUP BY n.asset HAVING sum(n.amount) <> 0;
  END IF;
  RETURN ROW(p_id, p_uid, false, v.leaf, v.at_ms)::ledger.receipt;
END $$;

-- Writes the entries whose lines are given, at most one of each user; the users are locked and the accounts are there.
-- Entry i is described by element i of the arrays up to p_salt; its lines have p_entry = i and are numbered by p_line.
CREATE FUNCTION ledger.write_round(
  p_id bigint[], p_number smallint[], p_moves int[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_uid uuid[], p_salt bytea[], p_now bigint,
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT n.entry, n.line, n.amount, a.id, a.asset, a.tracked, a.last_ms, CASE WHEN a.tracked THEN a.owner END AS tracked_owner,
           CASE WHEN a.tracked THEN CASE WHEN a.balance + n.amount >= a.floor THEN a.balance + n.amount ELSE ledger.too_little(a.asset, a.code) END END AS after,
           CASE WHEN a.tracked THEN a.seq + 1 END AS seq,
           CASE WHEN a.tracked THEN a.head END AS prev,
           a.label || int8send(n.amount)
             || CASE WHEN a.tracked THEN int8send(a.balance + n.amount) || int8send(a.seq + 1) ELSE '\x00000000000000000000000000000000'::bytea END
             || a.head AS bytes,
           ledger.move_number(p_number[n.entry], n.code, n.amount) = ANY (p_moves) AS allowed
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    LEFT JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
  ), leaf AS MATERIALIZED (
    SELECT x.*, sha256('\x000000000d6b686172612f656e7472792f31'::bytea
             || uuid_send(x.uid) || int4send(octet_length(x.kind)) || convert_to(x.kind, 'UTF8')
             || int4send(octet_length(x.ref)) || convert_to(x.ref, 'UTF8') || int4send(octet_length(x.actor)) || convert_to(x.actor, 'UTF8')
             || int4send(octet_length(x.mdate)) || convert_to(x.mdate, 'UTF8') || int8send(x.at_ms) || x.salt || int4send(x.lines) || x.bytes) AS leaf
    FROM (
      SELECT l.entry, p_id[l.entry] AS id, p_uid[l.entry] AS uid, p_kind[l.entry] AS kind, p_ref[l.entry] AS ref, p_actor[l.entry] AS actor,
             p_mdate[l.entry] AS mdate, p_salt[l.entry] AS salt, greatest(p_now, max(l.last_ms)) AS at_ms, count(*)::int AS lines,
             string_agg(l.bytes, ''::bytea ORDER BY l.line) AS bytes,
             bool_and(l.allowed IS TRUE) AND min(l.tracked_owner) IS NOT DISTINCT FROM max(l.tracked_owner) AS allowed
      FROM line l GROUP BY l.entry
    ) x
  ), entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
    SELECT x.id, x.uid, x.kind, x.ref, x.actor, x.mdate, x.at_ms, x.salt, x.lines, x.leaf FROM leaf x
  ), posting AS (
    INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
    SELECT p_id[l.entry], l.line, l.id, l.asset, l.amount, l.after, l.seq, l.prev FROM line l
  ), account AS (
    UPDATE ledger.account a
    SET balance = l.after, seq = l.seq, head = sha256('\x02'::bytea || l.prev || x.leaf || int4send(l.line)), last_ms = x.at_ms
    FROM line l JOIN leaf x ON x.entry = l.entry WHERE a.id = l.id AND l.tracked
  ), unsealed AS (
    INSERT INTO ledger.unsealed (source, id) SELECT 'e', x.id FROM leaf x
  )
  SELECT coalesce(
    (SELECT 'an account or a line is missing' FROM line l WHERE l.id IS NULL LIMIT 1),
    (SELECT x.kind || ' ' || x.ref || ' may not touch these accounts' FROM leaf x WHERE NOT x.allowed LIMIT 1),
    (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' does not balance' FROM line l GROUP BY l.entry, l.asset HAVING sum(l.amount) <> 0 LIMIT 1)
  ) INTO v_bad;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad);
  END IF;
END $$;

-- Value that came in or went out: each line with the outside has the amount, and each entry the user, that its source says.
CREATE FUNCTION ledger.check_sources(p_id bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT e.kind || ' ' || e.ref INTO v_bad
  FROM ledger.entry e
  JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL
  LEFT JOIN ledger.source s ON s.type = k.source AND s.id = e.ref AND (s.purpose IS NULL OR s.purpose = e.kind)
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE c.outside) AS outside, max(a.owner) FILTER (WHERE a.tracked) AS owner,
           count(*) FILTER (WHERE c.outside AND abs(p.amount) = CASE p.asset WHEN s.asset THEN s.amount WHEN s.other_asset THEN s.other_amount END) AS agreeing
    FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id JOIN ledger.chart c ON c.code = a.code
    WHERE p.entry_id = e.id
  ) l
  WHERE e.id = ANY (p_id) AND (s.id IS NULL OR l.outside <> k.legs OR l.agreeing <> k.legs OR l.owner <> s.owner)
  LIMIT 1;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no source that says so');
  END IF;
END $$;

-- Writes the bill's lines of entries: what changed of the money owned, in the words of ledger.rule, the platform's and the
-- outside's lines with their sign turned and those of one word together. A line is numbered as the first posting it stands for.
CREATE FUNCTION ledger.write_bill(p_id bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_unexplained bigint;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT e.id, e.ref, e.mdate, e.at_ms, p.line, p.asset, p.amount, a.owner, a.code, r.business_type
    FROM ledger.entry e
    JOIN ledger.posting p ON p.entry_id = e.id
    JOIN ledger.account a ON a.id = p.account_id
    LEFT JOIN ledger.rule r ON r.kind = e.kind AND r.code = a.code AND r.sign = CASE WHEN p.amount > 0 THEN 1 ELSE -1 END
    WHERE e.id = ANY (p_id)
  ), change AS MATERIALIZED (
    SELECT c.id, c.asset, c.owner, c.amount, h.id AS home, h.owned, h.bill_seq
    FROM (
      SELECT l.id, l.asset, max(l.owner) AS owner, sum(l.amount)::bigint AS amount
      FROM line l WHERE l.code BETWEEN 101 AND 105 GROUP BY l.id, l.asset HAVING sum(l.amount) <> 0
    ) c
    LEFT JOIN ledger.account h ON h.owner = c.owner AND h.asset = c.asset AND h.code = 101
  ), word AS (
    SELECT l.id, l.asset, c.owner, c.home, c.owned, c.bill_seq, min(l.line) AS line, l.business_type, -sum(l.amount)::bigint AS amount, l.at_ms, l.mdate, l.ref
    FROM line l JOIN change c ON c.id = l.id AND c.asset = l.asset
    WHERE l.business_type IS NOT NULL
    GROUP BY l.id, l.asset, c.owner, c.home, c.owned, c.bill_seq, l.business_type, l.at_ms, l.mdate, l.ref
  ), bill AS MATERIALIZED (
    SELECT w.*, w.owned + sum(w.amount) OVER o AS after, w.bill_seq + row_number() OVER o AS seq
    FROM word w WINDOW o AS (PARTITION BY w.owner, w.asset ORDER BY w.id, w.line)
  ), home AS (
    UPDATE ledger.account a SET owned = a.owned + b.amount, bill_seq = a.bill_seq + b.lines
    FROM (SELECT b.home, sum(b.amount)::bigint AS amount, count(*) AS lines FROM bill b GROUP BY b.home) b
    WHERE a.id = b.home
  ), written AS (
    INSERT INTO ledger.bill_line (owner, asset, seq, entry_id, line, business_type, amount, before, after, at_ms, mdate, ref)
    SELECT b.owner, b.asset, b.seq, b.id, b.line, b.business_type, b.amount, b.after - b.amount, b.after, b.at_ms, b.mdate, b.ref FROM bill b
    RETURNING entry_id, asset, amount
  )
  SELECT count(*) INTO v_unexplained
  FROM change c LEFT JOIN (SELECT w.entry_id, w.asset, sum(w.amount) AS amount FROM written w GROUP BY w.entry_id, w.asset) w ON w.entry_id = c.id AND w.asset = c.asset
  WHERE c.amount IS DISTINCT FROM w.amount;
  IF v_unexplained > 0 THEN
    PERFORM ledger.refuse('an entry changes what is owned without a word on the bill');
  END IF;
END $$;

-- A reversal mirrors the entry whose uid it has as ref, line by line. UNIQUE (kind, ref) lets there be one.
CREATE FUNCTION ledger.check_reversal(p_entry bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_original ledger.entry;
BEGIN
  SELECT o.* INTO v_original FROM ledger.entry r JOIN ledger.entry o ON o.uid::text = r.ref WHERE r.id = p_entry AND o.kind <> 'reversal';
  IF v_original.id IS NULL OR EXISTS (
    SELECT FROM (SELECT account_id, amount FROM ledger.posting WHERE entry_id = v_original.id) o
    FULL JOIN (SELECT account_id, amount FROM ledger.posting WHERE entry_id = p_entry) r ON r.account_id = o.account_id AND r.amount = -o.amount
    WHERE o.account_id IS NULL OR r.account_id IS NULL
  ) THEN
    RAISE EXCEPTION 'entry % mirrors no entry', p_entry USING ERRCODE = 'KH002';
  END IF;
END $$;

-- Writes one entry over named accounts, which are made when they are missing.
CREATE FUNCTION ledger.post_to(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ledger.post_exactly(p_idem, p_req, p_kind, p_ref, p_actor, p_mdate, p_owners, p_assets, p_codes, p_amounts,
    uuidv7(), uuid_send(gen_random_uuid()), (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;

-- The same with everything that is else left to chance and the clock: for the worked vectors. Nobody but the owner may call it.
CREATE FUNCTION ledger.post_exactly(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[], p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_kind ledger.kind;
  v_user text;
  v_owner text;
  v_locked boolean;
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT * INTO v_kind FROM ledger.kind k WHERE k.kind = p_kind;
  IF v_kind.kind IS NULL OR v_kind.hold IS NOT NULL THEN
    PERFORM ledger.refuse(coalesce(p_kind, 'nothing') || ' is no kind of entry, or one that needs a hold');
  END IF;
  FOREACH v_owner IN ARRAY p_owners LOOP
    IF left(v_owner, 2) = 'u:' THEN
      v_user := v_owner;
    END IF;
  END LOOP;
  v_locked := ledger.lock_user(v_user); -- an assignment, since PERFORM would begin a statement
  v_receipt := ledger.write_one(v_id, v_kind.number, v_kind.moves, p_kind, p_ref, p_actor, p_mdate, v_user, p_owners, p_assets, p_codes, p_amounts, p_uid, p_salt, p_now);
  IF v_kind.source IS NOT NULL THEN
    PERFORM ledger.check_sources(ARRAY[v_id]);
  END IF;
  IF v_kind.bills THEN
    PERFORM ledger.write_bill(ARRAY[v_id]);
  END IF;
  IF p_kind = 'reversal' THEN
    PERFORM ledger.check_reversal(v_id);
  END IF;
  RETURN v_receipt;
END $$;

-- The same over accounts known by their ids.
CREATE FUNCTION ledger.post(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_account_ids bigint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT ledger.post_to(p_idem, p_req, p_kind, p_ref, p_actor, p_mdate,
    array_agg(a.owner ORDER BY n.n), array_agg(a.asset ORDER BY n.n), array_agg(a.code ORDER BY n.n), array_agg(n.amount ORDER BY n.n))
  FROM unnest(p_account_ids, p_amounts) WITH ORDINALITY AS n (id, amount, n) LEFT JOIN ledger.account a ON a.id = n.id
$$;

-- Freezes money or shares: opens hold p_hold by an entry of kind p_kind, whose ref it is. Shares come from what is settled
-- first, then from what is not (BTST). p_expires_ms says when whoever opened it will have ended it.
CREATE FUNCTION ledger.hold_open(
  p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
  p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint DEFAULT NULL
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ledger.hold_open_exactly(p_idem, p_req, p_kind, p_hold, p_actor, p_mdate, p_owner, p_asset, p_amount, p_expires_ms,
    uuidv7(), uuid_send(gen_random_uuid()), (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;

CREATE FUNCTION ledger.hold_open_exactly(
  p_idem text, p_req bytea, p_kind text, p_hold text, p_actor text, p_mdate text,
  p_owner text, p_asset text, p_amount bigint, p_expires_ms bigint, p_uid uuid, p_salt bytea, p_now bigint
) RETURNS ledger.receipt
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_kind ledger.kind;
  v_unsettled bigint := 0;
  v_locked boolean;
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT * INTO v_kind FROM ledger.kind k WHERE k.kind = p_kind;
  IF v_kind.hold IS DISTINCT FROM 'open' OR (p_amount > 0) IS NOT TRUE THEN
    PERFORM ledger.refuse(coalesce(p_kind, 'nothing') || ' opens no hold of ' || coalesce(p_amount::text, 'nothing'));
  END IF;
  v_locked := ledger.lock_user(p_owner);
  IF v_kind.free = 120 THEN
    SELECT greatest(0, p_amount - coalesce(max(a.balance), 0)) INTO v_unsettled
    FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = 120;
  END IF;
  IF v_unsettled = 0 THEN
    v_receipt := ledger.write_one(v_id, v_kind.number, v_kind.moves, p_kind, p_hold, p_actor, p_mdate, p_owner, ARRAY[p_owner, p_owner], ARRAY[p_asset, p_asset],
      ARRAY[v_kind.free, v_kind.frozen], ARRAY[-p_amount, p_amount], p_uid, p_salt, p_now);
  ELSIF v_unsettled = p_amount THEN
    v_receipt := ledger.write_one(v_id, v_kind.number, v_kind.moves, p_kind, p_hold, p_actor, p_mdate, p_owner, ARRAY[p_owner, p_owner], ARRAY[p_asset, p_asset],
      ARRAY[122, 121]::smallint[], ARRAY[-p_amount, p_amount], p_uid, p_salt, p_now);
  ELSE
    v_receipt := ledger.write_one(v_id, v_kind.number, v_kind.moves, p_kind, p_hold, p_actor, p_mdate, p_owner, ARRAY[p_owner, p_owner, p_owner], ARRAY[p_asset, p_asset, p_asset],
      ARRAY[120, 122, 121]::smallint[], ARRAY[v_unsettled - p_amount, -v_unsettled, p_amount], p_uid, p_salt, p_now);
  END IF;
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_kind.frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipt;
END $$;

-- Writes many entries at once, in their order; all users are locked first, always in the same order. Entry i may use hold
-- p_hold[i]: p_captured[i] of it is spent on the lines that are given, p_released[i] goes back to where it came from; the
-- lines of both on the user's accounts are made here and come first. The lines given are those with p_entry = i.
-- A batch has no request ids: (kind, ref) is what keeps an entry from being written twice.
CREATE FUNCTION ledger.post_batch(
  p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS SETOF ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_id bigint[] := ARRAY(SELECT nextval('ledger.entry_id_seq') FROM generate_series(1, cardinality(p_kind)));
BEGIN
  PERFORM ledger.write_batch(v_id, p_kind, p_ref, p_actor, p_mdate, p_hold, p_captured, p_released, p_entry, p_owner, p_asset, p_code, p_amount);
  RETURN QUERY SELECT e.id, e.uid, false, e.leaf::bytea, e.at_ms FROM ledger.entry e WHERE e.id = ANY (v_id) ORDER BY e.id;
END $$;

CREATE FUNCTION ledger.write_batch(
  p_id bigint[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  v_bad text; v_sourced boolean; v_bills boolean; v_number smallint[]; v_moves int[];
  v_uid uuid[]; v_salt bytea[];
  v_entry int[]; v_line smallint[]; v_owner text[]; v_asset text[]; v_code smallint[]; v_amount bigint[];
  v_last int[]; -- number of the last line of each round
  v_first int := 1;
  v_end int;
BEGIN
  SELECT min(e.kind || ' ' || e.ref) FILTER (WHERE k.kind IS NULL OR k.kind = 'reversal'
           OR (k.hold IS NULL) <> (e.hold IS NULL) OR k.hold = 'open'
           OR e.hold IS NOT NULL AND (e.captured < 0 OR e.released < 0 OR (k.hold = 'capture') <> (e.captured > 0) OR e.captured + e.released = 0) IS NOT FALSE),
         bool_or(k.source IS NOT NULL), bool_or(k.bills),
         array_agg(k.number ORDER BY e.n), array_agg(uuidv7()), array_agg(uuid_send(gen_random_uuid()))
  INTO v_bad, v_sourced, v_bills, v_number, v_uid, v_salt
  FROM unnest(p_kind, p_ref, p_hold, p_captured, p_released) WITH ORDINALITY AS e (kind, ref, hold, captured, released, n)
  LEFT JOIN ledger.kind k ON k.kind = e.kind;
  SELECT array_agg(m.move) INTO v_moves FROM ledger.kind k, unnest(k.moves) AS m (move) WHERE k.kind = ANY (p_kind);
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ' cannot be written this way');
  END IF;

  PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (
    SELECT hashtext(o.owner) AS lock FROM unnest(p_owner) AS o (owner) WHERE o.owner LIKE 'u:%'
    UNION SELECT hashtext(h.owner) FROM ledger.hold h WHERE h.id = ANY (p_hold)
    ORDER BY 1
  ) u;

  -- All lines in the order in which they can be written: first the first entry of each user, then the second ones ...
  WITH held AS (
    -- What of a hold is used first is what came from 120: `settled` is how much of that is left after the entry's capture.
    SELECT n.n::int AS entry, h.owner, h.asset, k.frozen, k.free, n.captured, n.released, h.code = k.frozen AS fits,
           h.amount - h.unsettled - h.captured - h.released - n.captured
             - coalesce(sum(n.captured + n.released) OVER (PARTITION BY n.hold ORDER BY n.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS settled
    FROM unnest(p_kind, p_hold, p_captured, p_released) WITH ORDINALITY AS n (kind, hold, captured, released, n)
    JOIN ledger.kind k ON k.kind = n.kind
    JOIN ledger.hold h ON h.id = n.hold
  ), line AS (
    SELECT h.entry, l.part, h.owner, h.asset, l.code, l.amount
    FROM held h CROSS JOIN LATERAL (VALUES
      (-3, CASE WHEN h.fits THEN h.frozen END, -(h.captured + h.released)), -- without a code it is refused below
      (-2, h.free, greatest(0, least(h.settled, h.released))::bigint),
      (-1, 122::smallint, (h.released - greatest(0, least(h.settled, h.released)))::bigint)
    ) AS l (part, code, amount)
    WHERE l.amount <> 0
    UNION ALL
    SELECT n.entry, n.n::int, n.owner, n.asset, n.code, n.amount
    FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (entry, owner, asset, code, amount, n)
  ), turn AS (
    SELECT e.entry, row_number() OVER (PARTITION BY e.owner ORDER BY e.entry) AS turn
    FROM (SELECT l.entry, max(l.owner) FILTER (WHERE l.owner LIKE 'u:%') AS owner FROM line l GROUP BY l.entry) e
  ), ordered AS (
    SELECT l.*, t.turn, row_number() OVER (ORDER BY t.turn, l.entry, l.part) AS place, row_number() OVER (PARTITION BY l.entry ORDER BY l.part)::smallint AS line
    FROM line l JOIN turn t ON t.entry = l.entry
  )
  SELECT array_agg(o.entry ORDER BY o.place), array_agg(o.line ORDER BY o.place), array_agg(o.owner ORDER BY o.place), array_agg(o.asset ORDER BY o.place),
         array_agg(o.code ORDER BY o.place), array_agg(o.amount ORDER BY o.place),
         (SELECT array_agg(r.last ORDER BY r.last) FROM (SELECT max(o.place)::int AS last FROM ordered o GROUP BY o.turn) r)
  INTO v_entry, v_line, v_owner, v_asset, v_code, v_amount, v_last
  FROM ordered o;

  PERFORM ledger.account_of(n.owner, n.asset, n.code)
  FROM (SELECT DISTINCT n.owner, n.asset, n.code FROM unnest(v_owner, v_asset, v_code) AS n (owner, asset, code)) n
  WHERE NOT EXISTS (SELECT FROM ledger.account a WHERE a.owner = n.owner AND a.asset = n.asset AND a.code = n.code);

  IF cardinality(v_last) = 1 THEN
    PERFORM ledger.write_round(p_id, v_number, v_moves, p_kind, p_ref, p_actor, p_mdate, v_uid, v_salt, v_now, v_entry, v_line, v_owner, v_asset, v_code, v_amount);
  ELSE
    FOREACH v_end IN ARRAY v_last LOOP
      PERFORM ledger.write_round(p_id, v_number, v_moves, p_kind, p_ref, p_actor, p_mdate, v_uid, v_salt, v_now, v_entry[v_first:v_end], v_line[v_first:v_end],
        v_owner[v_first:v_end], v_asset[v_first:v_end], v_code[v_first:v_end], v_amount[v_first:v_end]);
      v_first := v_end + 1;
    END LOOP;
  END IF;

  UPDATE ledger.hold SET captured = hold.captured + n.captured, released = hold.released + n.released
  FROM (SELECT e.hold, sum(e.captured) AS captured, sum(e.released) AS released FROM unnest(p_hold, p_captured, p_released) AS e (hold, captured, released)
        WHERE e.hold IS NOT NULL GROUP BY e.hold) n
  WHERE hold.id = n.hold;
  IF v_sourced THEN
    PERFORM ledger.check_sources(p_id);
  END IF;
  IF v_bills THEN
    PERFORM ledger.write_bill(p_id);
  END IF;
END $$;

-- Spends p_captured of a hold on the lines given, and gives p_released of it back.
CREATE FUNCTION ledger.hold_capture(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_captured bigint, p_released bigint,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  PERFORM ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold], ARRAY[p_captured], ARRAY[p_released],
    array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes, p_amounts);
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;

-- Gives back what is left of a hold, or p_amount of it, by an entry of kind p_kind. Null when nothing is left.
CREATE FUNCTION ledger.hold_release(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_amount bigint DEFAULT NULL
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_left bigint;
  v_receipt ledger.receipt;
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  PERFORM ledger.lock_user(h.owner) FROM ledger.hold h WHERE h.id = p_hold;
  SELECT h.amount - h.captured - h.released INTO v_left FROM ledger.hold h WHERE h.id = p_hold;
  IF v_left = 0 AND p_amount IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold], ARRAY[0::bigint],
    ARRAY[coalesce(p_amount, v_left)], '{}', '{}', '{}', '{}', '{}');
  SELECT e.id, e.uid, false, e.leaf, e.at_ms INTO v_receipt FROM ledger.entry e WHERE e.id = v_id;
  RETURN v_receipt;
END $$;

-- Notes what value comes in or goes out by, before the entries that use it. True for what is new; what was noted before
-- must say the same (KH001 otherwise).
CREATE FUNCTION ledger.add_sources(
  p_type text, p_id text[], p_purpose text[], p_owner text[], p_asset text[], p_amount bigint[], p_other_asset text[], p_other_amount bigint[], p_mdate text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_new int;
BEGIN
  INSERT INTO ledger.source (type, id, purpose, owner, asset, amount, other_asset, other_amount, mdate, at_ms)
  SELECT p_type, n.*, p_mdate, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  FROM unnest(p_id, p_purpose, p_owner, p_asset, p_amount, p_other_asset, p_other_amount) AS n (id, purpose, owner, asset, amount, other_asset, other_amount)
  ORDER BY n.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_new = ROW_COUNT;
  IF v_new < cardinality(p_id) AND EXISTS (
    SELECT FROM unnest(p_id, p_purpose, p_owner, p_asset, p_amount, p_other_asset, p_other_amount) AS n (id, purpose, owner, asset, amount, other_asset, other_amount)
    JOIN ledger.source s ON s.type = p_type AND s.id = n.id
    WHERE (s.purpose, s.owner, s.asset, s.amount, s.other_asset, s.other_amount)
      IS DISTINCT FROM (n.purpose, n.owner, n.asset, n.amount, n.other_asset, n.other_amount)
  ) THEN
    RAISE EXCEPTION 'a % was noted before with another content', p_type USING ERRCODE = 'KH001';
  END IF;
END $$;

GRANT EXECUTE ON FUNCTION
  ledger.account_of, ledger.post, ledger.post_to, ledger.post_batch, ledger.hold_open, ledger.hold_capture, ledger.hold_release, ledger.add_sources
TO khara_app, khara_job, khara_owner;
