-- Whether an instant is within five minutes of the database's clock. The caller names the instant from which it follows
-- whether a session is alive. Without this bound the back office's role could bring back sessions that ended by their
-- age, also those of two people.
CREATE OR REPLACE FUNCTION console.is_now(p_now bigint) RETURNS boolean LANGUAGE sql AS $$
  SELECT abs(p_now - extract(epoch FROM clock_timestamp()) * 1000) <= 300000
$$;
