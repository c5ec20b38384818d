-- runs as khara_ledger
-- Writing entries. One implementation, ledger.write_entries, for one entry and for many; what callers use is below it.

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

-- Writes entries in their order. Entry i has kind, ref, actor and market date i; its lines are those with p_entry = i, in order.
-- A line of amount 0 writes no posting: it names an account that is to be locked and kept all the same (101, for the bill).
-- p_holding: the caller keeps the hold rows, so frozen accounts may move.
-- Raises 23514 account_floor when a balance cannot bear it; KH002 for what is our own mistake: a kind that may not touch an
-- account, a missing or different source, an entry over two users.
CREATE FUNCTION ledger.write_entries(
  p_id bigint[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[],
  p_holding boolean, p_uid uuid[] DEFAULT NULL, p_salt bytea[] DEFAULT NULL, p_now bigint DEFAULT NULL
) RETURNS ledger.receipt[]
LANGUAGE plpgsql AS $$
DECLARE
  r record;
  v_now bigint := coalesce(p_now, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  v_lines int := cardinality(p_amount);
  v_read int;
  i int;
  -- s_: the tracked accounts met so far, and their state after the entries so far
  s_id bigint[]; s_balance bigint[]; s_seq bigint[]; s_head bytea[]; s_last bigint[]; s_owned bigint[]; s_bill bigint[];
  s int;
  -- e_: the entry under way
  e_uid uuid; e_salt bytea; e_at bigint; e_leaf bytea; e_bytes bytea; e_lines int; e_user text; e_source_owner text; e_legs int;
  e_states int[]; e_numbers int[]; -- its tracked lines: whose state, which line
  -- a_: the assets of the entry: sum of all lines, change of the money its user owns, state of account 101
  a_asset text[]; a_sum bigint[]; a_change bigint[]; a_home int[];
  a int;
  -- b_: what the bill will say of it
  b_asset int[]; b_line int[]; b_type text[]; b_amount bigint[];
  b int;
  l_after bigint; l_seq bigint; l_prev bytea;
  -- w_: what will be written
  w_entry ledger.entry[]; w_posting ledger.posting[]; w_bill ledger.bill_line[];
  v_receipts ledger.receipt[];
BEGIN
  LOOP
    v_read := 0;
    s_id := '{}'; s_balance := '{}'; s_seq := '{}'; s_head := '{}'; s_last := '{}'; s_owned := '{}'; s_bill := '{}';
    w_entry := '{}'; w_posting := '{}'; w_bill := '{}'; v_receipts := '{}';

    FOR r IN
      SELECT l.*, c.frozen, c.outside, k.source, k.legs, u.kind IS NOT NULL AS allowed, u.business_type,
             (t.asset = l.asset AND t.amount = abs(l.amount) OR t.other_asset = l.asset AND t.other_amount = abs(l.amount))
               AND (t.purpose IS NULL OR t.purpose = k.kind) AS agrees,
             t.owner AS source_owner
      FROM (
        SELECT * FROM (
          SELECT n.n, n.entry, n.amount, a.owner, a.asset, a.code, a.id, a.label, a.tracked, a.floor, a.balance, a.seq, a.head,
                 a.last_ms, a.owned, a.bill_seq
          FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (entry, owner, asset, code, amount, n)
          JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
          WHERE a.tracked
          ORDER BY a.id FOR NO KEY UPDATE OF a
        ) locked
        UNION ALL
        SELECT n.n, n.entry, n.amount, a.owner, a.asset, a.code, a.id, a.label, a.tracked, NULL, NULL, NULL, NULL, 0, NULL, NULL
        FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (entry, owner, asset, code, amount, n)
        JOIN ledger.account a ON a.owner = n.owner AND a.asset = n.asset AND a.code = n.code
        WHERE NOT a.tracked
      ) l
      JOIN ledger.chart c ON c.code = l.code
      JOIN ledger.kind k ON k.kind = p_kind[l.entry]
      LEFT JOIN ledger.rule u ON u.kind = k.kind AND u.code = l.code AND u.sign = CASE WHEN l.amount > 0 THEN 1 ELSE -1 END
      LEFT JOIN ledger.source t ON t.type = k.source AND t.id = p_ref[l.entry] AND c.outside
      ORDER BY l.n
    LOOP
      EXIT WHEN r.n <> v_read + 1; -- an account is missing
      v_read := v_read + 1;
      IF v_read = 1 OR p_entry[v_read] <> p_entry[v_read - 1] THEN
        e_bytes := ''; e_lines := 0; e_user := NULL; e_source_owner := NULL; e_legs := 0; e_at := v_now; e_states := '{}'; e_numbers := '{}';
        a_asset := '{}'; a_sum := '{}'; a_change := '{}'; a_home := '{}';
        b_asset := '{}'; b_line := '{}'; b_type := '{}'; b_amount := '{}';
      END IF;

      a := array_position(a_asset, r.asset);
      IF a IS NULL THEN
        a_asset := array_append(a_asset, r.asset);
        a := cardinality(a_asset);
        a_sum[a] := r.amount; a_change[a] := 0; a_home[a] := 0;
      ELSE
        a_sum[a] := a_sum[a] + r.amount;
      END IF;

      IF r.tracked THEN
        s := array_position(s_id, r.id);
        IF s IS NULL THEN
          s_id := array_append(s_id, r.id);
          s := cardinality(s_id);
          s_balance[s] := r.balance; s_seq[s] := r.seq; s_head[s] := r.head; s_last[s] := r.last_ms;
          s_owned[s] := r.owned; s_bill[s] := r.bill_seq;
        END IF;
        IF s_last[s] > e_at THEN
          e_at := s_last[s];
        END IF;
        IF r.code = 101 THEN
          a_home[a] := s;
        END IF;
      END IF;

      IF r.amount <> 0 THEN
        e_lines := e_lines + 1;
        IF NOT r.allowed OR r.frozen AND NOT p_holding THEN
          RAISE EXCEPTION '% may not move % of account %', p_kind[r.entry], r.amount, r.code USING ERRCODE = 'KH002';
        END IF;
        IF r.tracked THEN
          IF e_user IS NULL THEN
            e_user := r.owner;
          ELSIF e_user <> r.owner THEN
            RAISE EXCEPTION '% % touches % and %', p_kind[r.entry], p_ref[r.entry], e_user, r.owner USING ERRCODE = 'KH002';
          END IF;
          IF s = ANY (e_states) THEN
            RAISE EXCEPTION '% % has account % twice', p_kind[r.entry], p_ref[r.entry], r.code USING ERRCODE = 'KH002';
          END IF;
          l_after := s_balance[s] + r.amount;
          IF l_after < r.floor THEN
            RAISE EXCEPTION 'account % of % has too little', r.code, r.asset
              USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = r.asset;
          END IF;
          l_seq := s_seq[s] + 1;
          l_prev := s_head[s];
          s_balance[s] := l_after;
          s_seq[s] := l_seq;
          e_states := array_append(e_states, s);
          e_numbers := array_append(e_numbers, e_lines);
          e_bytes := e_bytes || r.label || int8send(r.amount) || int8send(l_after) || int8send(l_seq) || l_prev;
          w_posting := array_append(w_posting,
            ROW(p_id[r.entry], e_lines, r.id, r.asset, r.amount, l_after, l_seq, l_prev)::ledger.posting);
          IF r.code BETWEEN 101 AND 105 THEN
            a_change[a] := a_change[a] + r.amount;
          END IF;
        ELSE
          IF r.outside AND p_kind[r.entry] <> 'reversal' THEN
            e_legs := e_legs + 1;
            e_source_owner := r.source_owner;
            IF r.agrees IS NOT TRUE THEN
              RAISE EXCEPTION '% % of % %: there is no source that says so', p_kind[r.entry], p_ref[r.entry], r.amount, r.asset
                USING ERRCODE = 'KH002';
            END IF;
          END IF;
          e_bytes := e_bytes || r.label || int8send(r.amount) || '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000';
          w_posting := array_append(w_posting, ROW(p_id[r.entry], e_lines, r.id, r.asset, r.amount, NULL, NULL, NULL)::ledger.posting);
          IF r.business_type IS NOT NULL THEN
            b := array_position(b_type, r.business_type);
            IF b IS NOT NULL AND b_asset[b] = a THEN
              b_amount[b] := b_amount[b] - r.amount;
            ELSE
              b := cardinality(b_type) + 1;
              b_asset[b] := a; b_line[b] := e_lines; b_type[b] := r.business_type; b_amount[b] := -r.amount;
            END IF;
          END IF;
        END IF;
      END IF;

      IF v_read = v_lines OR p_entry[v_read + 1] <> p_entry[v_read] THEN -- the entry is complete
        IF e_legs <> r.legs THEN
          RAISE EXCEPTION '% % has % lines with the outside, not %', p_kind[r.entry], p_ref[r.entry], e_legs, r.legs USING ERRCODE = 'KH002';
        END IF;
        IF e_source_owner <> e_user THEN
          RAISE EXCEPTION '% % is of %, its source of %', p_kind[r.entry], p_ref[r.entry], e_user, e_source_owner USING ERRCODE = 'KH002';
        END IF;
        FOR a IN 1 .. cardinality(a_asset) LOOP
          IF a_sum[a] <> 0 THEN
            RAISE EXCEPTION '% % does not balance: % % too much', p_kind[r.entry], p_ref[r.entry], a_sum[a], a_asset[a] USING ERRCODE = 'KH002';
          END IF;
        END LOOP;

        e_uid := coalesce(p_uid[r.entry], uuidv7());
        e_salt := coalesce(p_salt[r.entry], uuid_send(gen_random_uuid()));
        e_leaf := sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
          || uuid_send(e_uid) || ledger.lp(p_kind[r.entry]) || ledger.lp(p_ref[r.entry]) || ledger.lp(p_actor[r.entry])
          || ledger.lp(p_mdate[r.entry]) || int8send(e_at) || e_salt || int4send(e_lines) || e_bytes);
        FOR i IN 1 .. cardinality(e_states) LOOP
          s := e_states[i];
          s_head[s] := sha256('\x02'::bytea || s_head[s] || e_leaf || int4send(e_numbers[i]));
          s_last[s] := e_at;
        END LOOP;

        FOR b IN 1 .. cardinality(b_type) LOOP
          a := b_asset[b];
          CONTINUE WHEN a_change[a] = 0;
          s := a_home[a];
          IF s = 0 THEN
            RAISE EXCEPTION '% % does not name account 101, which keeps the bill', p_kind[r.entry], p_ref[r.entry] USING ERRCODE = 'KH002';
          END IF;
          w_bill := array_append(w_bill, ROW(e_user, a_asset[a], s_bill[s] + 1, p_id[r.entry], b_line[b], b_type[b], b_amount[b],
            s_owned[s], s_owned[s] + b_amount[b], e_at, p_mdate[r.entry], p_ref[r.entry])::ledger.bill_line);
          s_bill[s] := s_bill[s] + 1;
          s_owned[s] := s_owned[s] + b_amount[b];
          a_sum[a] := a_sum[a] + b_amount[b];
        END LOOP;
        FOR a IN 1 .. cardinality(a_asset) LOOP
          IF a_sum[a] <> a_change[a] THEN
            RAISE EXCEPTION '% % changes what is owned without a word on the bill', p_kind[r.entry], p_ref[r.entry] USING ERRCODE = 'KH002';
          END IF;
        END LOOP;

        w_entry := array_append(w_entry, ROW(p_id[r.entry], e_uid, p_kind[r.entry], p_ref[r.entry], p_actor[r.entry], p_mdate[r.entry],
          e_at, e_salt, e_lines, e_leaf)::ledger.entry);
        v_receipts := array_append(v_receipts, ROW(p_id[r.entry], e_uid, false, e_leaf, e_at)::ledger.receipt);
      END IF;
    END LOOP;

    EXIT WHEN v_read = v_lines;
    -- An account is missing, or a kind is unknown: nothing is written yet, so make the accounts and begin again.
    IF EXISTS (SELECT FROM unnest(p_kind) AS g (kind) WHERE NOT EXISTS (SELECT FROM ledger.kind k WHERE k.kind = g.kind)) THEN
      RAISE EXCEPTION 'unknown kind in %', p_kind USING ERRCODE = 'KH002';
    END IF;
    PERFORM ledger.account_of(m.owner, m.asset, m.code)
    FROM (SELECT DISTINCT owner, asset, code FROM unnest(p_owner, p_asset, p_code) AS n (owner, asset, code) ORDER BY 1, 2, 3) m;
  END LOOP;

  INSERT INTO ledger.entry OVERRIDING SYSTEM VALUE SELECT * FROM unnest(w_entry);
  INSERT INTO ledger.posting SELECT * FROM unnest(w_posting);
  UPDATE ledger.account SET balance = n.balance, seq = n.seq, head = n.head, last_ms = n.last_ms, owned = n.owned, bill_seq = n.bill
  FROM unnest(s_id, s_balance, s_seq, s_head, s_last, s_owned, s_bill) AS n (id, balance, seq, head, last_ms, owned, bill)
  WHERE account.id = n.id;
  INSERT INTO ledger.unsealed SELECT 'e', id FROM unnest(p_id) AS n (id);
  IF cardinality(w_bill) > 0 THEN
    INSERT INTO ledger.bill_line SELECT * FROM unnest(w_bill);
  END IF;
  IF 'reversal' = ANY (p_kind) THEN
    PERFORM ledger.check_reversal(n.id) FROM unnest(p_id, p_kind) AS n (id, kind) WHERE n.kind = 'reversal';
  END IF;
  RETURN v_receipts;
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
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_receipt ledger.receipt;
  v_receipts ledger.receipt[];
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  v_receipts := ledger.write_entries(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate],
    array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes, p_amounts, false);
  RETURN v_receipts[1];
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
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_kind ledger.kind;
  v_unsettled bigint := 0;
  v_receipt ledger.receipt;
  v_receipts ledger.receipt[];
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT * INTO v_kind FROM ledger.kind k WHERE k.kind = p_kind AND k.hold = 'open';
  IF v_kind.kind IS NULL THEN
    RAISE EXCEPTION '% opens no hold', p_kind USING ERRCODE = 'KH002';
  END IF;
  IF v_kind.free = 120 THEN
    PERFORM FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code IN (120, 122) ORDER BY a.id FOR NO KEY UPDATE;
    SELECT p_amount - coalesce(sum(least(a.balance, p_amount)), 0) INTO v_unsettled
    FROM ledger.account a WHERE a.owner = p_owner AND a.asset = p_asset AND a.code = 120;
  END IF;
  IF v_unsettled > 0 THEN
    v_receipts := ledger.write_entries(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_hold], ARRAY[p_actor], ARRAY[p_mdate],
      ARRAY[1, 1, 1], ARRAY[p_owner, p_owner, p_owner], ARRAY[p_asset, p_asset, p_asset], ARRAY[120, 122, 121]::smallint[],
      ARRAY[v_unsettled - p_amount, -v_unsettled, p_amount], true);
  ELSE
    v_receipts := ledger.write_entries(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_hold], ARRAY[p_actor], ARRAY[p_mdate],
      ARRAY[1, 1], ARRAY[p_owner, p_owner], ARRAY[p_asset, p_asset], ARRAY[v_kind.free, v_kind.frozen], ARRAY[-p_amount, p_amount], true);
  END IF;
  INSERT INTO ledger.hold (id, owner, asset, code, amount, unsettled, expires_ms)
  VALUES (p_hold, p_owner, p_asset, v_kind.frozen, p_amount, v_unsettled, p_expires_ms);
  RETURN v_receipts[1];
