-- The checks of accounts, entries, holds and the bill. They share no code with what writes. docs/ledger.md lists them.
CREATE OR REPLACE FUNCTION audit.check_books() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH
  -- Every asset sums to zero over all accounts: nothing was made or lost.
  asset_sum AS (
    SELECT asset || ' is ' || sum(amount) AS sample FROM ledger.posting GROUP BY asset HAVING sum(amount) <> 0
  ),
  line AS (
    SELECT p.*, a.id AS account_id, a.head, a.owner AS account_owner, a.asset AS account_asset, e.leaf, e.at_ms,
           sum(p.amount) OVER w AS running, lead(p.prev) OVER w AS prev_after, row_number() OVER w AS number,
           lag(e.at_ms) OVER w AS at_before, lag(p.entry_id) OVER w AS entry_before
    FROM ledger.posting p
    JOIN ledger.entry e ON e.id = p.entry_id
    LEFT JOIN ledger.account a ON a.person = p.person AND a.asset_id = p.asset_id AND a.code = p.code
    WHERE p.code < 200
    WINDOW w AS (PARTITION BY p.person, p.asset_id, p.code ORDER BY p.seq, p.entry_id, p.line)
  ),
  total AS (
    SELECT account_id, sum(amount) AS amount, count(*) AS lines FROM line GROUP BY account_id
  ),
  balance_matches_postings AS (
    SELECT 'account ' || a.id || ' has ' || a.balance || ', its lines sum to ' || coalesce(t.amount, 0) AS sample
    FROM ledger.account a LEFT JOIN total t ON t.account_id = a.id WHERE a.balance <> coalesce(t.amount, 0)
  ),
  after_matches_running_sum AS (
    SELECT 'entry ' || entry_id || '-' || line || ' says ' || coalesce(after::text, 'nothing') || ', it is '
      || running AS sample
    FROM line WHERE after IS DISTINCT FROM running
  ),
  negative_balance AS (
    SELECT 'account ' || id || ' has ' || balance AS sample FROM ledger.account WHERE balance < 0
  ),
  seq_gap AS (
    SELECT 'entry ' || entry_id || '-' || line || ' is number ' || coalesce(seq::text, 'none') || ' of account '
      || coalesce(account_id::text, 'none') || ', not ' || number AS sample
    FROM line WHERE seq IS DISTINCT FROM number
    UNION ALL
    SELECT 'account ' || a.id || ' counts ' || a.seq || ' lines, there are ' || coalesce(t.lines, 0)
    FROM ledger.account a LEFT JOIN total t ON t.account_id = a.id WHERE a.seq <> coalesce(t.lines, 0)
  ),
  -- Each line's head is the next line's `prev`; the newest one's is the account's.
  chain_head AS (
    SELECT 'entry ' || entry_id || '-' || line || ' of account ' || account_id || ' breaks the chain' AS sample
    FROM line
    WHERE number = 1 AND prev IS DISTINCT FROM decode(repeat('00', 32), 'hex')
      OR coalesce(prev_after, head) IS DISTINCT FROM sha256('\x02'::bytea || prev || leaf || int4send(line))
  ),
  leaf_matches AS (
    SELECT 'entry ' || e.id || ' does not have the leaf of its content' AS sample
    FROM ledger.entry e
    LEFT JOIN (
      SELECT p.entry_id, count(*) AS lines,
             string_agg(ledger.lp(p.owner) || ledger.lp(p.asset) || int4send(p.code) || int8send(p.amount)
               || int8send(coalesce(p.after, 0)) || int8send(coalesce(p.seq, 0))
               || coalesce(p.prev, decode(repeat('00', 32), 'hex')), ''::bytea ORDER BY p.line) AS bytes
      FROM ledger.posting p GROUP BY p.entry_id
    ) l ON l.entry_id = e.id
    WHERE e.leaf IS DISTINCT FROM sha256('\x00'::bytea || ledger.lp('khara/entry/1') || uuid_send(e.uid)
      || ledger.lp(e.kind) || ledger.lp(e.ref)
      || ledger.lp(e.actor) || ledger.lp(e.mdate) || int8send(e.at_ms) || e.salt || int4send(l.lines::int) || l.bytes)
  ),
  -- The arrays of an entry fit together, each entry sums to zero per asset, and a user's lines have the order of ids
  -- and of time, on accounts that are theirs.
  entry_lines AS (
    SELECT 'entry ' || e.id || ' has not the lines it should have' AS sample
    FROM ledger.entry e
    LEFT JOIN (
      SELECT entry_id, bool_and((code < 200) = (seq IS NOT NULL) AND (code < 200) = (after IS NOT NULL)) AS tracked,
             count(*) FILTER (WHERE code < 200) AS own
      FROM ledger.posting GROUP BY entry_id
    ) l ON l.entry_id = e.id
    WHERE (cardinality(e.amount) BETWEEN 2 AND 32 AND cardinality(e.asset) = cardinality(e.amount)
      AND cardinality(e.code) = cardinality(e.amount) AND cardinality(e.after) = cardinality(e.amount)
      AND cardinality(e.seq) = cardinality(e.amount) AND octet_length(e.prev) = 32 * l.own AND l.tracked
      AND (e.person > 0) = (l.own > 0)) IS NOT TRUE
    UNION ALL
    SELECT 'line ' || entry_id || '-' || line || ' has no account of its own, or comes before an older one' FROM line
    WHERE account_id IS NULL OR (account_owner, account_asset) IS DISTINCT FROM (owner, asset) OR at_before > at_ms
      OR entry_before >= entry_id
    UNION ALL
    SELECT 'entry ' || entry_id || ' sums to ' || sum(amount) || ' ' || coalesce(asset, 'of nothing')
    FROM ledger.posting GROUP BY entry_id, asset HAVING sum(amount) <> 0 OR asset IS NULL
  ),
  hold_matches_frozen AS (
    SELECT coalesce(a.owner, h.owner) || ' has ' || coalesce(a.balance, 0) || ' ' || coalesce(a.asset, h.asset)
      || ' in ' || coalesce(a.code, h.code)
           || ', its holds keep ' || coalesce(h.amount, 0) AS sample
    FROM (SELECT a.owner, a.asset, a.code, a.balance FROM ledger.account a JOIN ledger.chart c ON c.code = a.code
      WHERE c.frozen) a
    FULL JOIN (SELECT owner, asset, code, sum(amount - captured - released) AS amount FROM ledger.hold
      GROUP BY owner, asset, code) h
      ON h.owner = a.owner AND h.asset = a.asset AND h.code = a.code
    WHERE coalesce(a.balance, 0) <> coalesce(h.amount, 0)
  ),
  -- Shares in users' hands are those that were issued to them and those the market's clearing gave them.
  shares_conserved AS (
    SELECT asset || ': users hold ' || users || ', issued and cleared are ' || others AS sample
    FROM (
      SELECT a.asset, coalesce(sum(a.balance), 0) AS users,
             coalesce(min(o.amount), 0) AS others
      FROM ledger.account a
      LEFT JOIN (
        SELECT p.asset, -sum(p.amount) AS amount FROM ledger.posting p WHERE p.code IN (210, 311) GROUP BY p.asset
      ) o ON o.asset = a.asset
      WHERE a.asset LIKE 'EQ:%' GROUP BY a.asset
    ) s WHERE users <> others
  ),
  -- Value that came in or went out has a source that says so, and each source served each kind once at most. Of an
  -- order's own entries trading.check_all asks its fills.
  one_source_one_entry AS (
    SELECT 'entry ' || e.id || ' (' || e.kind || ' ' || e.ref || ') does not agree with its source' AS sample
    FROM ledger.entry e JOIN ledger.kind k ON k.kind = e.kind AND k.source IS NOT NULL AND k.source <> 'order'
    LEFT JOIN ledger.source s ON s.type = k.source AND s.id = e.ref AND (s.purpose IS NULL OR s.purpose = e.kind)
    WHERE s.id IS NULL OR k.legs <> (
      SELECT count(*) FROM ledger.posting p JOIN ledger.chart c ON c.code = p.code
      WHERE p.entry_id = e.id AND c.outside AND abs(p.amount) = CASE p.asset WHEN s.asset THEN s.amount
        WHEN s.other_asset THEN s.other_amount END)
    UNION ALL
    SELECT kind || ' ' || ref || ' was posted ' || count(*) || ' times' FROM ledger.entry GROUP BY kind, ref
    HAVING count(*) > 1
  ),
  -- Each debt is what the platform bore by its entry, for the member of that, less what paid it.
  debt AS (
    SELECT e.uid::text AS uid, coalesce(w.owner, s.owner, 'u:' || n.user_id) AS owner, p.asset, e.mdate,
           -p.amount AS amount
    FROM ledger.posting p
    JOIN ledger.entry e ON e.id = p.entry_id
    LEFT JOIN ledger.kind k ON k.kind = e.kind
    LEFT JOIN ledger.person w ON w.id = e.person
    LEFT JOIN ledger.source s ON s.type = k.source AND s.id = e.ref
    LEFT JOIN LATERAL trading.note_differences(CASE WHEN e.kind = 'contract_note' THEN ARRAY[e.ref] END) n ON true
    WHERE p.code = 220 AND p.amount < 0
  ),
  paid AS (
    SELECT split_part(e.ref, ':', 1) AS uid, sum(p.amount) AS amount
    FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id WHERE p.code = 220 AND p.amount > 0 GROUP BY 1
  ),
  debt_of_entry AS (
    SELECT coalesce(d.owner, l.owner, 'nobody') || ' owes ' || coalesce(d.remaining::text, 'nothing') || ' of '
      || coalesce(d.amount::text, 'nothing') || ', the platform bore ' || coalesce(l.amount::text, 'nothing')
      || ' and got ' || coalesce(p.amount, 0) || ' back' AS sample
    FROM debt l
    FULL JOIN ledger.debt d ON d.uid::text = l.uid
    FULL JOIN paid p ON p.uid = coalesce(l.uid, d.uid::text)
    WHERE (d.owner, d.asset, d.mdate::text, d.amount, d.remaining) IS DISTINCT FROM
      (l.owner, l.asset, l.mdate::text, l.amount, (l.amount - coalesce(p.amount, 0))::bigint)
  ),
  bill AS (
    SELECT b.*, sum(b.amount) OVER w AS running, row_number() OVER w AS number
    FROM ledger.bill_line b WINDOW w AS (PARTITION BY b.person, b.asset ORDER BY b.entry_id, b.line)
  ),
  -- The bill runs without a gap to the money owned, line by line and entry by entry.
  bill_gap AS (
    SELECT 'bill line ' || seq || ' of ' || owner || ' in ' || asset || ' does not follow the one before' AS sample
    FROM bill WHERE seq IS DISTINCT FROM number OR after IS DISTINCT FROM running
    UNION ALL
    SELECT a.owner || ' owns ' || a.money || ' ' || a.asset || ', the bill says ' || coalesce(b.amount, 0)
      || ', its account ' || a.owned || ' in ' || a.bill_seq || ' lines'
    FROM (
      SELECT owner, asset, sum(balance) AS money, sum(owned) AS owned, sum(bill_seq) AS bill_seq FROM ledger.account
      WHERE code BETWEEN 101 AND 105 GROUP BY owner, asset
    ) a
    LEFT JOIN (
      SELECT owner, asset, sum(amount) AS amount, count(*) AS lines FROM bill GROUP BY owner, asset
    ) b ON b.owner = a.owner AND b.asset = a.asset
    WHERE a.money <> coalesce(b.amount, 0) OR a.owned <> coalesce(b.amount, 0) OR a.bill_seq <> coalesce(b.lines, 0)
    UNION ALL
    SELECT 'entry ' || coalesce(l.entry_id, b.entry_id) || ' changes ' || coalesce(l.amount, 0) || ', its bill says '
      || coalesce(b.amount, 0)
    FROM (SELECT entry_id, asset, sum(amount) AS amount FROM line WHERE code BETWEEN 101 AND 105
      GROUP BY entry_id, asset HAVING sum(amount) <> 0) l
    FULL JOIN (SELECT entry_id, asset, sum(amount) AS amount FROM bill GROUP BY entry_id, asset) b
      ON b.entry_id = l.entry_id AND b.asset = l.asset
    WHERE coalesce(l.amount, 0) <> coalesce(b.amount, 0)
  )
  SELECT 'asset_sum', count(*), min(x.sample) FROM asset_sum x
  UNION ALL SELECT 'balance_matches_postings', count(*), min(x.sample) FROM balance_matches_postings x
  UNION ALL SELECT 'after_matches_running_sum', count(*), min(x.sample) FROM after_matches_running_sum x
  UNION ALL SELECT 'negative_balance', count(*), min(x.sample) FROM negative_balance x
  UNION ALL SELECT 'seq_gap', count(*), min(x.sample) FROM seq_gap x
  UNION ALL SELECT 'chain_head', count(*), min(x.sample) FROM chain_head x
  UNION ALL SELECT 'leaf_matches', count(*), min(x.sample) FROM leaf_matches x
  UNION ALL SELECT 'entry_lines', count(*), min(x.sample) FROM entry_lines x
  UNION ALL SELECT 'hold_matches_frozen', count(*), min(x.sample) FROM hold_matches_frozen x
  UNION ALL SELECT 'shares_conserved', count(*), min(x.sample) FROM shares_conserved x
  UNION ALL SELECT 'one_source_one_entry', count(*), min(x.sample) FROM one_source_one_entry x
  UNION ALL SELECT 'debt_of_entry', count(*), min(x.sample) FROM debt_of_entry x
  UNION ALL SELECT 'bill_gap', count(*), min(x.sample) FROM bill_gap x
$$;
