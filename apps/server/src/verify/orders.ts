import { settlementDate } from '@khara/rules';
import { KIND_COLUMNS, OPEN_STATES_SQL } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/**
 * What an order says of itself is what its journalled commands and its history say, its history has the fills
 * that it had, and what was bought settles on the day that the calendar gives.
 */
export const verifyOrders: Check = async (tx) => [
  await findWrong(tx, 'order_terms', TERMS),
  await findWrong(tx, 'order_history', HISTORY),
  await findWrong(tx, 'order_places', PLACES),
  await findWrong(tx, 'order_books', BOOKS),
  await findWrong(tx, 'first_answers', FIRST_ANSWERS),
  await findWrong(tx, 'fill_dates', FILL_DATES),
  await dues(tx),
];

/** What kind of order a row is of, as SQL. */
const kindColumns = (row: 'o' | 'e'): string =>
  Object.keys(KIND_COLUMNS)
    .map((name) => `${row}.${name}`)
    .join(', ');

/*
 * The limit is that of the newest change that the exchange made, or else of the command that placed the order;
 * a change has the limit of its own command. Orders that never reached the exchange have no command.
 */
const TERMS = `
  SELECT 'order ' || o.id || ' has the limit ' || o.price_paise || ', its commands ' || coalesce(e.price_paise, c.price_paise) AS what
  FROM trading."order" o JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  LEFT JOIN LATERAL (SELECT e.price_paise FROM trading.order_event e WHERE e.order_id = o.id
    AND (e.step = 'became_limit' OR e.step = 'modified' AND e.details ? 'seq') ORDER BY e.no DESC LIMIT 1) e ON true
  WHERE o.price_paise <> coalesce(e.price_paise, c.price_paise)
  UNION ALL
  SELECT 'order ' || o.id || ' is of ' || o.quantity || ' shares' || coalesce(' from ' || o.trigger_paise, '') || ', its commands of '
    || coalesce(m.quantity, c.quantity) || coalesce(' from ' || coalesce(t.trigger_paise, c.trigger_paise), '')
  FROM trading."order" o JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  LEFT JOIN LATERAL (SELECT m.quantity FROM trading.order_step s JOIN trading.journal_command m ON m.seq = (s.details ->> 'seq')::bigint
    WHERE s.order_id = o.id AND s.step = 'modified' ORDER BY s.no DESC LIMIT 1) m ON true
  LEFT JOIN LATERAL (SELECT m.seq, m.trigger_paise FROM trading.order_step s JOIN trading.journal_command m ON m.seq = (s.details ->> 'seq')::bigint
    WHERE s.order_id = o.id AND s.step = 'modified' AND num_nonnulls(m.type, m.trigger_paise) > 0 ORDER BY s.no DESC LIMIT 1) t ON true
  WHERE o.quantity <> coalesce(m.quantity, c.quantity)
    OR c.applied_step IS NOT NULL AND o.trigger_paise IS DISTINCT FROM CASE WHEN t.seq IS NULL THEN c.trigger_paise ELSE t.trigger_paise END
  UNION ALL
  SELECT 'order ' || o.id || ' is ' || o.type || ' ' || o.validity || ', its commands ' || coalesce(e.type, c.type) || ' ' || coalesce(e.validity, c.validity)
  FROM trading."order" o JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  LEFT JOIN LATERAL (SELECT m.* FROM trading.journal_command m JOIN trading.order_step s
    ON s.order_id = m.order_id AND s.step = 'modified' AND (s.details ->> 'seq')::bigint = m.seq
    WHERE m.order_id = o.id AND m.kind = 'modify' AND m.type IS NOT NULL ORDER BY m.seq DESC LIMIT 1) e ON true
  WHERE (o.type, o.validity) IS DISTINCT FROM (coalesce(e.type, c.type), coalesce(e.validity, c.validity))
    OR e.type IS NOT NULL AND (${kindColumns('o')}) IS DISTINCT FROM (${kindColumns('e')})
  UNION ALL
  SELECT 'order ' || o.id || ' was accepted at another time than its command' FROM trading."order" o JOIN trading.command c ON c.order_id = o.id AND c.kind = 'place'
  WHERE NOT o.after_market AND (o.accepted_ms <> c.accepted_ms OR left(o.market_time, 10) <> o.market_date::text)
  UNION ALL
  SELECT 'order ' || o.id || ' ended by its minutes before they were over' FROM trading.journal_command c JOIN trading."order" o ON o.id = c.order_id
  LEFT JOIN trading.order_event e ON e.order_id = o.id AND e.step = 'expired'
  WHERE c.kind = 'expire' AND c.reason = 'minutes_over' AND (o.valid_minutes IS NULL
    OR left(e.market_time, 19)::timestamp < left(o.market_time, 19)::timestamp + o.valid_minutes * interval '1 minute')
  UNION ALL
  SELECT 'step ' || e.no || ' of order ' || e.order_id || ' has another limit than its command'
  FROM trading.order_event e JOIN trading.command c ON c.seq = (e.details ->> 'seq')::bigint
  WHERE e.step = 'modified' AND (c.order_id, c.kind, c.price_paise, c.type) IS DISTINCT FROM (e.order_id, 'modify', e.price_paise, e.details -> 'becomes' ->> 'type')
  UNION ALL
  SELECT 'order ' || o.id || CASE WHEN o.became_limit THEN ' became a limit order' ELSE ' became no limit order' END || ', its history says otherwise' FROM trading."order" o
  WHERE o.became_limit <> EXISTS (SELECT FROM trading.order_step s WHERE s.order_id = o.id AND s.step = 'became_limit')
  UNION ALL
  SELECT 'order ' || o.id || ' holds ' || o.hold || ', which is not its own' FROM trading."order" o
  WHERE o.hold IS NOT NULL AND (o.hold !~ ('^order-' || o.id || '(-[0-9]+)?$') OR NOT EXISTS (SELECT FROM ledger.hold h WHERE h.id = o.hold AND h.owner = 'u:' || o.user_id))`;

