-- runs as khara_ledger
-- Many entries at once, with fewer look-ups: what a batch is about to write is known from its lines, and need not be read back to be checked against its
-- sources and told on the bill; accounts are looked for where they are needed, and made only when one is missing.

DROP FUNCTION ledger.write_round(bigint[], smallint[], int[], text[], text[], text[], text[], uuid[], bytea[], bigint, int[], smallint[], text[], text[], smallint[], bigint[]);

-- As in 0004, where its comment is. False: an account is missing, and nothing was written.
CREATE FUNCTION ledger.write_round(
  p_id bigint[], p_number smallint[], p_moves int[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_uid uuid[], p_salt bytea[], p_now bigint,
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_missing boolean;
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
      FROM line l WHERE NOT EXISTS (SELECT FROM line m WHERE m.id IS NULL) GROUP BY l.entry -- with an account missing nothing is written
    ) x
  ), entry AS (
    INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf) OVERRIDING SYSTEM VALUE
    SELECT x.id, x.uid, x.kind, x.ref, x.actor, x.mdate, x.at_ms, x.salt, x.lines, x.leaf FROM leaf x
  ), posting AS (
    INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
    SELECT p_id[l.entry], l.line, l.id, l.asset, l.amount, l.after, l.seq, l.prev FROM line l WHERE NOT EXISTS (SELECT FROM line m WHERE m.id IS NULL)
  ), account AS (
    UPDATE ledger.account a
    SET balance = l.after, seq = l.seq, head = sha256('\x02'::bytea || l.prev || x.leaf || int4send(l.line)), last_ms = x.at_ms
    FROM line l JOIN leaf x ON x.entry = l.entry WHERE a.id = l.id AND l.tracked
  ), unsealed AS (
    INSERT INTO ledger.unsealed (source, id) SELECT 'e', x.id FROM leaf x
  )
  SELECT EXISTS (SELECT FROM line l WHERE l.id IS NULL), coalesce(
    (SELECT x.kind || ' ' || x.ref || ' may not touch these accounts' FROM leaf x WHERE NOT x.allowed LIMIT 1),
    (SELECT p_kind[l.entry] || ' ' || p_ref[l.entry] || ' does not balance' FROM line l GROUP BY l.entry, l.asset HAVING sum(l.amount) <> 0 LIMIT 1)
  ) INTO v_missing, v_bad;
  IF v_bad IS NOT NULL AND NOT v_missing THEN
    PERFORM ledger.refuse(v_bad);
  END IF;
  RETURN NOT v_missing;
END $$;

DROP FUNCTION ledger.check_sources(bigint[]);

-- Value that came in or went out: each line with the outside has the amount, and each entry the user, that its source says. Entry i is described by
-- element i of p_kind and p_ref, its lines have p_entry = i.
CREATE FUNCTION ledger.check_sources(
  p_kind text[], p_ref text[], p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
BEGIN
  SELECT min(x.kind || ' ' || x.ref) INTO v_bad
  FROM (
    SELECT e.kind, e.ref
    FROM unnest(p_kind, p_ref) WITH ORDINALITY AS e (kind, ref, n)
    JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL
    -- Asked with both halves of the key: there is nothing for the planner to choose.
    LEFT JOIN LATERAL (SELECT * FROM ledger.source f WHERE f.type = k.source AND f.id = e.ref OFFSET 0) s ON s.purpose IS NULL OR s.purpose = e.kind
    JOIN unnest(p_entry, p_owner, p_asset, p_code, p_amount) AS l (entry, owner, asset, code, amount) ON l.entry = e.n
    JOIN ledger.chart c ON c.code = l.code
    GROUP BY e.n, e.kind, e.ref, k.legs, s.id, s.owner, s.asset, s.amount, s.other_asset, s.other_amount
    HAVING s.id IS NULL OR count(*) FILTER (WHERE c.outside) <> k.legs
      OR count(*) FILTER (WHERE c.outside AND abs(l.amount) = CASE l.asset WHEN s.asset THEN s.amount WHEN s.other_asset THEN s.other_amount END) <> k.legs
      OR max(l.owner) FILTER (WHERE c.tracked) <> s.owner
  ) x;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ': there is no source that says so');
  END IF;