END $$;

-- Writes many entries at once, in their order; all holds, then all accounts are locked in order of id. Entry i may use hold
-- p_hold[i]: p_captured[i] of it is spent on the lines that are given, p_released[i] goes back to where it came from; the
-- lines of both on the user's accounts are made here and come first. The lines given are those with p_entry = i.
-- A batch has no request ids: (kind, ref) is what keeps an entry from being written twice.
CREATE FUNCTION ledger.post_batch(
  p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS SETOF ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT * FROM unnest(ledger.write_batch(
    ARRAY(SELECT nextval('ledger.entry_id_seq') FROM generate_series(1, cardinality(p_kind))),
    p_kind, p_ref, p_actor, p_mdate, p_hold, p_captured, p_released, p_entry, p_owner, p_asset, p_code, p_amount));
END $$;

CREATE FUNCTION ledger.write_batch(
  p_id bigint[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[], p_released bigint[],
  p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS ledger.receipt[]
LANGUAGE plpgsql AS $$
DECLARE
  v_bad text;
  v_entry int[] := p_entry; v_owner text[] := p_owner; v_asset text[] := p_asset; v_code smallint[] := p_code; v_amount bigint[] := p_amount;
  v_holding boolean := array_length(array_remove(p_hold, NULL), 1) > 0;
BEGIN
  IF v_holding THEN
    PERFORM FROM ledger.hold h WHERE h.id = ANY (p_hold) ORDER BY h.id FOR NO KEY UPDATE;
    SELECT e.kind || ' ' || e.ref || ' with hold ' || e.hold INTO v_bad
    FROM unnest(p_kind, p_ref, p_hold, p_captured, p_released) AS e (kind, ref, hold, captured, released)
    LEFT JOIN ledger.kind k ON k.kind = e.kind AND k.hold IN ('capture', 'release')
    LEFT JOIN ledger.hold h ON h.id = e.hold AND h.code = k.frozen
    WHERE (e.hold IS NOT NULL OR k.hold IS NOT NULL)
      AND (h.id IS NULL OR e.captured IS NULL OR e.released IS NULL OR e.captured < 0 OR e.released < 0
           OR (k.hold = 'capture') <> (e.captured > 0) OR e.captured + e.released = 0);
    IF v_bad IS NOT NULL THEN
      RAISE EXCEPTION '%: no such hold, or not by this kind', v_bad USING ERRCODE = 'KH002';
    END IF;

    SELECT array_agg(l.entry ORDER BY l.entry, l.part), array_agg(l.owner ORDER BY l.entry, l.part), array_agg(l.asset ORDER BY l.entry, l.part),
           array_agg(l.code ORDER BY l.entry, l.part), array_agg(l.amount ORDER BY l.entry, l.part)
    INTO v_entry, v_owner, v_asset, v_code, v_amount
    FROM (
      SELECT e.entry, part.part, e.owner, e.asset, part.code, part.amount
      FROM (
        -- What of a hold is used first is what came from 120: `settled` is how much of that is left after this capture.
        SELECT n.n::int AS entry, h.owner, h.asset, k.frozen, k.free, n.captured, n.released,
               h.amount - h.unsettled - h.captured - h.released - n.captured
                 - coalesce(sum(n.captured + n.released) OVER (PARTITION BY n.hold ORDER BY n.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS settled
        FROM unnest(p_kind, p_hold, p_captured, p_released) WITH ORDINALITY AS n (kind, hold, captured, released, n)
        JOIN ledger.kind k ON k.kind = n.kind
        JOIN ledger.hold h ON h.id = n.hold
      ) e
      CROSS JOIN LATERAL (VALUES
        (-3, e.frozen, -(e.captured + e.released)),
        (-2, e.free, greatest(0, least(e.settled, e.released))::bigint),
        (-1, 122::smallint, (e.released - greatest(0, least(e.settled, e.released)))::bigint)
      ) AS part (part, code, amount)
      WHERE part.amount <> 0 OR part.code = 101
      UNION ALL
      SELECT n.entry, n.n::int, n.owner, n.asset, n.code, n.amount
      FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (entry, owner, asset, code, amount, n)
    ) l;

    UPDATE ledger.hold SET captured = hold.captured + n.captured, released = hold.released + n.released
    FROM (SELECT e.hold, sum(e.captured) AS captured, sum(e.released) AS released FROM unnest(p_hold, p_captured, p_released) AS e (hold, captured, released)
          WHERE e.hold IS NOT NULL GROUP BY e.hold) n
    WHERE hold.id = n.hold;
  END IF;
  RETURN ledger.write_entries(p_id, p_kind, p_ref, p_actor, p_mdate, v_entry, v_owner, v_asset, v_code, v_amount, coalesce(v_holding, false));
END $$;

-- Spends p_captured of a hold on the lines given, and gives p_released of it back.
CREATE FUNCTION ledger.hold_capture(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_captured bigint, p_released bigint,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_receipt ledger.receipt;
  v_receipts ledger.receipt[];
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  v_receipts := ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold], ARRAY[p_captured], ARRAY[p_released],
    array_fill(1, ARRAY[cardinality(p_amounts)]), p_owners, p_assets, p_codes, p_amounts);
  RETURN v_receipts[1];
END $$;

-- Gives back what is left of a hold, or p_amount of it, by an entry of kind p_kind. Null when nothing is left.
CREATE FUNCTION ledger.hold_release(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text, p_hold text, p_amount bigint DEFAULT NULL
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint := nextval('ledger.entry_id_seq');
  v_left bigint;
  v_receipt ledger.receipt;
  v_receipts ledger.receipt[];
BEGIN
  IF p_idem IS NOT NULL THEN
    v_receipt := ledger.earlier(p_idem, p_req, v_id);
    IF v_receipt.entry_id IS NOT NULL THEN
      RETURN v_receipt;
    END IF;
  END IF;
  SELECT h.amount - h.captured - h.released INTO v_left FROM ledger.hold h WHERE h.id = p_hold FOR NO KEY UPDATE;
  IF v_left = 0 AND p_amount IS NULL THEN
    RETURN NULL;
  END IF;
  v_receipts := ledger.write_batch(ARRAY[v_id], ARRAY[p_kind], ARRAY[p_ref], ARRAY[p_actor], ARRAY[p_mdate], ARRAY[p_hold], ARRAY[0::bigint],
    ARRAY[coalesce(p_amount, v_left)], '{}', '{}', '{}', '{}', '{}');
  RETURN v_receipts[1];
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