/*
 * Each step leaves its order in the state that it makes, and the last one in that of the order. Steps are
 * numbered without a gap, no step is before the one before it, and each fill is a step with its shares, its
 * price and its time. Other steps say how many shares were open after a change, or at the end, and what price
 * reached a trigger. Of changes while an order waits for a pre-open the last one counts.
 */
const HISTORY = `
  WITH step AS (
    SELECT e.*, row_number() OVER w AS place, lag(e.at_ms) OVER w AS at_before, lag(e.market_time) OVER w AS time_before,
      lag(e.state) OVER w AS state_before, lead(e.no) OVER w IS NULL AS is_last,
      coalesce(sum(e.quantity) FILTER (WHERE e.step = 'filled') OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS filled_before,
      e.no = max(e.no) FILTER (WHERE e.step = 'filled') OVER (PARTITION BY e.order_id) AS is_last_fill
    FROM trading.order_event e WINDOW w AS (PARTITION BY e.order_id ORDER BY e.no)
  )
  SELECT 'step ' || s.no || ' of order ' || s.order_id || ' (' || coalesce(s.step, 'none') || ') left it ' || s.state AS what FROM step s JOIN trading."order" o ON o.id = s.order_id
  WHERE s.is_last AND s.state <> o.state OR s.state IS DISTINCT FROM CASE
    WHEN s.step IN ('opened', 'triggered') THEN 'open' WHEN s.step IN ('trigger_pending', o.state) THEN s.step
    WHEN s.step = 'filled' THEN CASE WHEN s.is_last_fill AND o.state = 'complete' THEN 'complete' ELSE 'open' END
    WHEN s.step = 'modified' AND s.state IN ${OPEN_STATES_SQL} THEN s.state ELSE coalesce(s.state_before, 'pending') END
  UNION ALL
  SELECT 'step ' || s.no || ' of order ' || s.order_id || ' comes before the one before it' AS what FROM step s JOIN trading."order" o ON o.id = s.order_id
  WHERE s.no <> s.place OR s.at_ms < coalesce(s.at_before, o.accepted_ms) OR s.market_time < coalesce(s.time_before, o.market_time)
  UNION ALL
  SELECT 'step ' || s.no || ' of order ' || s.order_id || ' (' || s.step || ') was not of ' || coalesce(s.quantity || ' shares', 'no shares') || coalesce(' at ' || s.price_paise, '')
  FROM step s JOIN trading."order" o ON o.id = s.order_id LEFT JOIN trading.command p ON p.order_id = s.order_id AND p.kind = 'place'
  LEFT JOIN LATERAL (SELECT c.quantity FROM trading.order_step m JOIN trading.journal_command c ON c.seq = (m.details ->> 'seq')::bigint
    WHERE m.order_id = s.order_id AND m.step = 'modified' AND m.no <= s.no ORDER BY m.no DESC LIMIT 1) m ON true
  LEFT JOIN LATERAL (SELECT (m.details ->> 'triggerPaise')::bigint AS paise FROM trading.order_step m
    WHERE m.order_id = s.order_id AND m.step = 'modified' AND m.no < s.no AND m.details ? 'triggerPaise' ORDER BY m.no DESC LIMIT 1) t ON true
  WHERE s.step <> 'filled' AND CASE -- of fills there may be thousands
    WHEN s.step = 'triggered' THEN s.quantity IS NOT NULL OR (CASE o.side WHEN 'buy' THEN s.price_paise >= coalesce(t.paise, p.trigger_paise)
      ELSE s.price_paise <= coalesce(t.paise, p.trigger_paise) END) IS NOT TRUE
    WHEN s.step IN ('cancelled', 'expired', 'rejected') THEN s.price_paise IS NOT NULL OR s.quantity IS DISTINCT FROM o.quantity - o.filled
    WHEN s.step = 'became_limit' OR s.step = 'modified' AND s.details ? 'seq'
      THEN s.price_paise IS NULL OR s.quantity IS DISTINCT FROM coalesce(m.quantity, p.quantity) - s.filled_before
    WHEN s.step = 'modified' THEN num_nulls(s.quantity, s.price_paise) > 0 OR NOT EXISTS (SELECT FROM trading.order_step l
      WHERE l.order_id = s.order_id AND l.no > s.no AND l.step = 'modified' AND NOT coalesce(l.details ? 'seq', false))
      AND (s.quantity <> coalesce(p.quantity, o.quantity) OR p.seq IS NULL AND s.price_paise <> o.price_paise)
    ELSE num_nonnulls(s.quantity, s.price_paise) > 0 END
  UNION ALL
  SELECT 'order ' || o.id || ' does not have the ' || o.timeline_length || ' steps that it counts' FROM trading."order" o
  WHERE o.timeline_length <> (SELECT count(*) FROM trading.order_event e WHERE e.order_id = o.id)
  UNION ALL
  SELECT 'trade ' || coalesce(f.trade_no::text, e.details ->> 'tradeNo') || ' of order ' || coalesce(f.order_id, e.order_id) || ' is another in its history'
  FROM trading.fill f FULL JOIN (SELECT * FROM trading.order_event WHERE step = 'filled') e
    ON e.order_id = f.order_id AND (e.details ->> 'tradeNo')::bigint = f.trade_no
  WHERE (f.quantity, f.price_paise, f.at_ms, f.market_time) IS DISTINCT FROM (e.quantity, e.price_paise, e.at_ms, e.market_time)`;