END $$;

DROP FUNCTION ledger.write_bill(bigint[]);

-- Writes the bill's lines of entries: what changed of the money owned, in the words of ledger.rule, the platform's and the outside's lines with their
-- sign turned and those of one word together. A line is numbered as the first posting it stands for. Entry i, which is written, is described by element i of
-- the arrays up to p_mdate; its lines have p_entry = i and are numbered by p_line.
CREATE FUNCTION ledger.write_bill(
  p_id bigint[], p_kind text[], p_ref text[], p_mdate text[],
  p_entry int[], p_line smallint[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_unexplained bigint;
BEGIN
  WITH line AS MATERIALIZED (
    SELECT n.entry, n.line, n.owner, n.asset, n.code, n.amount,
           CASE WHEN n.code > 200 THEN -- users' lines have no word
             (SELECT r.business_type FROM ledger.rule r WHERE r.kind = p_kind[n.entry] AND r.code = n.code AND r.sign = CASE WHEN n.amount > 0 THEN 1 ELSE -1 END) END AS business_type
    FROM unnest(p_entry, p_line, p_owner, p_asset, p_code, p_amount) AS n (entry, line, owner, asset, code, amount)
    WHERE n.asset NOT LIKE 'EQ:%' -- the bill is of money
  ), change AS MATERIALIZED (
    SELECT c.entry, c.asset, c.owner, c.amount, h.id AS home, h.owned, h.bill_seq
    FROM (
      SELECT l.entry, l.asset, max(l.owner) AS owner, sum(l.amount)::bigint AS amount
      FROM line l WHERE l.code BETWEEN 101 AND 105 GROUP BY l.entry, l.asset HAVING sum(l.amount) <> 0
    ) c
    LEFT JOIN ledger.account h ON h.owner = c.owner AND h.asset = c.asset AND h.code = 101
  ), word AS (
    SELECT l.entry, l.asset, min(l.line) AS line, l.business_type, -sum(l.amount)::bigint AS amount
    FROM line l WHERE l.business_type IS NOT NULL GROUP BY l.entry, l.asset, l.business_type
  ), bill AS MATERIALIZED (
    SELECT w.entry, w.asset, w.line, w.business_type, w.amount, c.owner, c.home, e.id, e.at_ms,
           c.owned + sum(w.amount) OVER o AS after, c.bill_seq + row_number() OVER o AS seq
    FROM word w JOIN change c ON c.entry = w.entry AND c.asset = w.asset JOIN ledger.entry e ON e.id = p_id[w.entry]
    WINDOW o AS (PARTITION BY c.owner, w.asset ORDER BY w.entry, w.line)
  ), home AS (
    UPDATE ledger.account a SET owned = a.owned + b.amount, bill_seq = a.bill_seq + b.lines
    FROM (SELECT b.home, sum(b.amount)::bigint AS amount, count(*) AS lines FROM bill b GROUP BY b.home) b
    WHERE a.id = b.home
  ), written AS (
    INSERT INTO ledger.bill_line (owner, asset, seq, entry_id, line, business_type, amount, before, after, at_ms, mdate, ref)
    SELECT b.owner, b.asset, b.seq, b.id, b.line, b.business_type, b.amount, b.after - b.amount, b.after, b.at_ms, p_mdate[b.entry], p_ref[b.entry] FROM bill b
    RETURNING entry_id, asset, amount
  )
  SELECT count(*) INTO v_unexplained
  FROM change c LEFT JOIN (SELECT w.entry_id, w.asset, sum(w.amount) AS amount FROM written w GROUP BY w.entry_id, w.asset) w ON w.entry_id = p_id[c.entry] AND w.asset = c.asset
  WHERE c.amount IS DISTINCT FROM w.amount;
  IF v_unexplained > 0 THEN
    PERFORM ledger.refuse('an entry changes what is owned without a word on the bill');
  END IF;
END $$;

-- As in 0004, where their comments are.
CREATE OR REPLACE FUNCTION ledger.post_exactly(
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
    PERFORM ledger.check_sources(ARRAY[p_kind], ARRAY[p_ref], array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes, p_amounts);
  END IF;
  IF v_kind.bills THEN
    PERFORM ledger.write_bill(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_mdate],
      array_fill(1, ARRAY[cardinality(p_amounts)]), ARRAY(SELECT generate_series(1, cardinality(p_amounts))::smallint), p_owners, p_assets, p_codes, p_amounts);
  END IF;
  IF p_kind = 'reversal' THEN
    PERFORM ledger.check_reversal(v_id);
  END IF;
  RETURN v_receipt;
END $$;

CREATE OR REPLACE FUNCTION ledger.write_batch(
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
  v_crowded boolean; -- a user has several entries
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

  WITH held AS (
    -- What of a hold is used first is what came from 120: `settled` is how much of that is left after the entry's capture.
    SELECT n.n::int AS entry, h.owner, h.asset, k.frozen, k.free, n.captured, n.released, h.code = k.frozen AS fits,
           h.amount - h.unsettled - h.captured - h.released - n.captured
             - coalesce(sum(n.captured + n.released) OVER (PARTITION BY n.hold ORDER BY n.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS settled
    FROM unnest(p_kind, p_hold, p_captured, p_released) WITH ORDINALITY AS n (kind, hold, captured, released, n)
    JOIN ledger.kind k ON k.kind = n.kind
    JOIN ledger.hold h ON h.id = n.hold
  ), line AS MATERIALIZED (
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
  )
  SELECT array_agg(o.entry ORDER BY o.entry, o.part), array_agg(o.line ORDER BY o.entry, o.part), array_agg(o.owner ORDER BY o.entry, o.part),
         array_agg(o.asset ORDER BY o.entry, o.part), array_agg(o.code ORDER BY o.entry, o.part), array_agg(o.amount ORDER BY o.entry, o.part),
         EXISTS (SELECT FROM line l WHERE l.owner LIKE 'u:%' GROUP BY l.owner HAVING min(l.entry) < max(l.entry))
  INTO v_entry, v_line, v_owner, v_asset, v_code, v_amount, v_crowded
  FROM (SELECT l.*, row_number() OVER (PARTITION BY l.entry ORDER BY l.part)::smallint AS line FROM line l) o;

  IF v_crowded THEN
    -- In the order in which they can be written: first the first entry of each user, then the second ones ...
    WITH line AS (
      SELECT n.* FROM unnest(v_entry, v_line, v_owner, v_asset, v_code, v_amount) AS n (entry, line, owner, asset, code, amount)
    ), turn AS (
      SELECT e.entry, row_number() OVER (PARTITION BY e.owner ORDER BY e.entry) AS turn
      FROM (SELECT l.entry, max(l.owner) FILTER (WHERE l.owner LIKE 'u:%') AS owner FROM line l GROUP BY l.entry) e
    ), ordered AS (
      SELECT l.*, t.turn, row_number() OVER (ORDER BY t.turn, l.entry, l.line) AS place FROM line l JOIN turn t ON t.entry = l.entry
    )
    SELECT array_agg(o.entry ORDER BY o.place), array_agg(o.line ORDER BY o.place), array_agg(o.owner ORDER BY o.place), array_agg(o.asset ORDER BY o.place),
           array_agg(o.code ORDER BY o.place), array_agg(o.amount ORDER BY o.place),
           (SELECT array_agg(r.last ORDER BY r.last) FROM (SELECT max(o.place)::int AS last FROM ordered o GROUP BY o.turn) r)
    INTO v_entry, v_line, v_owner, v_asset, v_code, v_amount, v_last
    FROM ordered o;
  ELSE
    v_last := ARRAY[cardinality(v_entry)];
  END IF;

  FOREACH v_end IN ARRAY v_last LOOP
    LOOP
      EXIT WHEN ledger.write_round(p_id, v_number, v_moves, p_kind, p_ref, p_actor, p_mdate, v_uid, v_salt, v_now, v_entry[v_first:v_end], v_line[v_first:v_end],
        v_owner[v_first:v_end], v_asset[v_first:v_end], v_code[v_first:v_end], v_amount[v_first:v_end]);
      -- Makes what is missing, all of it: the next attempt finds it, or account_of has refused.
      PERFORM ledger.account_of(n.owner, n.asset, n.code)
      FROM (SELECT DISTINCT n.owner, n.asset, n.code FROM unnest(v_owner, v_asset, v_code) AS n (owner, asset, code) ORDER BY 1, 2, 3) n;
    END LOOP;
    v_first := v_end + 1;
  END LOOP;

  UPDATE ledger.hold SET captured = hold.captured + n.captured, released = hold.released + n.released
  FROM (SELECT e.hold, sum(e.captured) AS captured, sum(e.released) AS released FROM unnest(p_hold, p_captured, p_released) AS e (hold, captured, released)
        WHERE e.hold IS NOT NULL GROUP BY e.hold) n
  WHERE hold.id = n.hold;
  IF v_sourced THEN
    PERFORM ledger.check_sources(p_kind, p_ref, v_entry, v_owner, v_asset, v_code, v_amount);
  END IF;
  IF v_bills THEN
    PERFORM ledger.write_bill(p_id, p_kind, p_ref, p_mdate, v_entry, v_line, v_owner, v_asset, v_code, v_amount);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ledger.hold_open_batch(
  p_kind text[], p_hold text[], p_actor text[], p_mdate text[], p_owner text[], p_asset text[], p_amount bigint[], p_keep bigint[]
) RETURNS SETOF ledger.held
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  v_bad text;
  v_id bigint[]; v_number smallint[]; v_frozen smallint[]; v_unsettled bigint[]; v_moves int[]; v_uid uuid[]; v_salt bytea[];
  v_entry int[]; v_line smallint[]; v_owner text[]; v_asset text[]; v_code smallint[]; v_amount bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (SELECT DISTINCT hashtext(o.owner) AS lock FROM unnest(p_owner) AS o (owner) ORDER BY 1) u;

  -- The balances are read under the locks of their users, so that what is decided here stays so; ledger.write_round looks again.
  WITH asked AS MATERIALIZED (
    SELECT o.n::int AS n, o.kind, o.hold, o.owner, o.asset, o.amount, k.number, k.free, k.frozen, k.moves,
           CASE WHEN k.free = 120 THEN greatest(0, o.amount - coalesce(f.balance, 0)) ELSE 0 END AS unsettled,
           coalesce(f.balance, 0) + coalesce(u.balance, 0) - o.amount >= greatest(0, o.keep) AS bears
    FROM unnest(p_kind, p_hold, p_owner, p_asset, p_amount, p_keep) WITH ORDINALITY AS o (kind, hold, owner, asset, amount, keep, n)
    LEFT JOIN ledger.kind k ON k.kind = o.kind AND k.hold = 'open'
    LEFT JOIN ledger.account f ON f.owner = o.owner AND f.asset = o.asset AND f.code = k.free
    LEFT JOIN ledger.account u ON u.owner = o.owner AND u.asset = o.asset AND u.code = CASE WHEN k.free = 120 THEN 122::smallint END
    ORDER BY o.n
  ), line AS (
    SELECT a.n, l.part, a.owner, a.asset, l.code, l.amount, row_number() OVER (PARTITION BY a.n ORDER BY l.part)::smallint AS line
    FROM asked a CROSS JOIN LATERAL (VALUES (1, a.free, a.unsettled - a.amount), (2, 122::smallint, -a.unsettled), (3, a.frozen, a.amount)) AS l (part, code, amount)
    WHERE a.bears AND l.amount <> 0
  ), head AS (
    SELECT min(a.kind || ' opens no hold of ' || coalesce(a.amount::text, 'nothing')) FILTER (WHERE a.number IS NULL OR (a.amount > 0) IS NOT TRUE) AS bad,
           count(DISTINCT a.owner) < count(*) AS crowded, count(*) FILTER (WHERE a.bears) AS borne,
           array_agg(CASE WHEN a.bears THEN nextval('ledger.entry_id_seq') END ORDER BY a.n) AS id,
           array_agg(a.number ORDER BY a.n) AS number, array_agg(a.frozen ORDER BY a.n) AS frozen, array_agg(a.unsettled ORDER BY a.n) AS unsettled,
           array_agg(uuidv7()) AS uid, array_agg(uuid_send(gen_random_uuid())) AS salt
    FROM asked a
  ), body AS (
    SELECT array_agg(l.n ORDER BY l.n, l.part) AS entry, array_agg(l.line ORDER BY l.n, l.part) AS line, array_agg(l.owner ORDER BY l.n, l.part) AS owner,
           array_agg(l.asset ORDER BY l.n, l.part) AS asset, array_agg(l.code ORDER BY l.n, l.part) AS code, array_agg(l.amount ORDER BY l.n, l.part) AS amount
    FROM line l
  )
  SELECT CASE WHEN h.crowded THEN 'holds of one user in one batch' ELSE h.bad END, h.id, h.number, h.frozen, h.unsettled, h.uid, h.salt,
         (SELECT array_agg(DISTINCT m.move) FROM asked a CROSS JOIN unnest(a.moves) AS m (move)),
         b.entry, b.line, b.owner, b.asset, b.code, b.amount
  INTO v_bad, v_id, v_number, v_frozen, v_unsettled, v_uid, v_salt, v_moves, v_entry, v_line, v_owner, v_asset, v_code, v_amount
  FROM head h CROSS JOIN body b;
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad);
  END IF;

  IF v_entry IS NOT NULL THEN
    LOOP
      EXIT WHEN ledger.write_round(v_id, v_number, v_moves, p_kind, p_hold, p_actor, p_mdate, v_uid, v_salt, v_now, v_entry, v_line, v_owner, v_asset, v_code, v_amount);
      PERFORM ledger.account_of(n.owner, n.asset, n.code) FROM unnest(v_owner, v_asset, v_code) AS n (owner, asset, code);
    END LOOP;
    INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled)
    SELECT o.hold, o.owner, o.asset, o.frozen, o.amount, o.unsettled
    FROM unnest(v_id, p_hold, p_owner, p_asset, v_frozen, p_amount, v_unsettled) AS o (id, hold, owner, asset, frozen, amount, unsettled)
    WHERE o.id IS NOT NULL;
  END IF;
  RETURN QUERY SELECT o.n::int, e.id, e.uid, e.leaf::bytea, e.at_ms, o.unsettled
    FROM unnest(v_id, v_unsettled) WITH ORDINALITY AS o (id, unsettled, n) LEFT JOIN ledger.entry e ON e.id = o.id ORDER BY o.n;
END $$;

-- However small a table was when a plan was made.
ALTER FUNCTION ledger.post_batch(text[], text[], text[], text[], text[], bigint[], bigint[], int[], text[], text[], smallint[], bigint[]) SET enable_seqscan = off;
ALTER FUNCTION ledger.hold_capture(text, bytea, text, text, text, text, text, bigint, bigint, text[], text[], smallint[], bigint[]) SET enable_seqscan = off;
ALTER FUNCTION ledger.hold_release(text, bytea, text, text, text, text, text, bigint) SET enable_seqscan = off;
ALTER FUNCTION ledger.post_to(text, bytea, text, text, text, text, text[], text[], smallint[], bigint[]) SET enable_seqscan = off;
