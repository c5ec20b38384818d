-- Market time at a real instant that is over, "2026-11-23T14:32:08+05:30": the market day that ran, and how far it had
-- come if it ran without a break. Steps that a server left out or made late are not known here, the day always is.
-- Before the first market day it is India's time. It runs with its owner's rights: it tells of days and no member.
CREATE OR REPLACE FUNCTION market.time_at(p_ms bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_char(coalesce(
    (SELECT d.market_date + time '08:45' + interval '7 hours 15 minutes'
        * least(1, (d.first_step + (p_ms - d.began_ms) / 250) / d.steps::float8)
      FROM (SELECT * FROM market.day WHERE began_ms <= p_ms ORDER BY began_ms DESC LIMIT 1) d
      WHERE d.profile = 'compressed'),
    to_timestamp(p_ms / 1000) AT TIME ZONE 'Asia/Kolkata'
  ), 'YYYY-MM-DD"T"HH24:MI:SS"+05:30"')
$$;