/*
 * No two commands have one place in the journal. An order of a member waits for a pre-open, or its own row
 * has its place. A step has one market time, later steps have later ones, and all of a market day are of its
 * date.
 */
const PLACES = `
  WITH placed AS (
    SELECT o.id, o.market_day, o.applied_step, o.matched_time,
      lag(o.applied_step) OVER w AS step_before, lag(o.matched_time) OVER w AS time_before
    FROM trading."order" o WHERE o.applied_step IS NOT NULL WINDOW w AS (PARTITION BY o.market_day ORDER BY o.applied_step, o.applied_index)
  )
  SELECT 'order ' || p.id || ' came at ' || p.matched_time || ', the one before it at ' || p.time_before AS what FROM placed p
  WHERE CASE WHEN p.applied_step = p.step_before THEN p.matched_time <> p.time_before ELSE p.matched_time < p.time_before END
  UNION ALL
  SELECT 'order ' || p.id || ' came at ' || p.matched_time || ', which is not of market day ' || p.market_day FROM placed p
  LEFT JOIN market.day d ON d.market_day = p.market_day WHERE left(p.matched_time, 10) IS DISTINCT FROM d.market_date::text
  UNION ALL
  SELECT 'order ' || o.id || CASE WHEN o.after_market THEN ' never waited' ELSE ' waited' END || ' for a pre-open' FROM trading."order" o
  WHERE o.after_market <> (o.applied_step IS NULL AND NOT o.by_system)
  UNION ALL
  SELECT 'step ' || c.applied_step || ' of market day ' || c.market_day || ' has ' || count(*) || ' commands at place ' || c.applied_index
  FROM trading.command c WHERE c.applied_step IS NOT NULL GROUP BY c.market_day, c.applied_step, c.applied_index HAVING count(*) > 1`;

