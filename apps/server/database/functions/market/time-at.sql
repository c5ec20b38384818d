-- Market time at a real instant that is over, "2026-11-23T14:32:08+05:30": the market day that ran, and how far it had
-- come by the step before whose instant is known (market.pace), within a second. Before the first market day it is
-- India's time. It runs with its owner's rights: it tells of days and no member.
CREATE OR REPLACE FUNCTION market.time_at(p_ms bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_char(coalesce(
    (SELECT d.market_date + time '08:45' + interval '7 hours 15 minutes' * least(d.steps, after.step,
        coalesce(before.step, d.first_step) + (p_ms - coalesce(before.at_ms, d.began_ms)) / 250) / d.steps::float8
      FROM (SELECT * FROM market.day WHERE began_ms <= p_ms ORDER BY began_ms DESC LIMIT 1) d
      LEFT JOIN LATERAL (SELECT p.step, p.at_ms FROM market.pace p WHERE p.market_day = d.market_day AND p.at_ms <= p_ms
        ORDER BY p.at_ms DESC, p.step DESC LIMIT 1) before ON true
      LEFT JOIN LATERAL (SELECT p.step FROM market.pace p WHERE p.market_day = d.market_day AND p.at_ms > p_ms
        ORDER BY p.at_ms, p.step LIMIT 1) after ON true
      WHERE d.profile = 'compressed'),
    to_timestamp(p_ms / 1000) AT TIME ZONE 'Asia/Kolkata'
  ), 'YYYY-MM-DD"T"HH24:MI:SS"+05:30"')
$$;
