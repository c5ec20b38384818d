-- What is read of every new order, one row for each, in their order:
--   earlier   how the same request was answered before: by an order, or by a refusal (request_id_reused when it asked
--             for something else then); null for a new one
--   ceiling   which of those that the user has set for an assistant stops the order, if one places it
--             (trading.grant_stop)
--   capped    one does: what counts for its ceilings is known by what was written
-- and the clock's instant, which entries of these orders have; with p_takes also a number for each
-- (trading.next_journal_numbers). While money is stopped a new request ends here (KH003); a stop that comes later waits
-- for the transaction.
CREATE OR REPLACE FUNCTION trading.check_orders(
  p_user text[], p_call text[], p_request_id text[], p_req bytea[], p_side text[], p_value bigint[],
  p_market_date date[], p_program text[], p_takes boolean
) RETURNS TABLE (
  number bigint, earlier boolean, order_id bigint, refusal text, ceiling text, capped boolean, now_ms bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_memoize = off AS $$
DECLARE
  v_numbers bigint[];
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(461315797603); -- ledger.stop_books takes it alone
  IF EXISTS (SELECT FROM ledger.books_stop s WHERE s.resumed_ms IS NULL) AND EXISTS (
    SELECT FROM unnest(p_user, p_call, p_request_id) AS o (user_id, call, request_id)
    WHERE NOT EXISTS (SELECT FROM trading.request r
      WHERE r.user_id = o.user_id AND r.call = o.call AND r.request_id = o.request_id)) THEN
    PERFORM ledger.refuse_new_movement();
  END IF;
  IF p_takes THEN
    v_numbers := ARRAY(SELECT trading.next_journal_numbers(cardinality(p_user)));
  END IF;
  RETURN QUERY
  SELECT v_numbers[o.n], e.earlier, e.order_id, e.refusal,
         CASE WHEN o.program IS NOT NULL AND e.earlier IS NULL
           THEN trading.grant_stop(o.user_id, o.program, o.market_date, o.value) END,
         o.program IS NOT NULL AND EXISTS (SELECT FROM accounts.program_key k
           WHERE k.id = o.program AND k.day_paise IS NOT NULL),
         v_now
  FROM (
    SELECT x.*, row_number() OVER () AS n
    FROM (
      -- Not in FROM, where each array is written down and read again.
      SELECT unnest(p_user) AS user_id, unnest(p_call) AS call, unnest(p_request_id) AS request_id,
             unnest(p_req) AS req, unnest(p_side) AS side, unnest(p_value) AS value,
             unnest(p_market_date) AS market_date, unnest(p_program) AS program
    ) x
  ) o
  -- Each by its whole key: there is nothing for the planner to choose.
  LEFT JOIN LATERAL (
    SELECT true AS earlier, CASE WHEN r.req = o.req THEN r.order_id END AS order_id,
           CASE WHEN r.req = o.req THEN r.refusal ELSE 'request_id_reused' END AS refusal
    FROM (
      SELECT p.req, p.id AS order_id, NULL AS refusal FROM trading."order" p
      WHERE p.user_id = o.user_id AND p.request_id = o.request_id AND p.side = o.side AND NOT p.by_system
      UNION ALL
      SELECT q.req, q.order_id, q.refusal FROM trading.answered_request q
      WHERE q.user_id = o.user_id AND q.call = o.call AND q.request_id = o.request_id
    ) r OFFSET 0
  ) e ON true
  ORDER BY o.n;
END $$;