/*
 * An order that took from the book in continuous trading began with the best price of the other side: one that meets an
 * order of its own account trades nothing more.
 */
const BOOKS = `
  SELECT 'order ' || o.id || ' found a best price of ' || coalesce(CASE o.side WHEN 'buy' THEN o.book[4] ELSE o.book[2] END::text, 'nothing')
    || ', and traded at ' || o.fill_price_paise[1] AS what FROM trading."order" o
  WHERE o.fill_aggressor AND o.fill_phase = 'continuous' AND o.fill_price_paise[1] IS DISTINCT FROM CASE o.side WHEN 'buy' THEN o.book[4] ELSE o.book[2] END`;

/*
 * What a repeat of the request is answered with. Nothing has happened to an order without a first answer since it was
 * placed. Any other had not ended by then, and its first answer has the fills that it had at once.
 */
const FIRST_ANSWERS = `
  WITH first AS (
    SELECT o.*, o.first_answer AS answer, o.first_answer -> 'charges' AS charges,
      coalesce(o.placed_terms[2], o.quantity) AS placed_quantity FROM trading."order" o WHERE NOT o.by_system
  ), filled AS (
    SELECT f.order_id, sum(f.quantity) AS quantity, sum(f.value_paise) AS paise, sum(f.brokerage_paise) AS brokerage, sum(f.stt_paise) AS stt,
      sum(f.exchange_paise) AS exchange, sum(f.sebi_paise) AS sebi, sum(f.stamp_paise) AS stamp, sum(f.gst_paise) AS gst, sum(f.dp_paise) AS dp
    FROM trading.fill f WHERE f.id >> 16 = f.order_id GROUP BY f.order_id
  )
  SELECT 'the first answer to order ' || r.id || ' is not kept any more' AS what FROM first r
  WHERE r.answer IS NULL AND (r.state IN ${OPEN_STATES_SQL} OR r.matched_ms IS NULL
    OR EXISTS (SELECT FROM trading.order_step s WHERE s.order_id = r.id AND s.at_ms > r.matched_ms)
    OR EXISTS (SELECT FROM trading.resting_fill f WHERE f.order_id = r.id AND f.id >> 16 <> r.id))
  UNION ALL
  SELECT 'the first answer to order ' || r.id || ' is another than what it had become' FROM first r LEFT JOIN filled f ON f.order_id = r.id
  WHERE r.answer IS NOT NULL AND (r.answer ->> 'state' NOT IN ${OPEN_STATES_SQL}
    OR (r.answer ->> 'filled')::bigint <> coalesce(f.quantity, 0) OR (r.answer ->> 'filled')::bigint >= r.placed_quantity
    OR (r.answer ->> 'filledPaise')::bigint <> coalesce(f.paise, 0)
    OR (r.answer ->> 'updatedMs')::bigint <> coalesce(r.matched_ms, r.accepted_ms)
    OR (r.charges ->> 'brokerage', r.charges ->> 'stt', r.charges ->> 'exchange', r.charges ->> 'sebi', r.charges ->> 'stamp', r.charges ->> 'gst', r.charges ->> 'dp')
      IS DISTINCT FROM (coalesce(f.brokerage, 0)::text, coalesce(f.stt, 0)::text, coalesce(f.exchange, 0)::text, coalesce(f.sebi, 0)::text, coalesce(f.stamp, 0)::text,
        coalesce(f.gst, 0)::text, coalesce(f.dp, 0)::text))`;

/** Shares whose purchases settle on one day: until the note they come as they were bought. */
type Bought = { readonly bought: bigint; readonly delivered: bigint; readonly grew: boolean };

/** A fill is of the date of its market day, by the day's own row and by its entry in the ledger. */
const FILL_DATES = `
  SELECT 'fill ' || f.id || ' is of ' || f.market_date || ', its day was another' AS what FROM trading.fill f LEFT JOIN market.day d ON d.market_day = f.market_day
  WHERE f.market_date IS DISTINCT FROM d.market_date OR left(f.market_time, 10) <> f.market_date::text`;

/**
 * Shares of a date's buys are due on the day that the rules give, and in their number: an action may have added some.
 * No more of them wait than contract notes bring, and no more settled before that day than these had netted.
 */
async function dues(tx: Queryable): Promise<Finding> {
  const found = finding('settlement_dates');
  const rows = await tx.query<Bought & { userId: string; asset: string; marketDate: string }>(
    'verify.bought',
    `SELECT f.user_id, f.asset, f.market_date, sum(f.quantity)::bigint AS bought, coalesce((
         SELECT sum(greatest(0, l.delivered_quantity)) FROM trading.contract_note n JOIN trading.contract_note_line l ON l.note = n.number
         WHERE n.user_id = f.user_id AND n.market_date = f.market_date AND l.asset = f.asset AND l.product = 'delivery'), sum(f.quantity))::bigint AS delivered,
       EXISTS (SELECT FROM trading.entitlement t WHERE t.user_id = f.user_id AND t.asset = f.asset AND t.kind <> 'dividend') AS grew
     FROM (
       SELECT f.user_id, f.asset, d.market_date, f.quantity FROM trading.fill f JOIN market.day d ON d.market_day = f.market_day
       WHERE f.product = 'delivery' AND f.side = 'buy'
       UNION ALL SELECT c.user_id, c.asset, d.market_date, c.quantity FROM trading.product_change c
       JOIN market.day d ON d.market_day = c.market_day WHERE c.product = 'delivery'
     ) f GROUP BY f.user_id, f.asset, f.market_date`,
  );
  const bought = new Map<string, Bought>();
  for (const { userId: user, asset, marketDate: date, grew, ...day } of rows) {
    const key = `${user} ${asset} ${settlementDate(date)}`;
    const before = bought.get(key);
    bought.set(key, {
      bought: day.bought + (before?.bought ?? 0n),
      delivered: day.delivered + (before?.delivered ?? 0n),
      grew,
    });
  }
  const dueRows = await tx.query<{ key: string; bought: bigint; left: bigint; early: bigint }>(
    'verify.dues',
    `SELECT concat_ws(' ', d.user_id, d.asset, d.settles_on) AS key, d.bought::bigint AS bought,
       greatest(d.noted, d.bought - d.sold - d.settled)::bigint AS left, coalesce(e.shares, 0)::bigint AS early
     FROM trading.settlement_due d LEFT JOIN (
       SELECT split_part(s.ref, '/', 2) AS user_id, p.asset, split_part(s.ref, '/', 1) AS settles_on, sum(p.amount) AS shares
       FROM ledger.entry s JOIN ledger.posting p ON p.entry_id = s.id AND p.code = 120
       WHERE s.kind = 'settle' AND s.mdate < split_part(s.ref, '/', 1) GROUP BY 1, 2, 3
     ) e ON e.user_id = d.user_id AND e.asset = d.asset AND e.settles_on = d.settles_on::text`,
  );
  for (const { key, bought: due, left, early } of dueRows) {
    const was = bought.get(key);
    bought.delete(key);
    if (!was) found.add(`${key}: ${due} shares are due, and none were bought that settle then`);
    else if (was.grew ? due < was.bought : due !== was.bought)
      found.add(`${key}: ${due} are due, ${was.bought} were bought`);
    else if (!was.grew && (left > was.delivered || early > was.bought - was.delivered))
      found.add(`${key}: ${left} wait and ${early} settled before, contract notes bring ${was.delivered}`);
  }
  for (const key of bought.keys()) found.add(`${key}: what was bought is not due`);
  return found.end();
}

async function findWrong(tx: Queryable, name: string, query: string): Promise<Finding> {
  const found = finding(name);
  for (const { what } of await tx.query<{ what: string }>(`verify.${name}`, query)) found.add(what);
  return found.end();
}
